package show

import (
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// Diff prints the differences for a person: first the inputs, then a table of
// the weights.
func Diff(w io.Writer, d *weights.Diff) error {
	var b strings.Builder
	for _, in := range d.Inputs {
		fmt.Fprintf(&b, "%s\n  - %s\n  + %s\n", in.Field, in.Old, in.New)
	}
	if len(d.Inputs) > 0 {
		b.WriteByte('\n')
	}
	t := plaintext.Table{Header: []string{"weight", "old", "new", "difference", "±95 %", "std errors"}}
	for _, c := range d.Weights {
		t.Add(changeCells(c)...)
	}
	if len(t.Rows) > 0 {
		if err := t.Write(&b); err != nil {
			return err
		}
	}
	fmt.Fprintf(&b, "%d of %d weights differ\n", len(d.Weights), len(d.Weights)+d.Same)
	_, err := io.WriteString(w, b.String())
	return err
}

func changeCells(c weights.WeightChange) []string {
	switch c.Change {
	case weights.Added:
		return []string{c.Name, "", weights.Number(c.New.Value), "added"}
	case weights.Removed:
		return []string{c.Name, weights.Number(c.Old.Value), "", "removed"}
	}
	row := []string{c.Name, weights.Number(c.Old.Value), weights.Number(c.New.Value), weights.Signed(c.Difference())}
	switch z, ok := c.StdErrs(); {
	case ok:
		row = append(row, weights.Number(c.Err().Half95()), fmt.Sprintf("%+.1f", z))
	case c.HeldByPrior():
		half := ""
		if c.Old.StdErr > 0 && c.New.StdErr > 0 {
			half = weights.Number(c.Err().Half95())
		}
		row = append(row, half, weights.HeldByPrior)
	}
	return row
}
