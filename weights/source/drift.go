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
	for _, c := range Bind(f, arrays, opt).found {
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

// maxShown is how many differences a person is shown.
const maxShown = 20

// Write prints the first differences in a table, and how many there are.
func (d *Drift) Write(w io.Writer) error {
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
	fmt.Fprintf(&b, "%d of %d weights differ from the source\n", len(d.Differences), d.Weights)
	_, err := io.WriteString(w, b.String())
	return err
}
