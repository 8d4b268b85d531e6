package source

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A Drift is what source code has other than a weights file (O03).
type Drift struct {
	Weights     int          `json:"weights"`     // those of the file
	Differences []Difference `json:"differences"` // in the file's order
	Compared    []Compared   `json:"compared"`    // what the source has for the weights
}

// A Compared is an array or a number of the source that was taken for weights.
type Compared struct {
	Name    string `json:"name"`
	Where   string `json:"where"`   // file:line of its name
	Numbers int    `json:"numbers"` // of it that stand for weights
}

// A Difference is a weight that the source has otherwise, or not at all.
type Difference struct {
	Name    string  `json:"name"`
	Weight  float64 `json:"weight"`            // in the file, centipawns
	Source  float64 `json:"source"`            // in the source; 0 if it is not there
	Where   string  `json:"where,omitempty"`   // file:line
	Problem string  `json:"problem,omitempty"` // why there is no number to compare; "" if there is
}

// Against compares the weights with what a program's source has under their
// names, in any language that [scan.ReadArrays] reads: what package export wrote, or arrays
// written by hand. Spellings do not matter: pst.knight is PSTKnight, pst_knight
// and PST_KNIGHT. A number stands for a weight if the weight rounds to it at the
// digits that it is written with, a half away from zero. Numbers on squares of a
// table for which the file has no term are not looked at.
func Against(f *weights.File, arrays []scan.Array, opt Options) *Drift {
	d := &Drift{Weights: len(f.Weights())}
	told := map[string]bool{} // a weight of a folded table stands on both wings
	b := Bind(f, arrays, opt)
	d.Compared = b.compared()
	for _, c := range b.found {
		if told[c.weight.Name] {
			continue
		}
		diff := Difference{Name: c.weight.Name, Weight: c.weight.Value, Where: c.where(), Problem: c.problem}
		if c.problem == "" {
			if diff.Source = c.spots[0].number(); c.spots[0].holds(diff.Weight) {
				continue
			}
		}
		d.Differences = append(d.Differences, diff)
		told[diff.Name] = true
	}
	return d
}

// compared returns the arrays that hold weights, in the order of the weights.
func (b *Binding) compared() (list []Compared) {
	at := map[*scan.Array]int{}
	for _, c := range b.found {
		for _, s := range c.spots {
			i, known := at[s.array]
			if !known {
				i = len(list)
				at[s.array] = i
				list = append(list, Compared{Name: s.array.Name, Where: fmt.Sprintf("%s:%d", s.array.File, s.array.Line)})
			}
			list[i].Numbers++
		}
	}
	return list
}

// How many differences, and how many arrays, a person is shown.
const (
	maxShown    = 20
	maxCompared = 4
)

// Write prints the first differences in a table, with what the weights were compared, all of it if
// verbose, and how many differ.
func (d *Drift) Write(w io.Writer, verbose bool) error {
	var b strings.Builder
	t := plaintext.Table{Header: []string{"weight", "file", "source", "where"}}
	for _, diff := range d.Differences[:min(len(d.Differences), maxShown)] {
		source := strconv.FormatFloat(diff.Source, 'g', -1, 64)
		if diff.Problem != "" {
			source = diff.Problem
		}
		t.Add(diff.Name, strconv.FormatFloat(weights.PlusZero(diff.Weight), 'g', 6, 64), source, diff.Where)
	}
	if len(t.Rows) > 0 {
		if err := t.Write(&b); err != nil {
			return err
		}
	}
	if more := len(d.Differences) - maxShown; more > 0 {
		fmt.Fprintf(&b, "and %d more\n", more)
	}
	if err := d.writeCompared(&b, verbose); err != nil {
		return err
	}
	fmt.Fprintf(&b, "%d of %d weights differ from the source\n", len(d.Differences), d.Weights)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeCompared names what the weights were compared with: in a table, or the first of it in a line.
func (d *Drift) writeCompared(w io.Writer, verbose bool) error {
	if verbose {
		t := plaintext.Table{Header: []string{"in the source", "where", "numbers"}, Left: []bool{true, true, false}}
		for _, c := range d.Compared {
			t.Add(c.Name, c.Where, strconv.Itoa(c.Numbers))
		}
		return t.Write(w)
	}
	var list []string
	for _, c := range d.Compared[:min(len(d.Compared), maxCompared)] {
		list = append(list, fmt.Sprintf("%s (%s)", c.Name, c.Where))
	}
	text := strings.Join(list, ", ")
	switch more := len(d.Compared) - maxCompared; {
	case len(list) == 0:
		text = "nothing"
	case more > 0:
		text += fmt.Sprintf(" and %d more, which -v names", more)
	}
	_, err := fmt.Fprintf(w, "compared with %s\n", text)
	return err
}
