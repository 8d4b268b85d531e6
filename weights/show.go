package weights

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Show prints the file for a person: where the weights come from, then each
// group's terms with value, half the 95 % interval and t value, and
// piece-square tables as boards. Where a piece's value is inside its table, for
// want of a term material.<piece>, the table's mean is printed apart and the
// squares are what they are worth above it.
func Show(w io.Writer, f *File) error {
	var b strings.Builder
	for _, line := range f.describe() {
		fmt.Fprintf(&b, "%-9s %s\n", line.key, line.text)
	}
	for _, c := range f.Provenance.Intercepts {
		fmt.Fprintf(&b, "%-9s %s (%s): nuisance, part of no evaluation\n", "intercept", signed(c.Value), oneLine(c.Source))
	}
	for _, warning := range f.Provenance.Warnings {
		fmt.Fprintf(&b, "%-9s %s\n", "warning", oneLine(warning.String()))
	}
	for _, g := range f.Groups() {
		b.WriteByte('\n')
		if err := g.write(&b, f.HoldsMaterial(g)); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// HoldsMaterial reports whether a board holds the value of its piece, its mean. A king
// has none.
func (f *File) HoldsMaterial(g Group) bool {
	return g.Board && !strings.HasSuffix(g.Name, "king") &&
		!slices.ContainsFunc(f.Terms, func(t Term) bool { return strings.HasPrefix(t.Name, "material.") })
}

func (g Group) write(w io.Writer, meanApart bool) error {
	switch {
	case g.Board:
		return g.writeBoard(w, meanApart)
	case g.Tapered:
		return g.writeTapered(w)
	}
	kind := "term"
	if g.Block {
		kind = "term of the block"
	}
	t := Table{Header: []string{kind, "value", "±95 %", "t"}}
	for _, term := range g.Terms {
		t.Add(append([]string{term.Name}, cells(term.Value)...)...)
	}
	return t.Write(w)
}

func (g Group) writeTapered(w io.Writer) error {
	t := Table{Header: []string{"term", "mg", "±95 %", "t", "eg", "±95 %", "t"}}
	for _, term := range g.Terms {
		t.Add(append(append([]string{term.Name}, cells(term.MG)...), cells(term.EG)...)...)
	}
	return t.Write(w)
}

// cells returns value, half interval and t value; without a standard error, what
// held the weight.
func cells(w Weight) []string {
	if w.StdErr == 0 {
		return []string{Number(w.Value), w.Bound, ""}
	}
	return []string{Number(w.Value), strings.TrimSpace(w.Bound + " " + Number(w.Interval95())), fmt.Sprintf("%.1f", w.T())}
}
