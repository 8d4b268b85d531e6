// Package show prints weights files and their differences for a person.
package show

import (
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// File prints the file for a person: where the weights come from, then each
// group's terms with value, half the 95 % interval and t value, and
// piece-square tables as boards. Where a piece's value is inside its table, for
// want of a term material.<piece>, the table's mean is printed apart and the
// squares are what they are worth above it.
func File(w io.Writer, f *weights.File) error {
	var b strings.Builder
	for _, line := range Facts(f) {
		fmt.Fprintf(&b, "%-9s %s\n", line.Key, line.Text)
	}
	for _, c := range f.Provenance.Intercepts {
		fmt.Fprintf(&b, "%-9s %s (%s): nuisance parameter, not part of the evaluation\n", "intercept", weights.Signed(c.Value), weights.OneLine(c.Source))
	}
	if g := f.Provenance.Groups; g != nil {
		fmt.Fprintf(&b, "%-9s by %s, of %d groups: fitted and thrown away, not part of the evaluation\n", "intercept", weights.OneLine(g.By), g.Groups)
	}
	for _, warning := range f.Provenance.Warnings {
		fmt.Fprintf(&b, "%-9s %s\n", "warning", weights.OneLine(warning.String()))
	}
	if err := Groups(&b, f); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Groups prints each group's terms as [File] does, after an empty line.
func Groups(w io.Writer, f *weights.File) error {
	var b strings.Builder
	for _, g := range f.Groups() {
		b.WriteByte('\n')
		if err := group(&b, g, f.HoldsMaterial(g)); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func group(w io.Writer, g weights.Group, meanApart bool) error {
	switch {
	case g.Board:
		return Board(w, g, meanApart)
	case g.Tapered:
		return taperedGroup(w, g)
	}
	t := plaintext.Table{Header: []string{"term", "value", "±95 %", "t"}}
	if g.Nonlinear {
		t.Header = append(t.Header, "sums")
	}
	for _, term := range g.Terms {
		t.Add(sums(g, term, append([]string{term.Name}, cells(term.Value)...))...)
	}
	return t.Write(w)
}

// sums adds to a line of a term of other sums than linear what they are.
func sums(g weights.Group, t weights.Term, line []string) []string {
	switch {
	case t.Parameter:
		return append(line, "parameter of the formula")
	case g.Nonlinear:
		return append(line, strings.Join(t.Sums, ", "))
	}
	return line
}

func taperedGroup(w io.Writer, g weights.Group) error {
	t := plaintext.Table{Header: []string{"term", "mg", "±95 %", "t", "eg", "±95 %", "t"}}
	if g.Nonlinear {
		t.Header = append(t.Header, "sums")
	}
	for _, term := range g.Terms {
		t.Add(sums(g, term, append(append([]string{term.Name}, cells(term.MG)...), cells(term.EG)...))...)
	}
	return t.Write(w)
}

// interval prints half the 95 % interval, nothing where it is not known.
func interval(w weights.Weight) string {
	if w.StdErr == 0 {
		return ""
	}
	return weights.Number(w.Interval95())
}

// cells returns value, half interval and t value; without a standard error, what
// held the weight. A weight that the prior holds has no t.
func cells(w weights.Weight) []string {
	if w.Bound == weights.BoundPrior {
		return []string{weights.Number(w.Value), interval(w), weights.HeldByPrior}
	}
	if w.StdErr == 0 {
		return []string{weights.Number(w.Value), w.Bound, ""}
	}
	return []string{weights.Number(w.Value), strings.TrimSpace(w.Bound + " " + weights.Number(w.Interval95())), fmt.Sprintf("%.1f", w.T())}
}
