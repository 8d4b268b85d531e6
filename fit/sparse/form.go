package sparse

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/formula"
)

// addForm adds c times the form to z, the evaluations of rows from low on.
func (k *worker) addForm(s *packed.Segment, c *packed.Cell, low int, z []float64) {
	for i, v := range k.form.Load(s, c, low, low+len(z)) {
		z[i] += k.scale * v
	}
	k.noteFault(s, low, nil, z)
}

// addForms is addForm for some rows of a cell.
func (k *worker) addForms(s *packed.Segment, c *packed.Cell, rows []int, z []float64) {
	for i, row := range rows {
		k.form.Put(i, s, c, row)
	}
	for i, v := range k.form.Run(len(rows)) {
		z[i] += k.scale * v
	}
	k.noteFault(s, 0, rows, z)
}

// slope finds the derivatives of the rows that were evaluated, those from low on, or those that are listed.
func (k *worker) slope(s *packed.Segment, low int, rows []int) {
	k.form.Slopes()
	k.noteFault(s, low, rows, nil)
}

// noteFault notes the first row of which something is not finite, and makes evaluations that are not 0.
func (k *worker) noteFault(s *packed.Segment, low int, rows []int, z []float64) {
	f := k.form.Fault()
	if f == nil {
		return
	}
	for i, v := range z {
		if v-v != 0 {
			z[i] = 0
		}
	}
	if k.fault == nil {
		row := low + f.Row
		if rows != nil {
			row = rows[f.Row]
		}
		k.fault = &rowFault{s, row, f}
	}
}

// turn makes the tables those of a direction v, for along; the form stays at the weights.
func (k *worker) turn(v []float64) {
	if k.turned {
		return
	}
	k.turned, k.w, k.codes = true, v, -1
	if k.form != nil {
		k.form.Turn(v)
	}
}

// along stores c times the derivatives of rows along the direction in z, and returns it.
func (k *worker) along(s *packed.Segment, c *packed.Cell, low, high int) []float64 {
	z := k.linear(s, c, low, high)
	if k.form != nil {
		k.form.Load(s, c, low, high)
		k.slope(s, low, nil)
		k.form.Along(s, low, k.scale, z)
	}
	return z
}

// A rowFault is a row of which the form is not finite.
type rowFault struct {
	segment *packed.Segment
	row     int
	what    *formula.Fault
}

// A Fault is a row of which the evaluation at some weights is not finite.
type Fault struct {
	Game  uint32 // of the row: its cluster
	Block int    // of the source; −1: it is not known, because the row is another process's
	Row   int    // of the block's rows
	What  error  // a *formula.Error: where in the formula it begins; nil if that is not known
}

func (f *Fault) Error() string {
	if f.Block < 0 {
		return "the evaluation of a row is not finite"
	}
	text := fmt.Sprintf("the evaluation of row %d of block %d (game %d) is not finite", f.Row, f.Block, f.Game)
	if f.What != nil {
		text += ": " + f.What.Error()
	}
	return text
}

// Unwrap returns where in the formula it begins.
func (f *Fault) Unwrap() error { return f.What }

// Fault returns the row for which [Design.Gradient] has last returned an infinite loss; nil if it has not.
func (d *Design) Fault() error {
	if d.fault == nil {
		return nil
	}
	return d.fault
}

// faulty returns the fault of a worker, if it has one, as an error.
func (d *Design) faulty(ctx context.Context, f *rowFault) error {
	if f == nil {
		return nil
	}
	out := &Fault{Game: f.segment.Cluster[f.row], What: &f.what.Error}
	var err error
	if out.Block, out.Row, err = d.Locate(ctx, f.segment, f.row); err != nil {
		return err
	}
	return out
}

// Forgiven returns nil in place of a fault, which it keeps.
func (d *Design) Forgiven(err error) error {
	var f *Fault
	if errors.As(err, &f) {
		d.fault = f
		return nil
	}
	return err
}
