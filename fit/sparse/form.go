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
	bad := 0.0
	for i, v := range k.form.Load(s, c, low, low+len(z)) {
		z[i] += k.scale * v
		bad += v - v
	}
	if bad != 0 {
		k.noteFault(s, z, func(i int) int { return low + i })
	}
}

// addForms is addForm for some rows of a cell.
func (k *worker) addForms(s *packed.Segment, c *packed.Cell, rows []int, z []float64) {
	for i, row := range rows {
		k.form.Put(i, s, c, row)
	}
	bad := 0.0
	for i, v := range k.form.Run(len(rows)) {
		z[i] += k.scale * v
		bad += v - v
	}
	if bad != 0 {
		k.noteFault(s, z, func(i int) int { return rows[i] })
	}
}

// noteFault notes the first row that is not finite, and makes the evaluations of such rows 0.
func (k *worker) noteFault(s *packed.Segment, z []float64, row func(i int) int) {
	for i, v := range z {
		if v-v == 0 {
			continue
		}
		if z[i] = 0; k.fault == nil {
			k.fault = &rowFault{s, row(i), k.form.Fault()}
		}
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
		k.form.Slopes()
		k.form.Along(s, low, k.scale, z)
	}
	return z
}

// A rowFault is a row of which the form is not finite.
type rowFault struct {
	segment *packed.Segment
	row     int
	what    *formula.Fault // nil if it is not known
}

// A Fault is a row of which the evaluation at some weights is not finite.
type Fault struct {
	Game  uint32 // of the row: its cluster
	Block int    // of the source; −1: it is not known, because the row is another process's
	Row   int    // of the block's rows
	What  error  // where in the formula it begins; nil if it is not known
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
	out := &Fault{Game: f.segment.Cluster[f.row]}
	var err error
	if out.Block, out.Row, err = d.Locate(ctx, f.segment, f.row); err != nil {
		return err
	}
	if f.what != nil {
		out.What = &f.what.Error
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
