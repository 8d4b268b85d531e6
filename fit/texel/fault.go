package texel

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/matrix"
)

// checkStart reports a training row of which the formula has no value at the start weights: nothing can be
// fitted from there.
func (t *Scaled) checkStart(ctx context.Context) error {
	if t.Design.Form == nil {
		return nil
	}
	f, err := t.Rows.Gradient(ctx, t.Start, make([]float64, len(t.Start)))
	if err != nil || f-f == 0 {
		return err
	}
	return t.named(t.Rows.Fault(), t.Start, "at the start weights")
}

// named says of the fault of a packed row at a point which row of the data it is, and where in the
// formula it begins, be it another process's; other errors are returned as they are.
func (t *Prepared) named(err error, point []float64, where string) error {
	var f *sparse.Fault
	if !errors.As(err, &f) {
		return err
	}
	s, bad := t.model("", point, 0, nil).Scorer(t.Data.Schema())
	if bad != nil {
		return err
	}
	first := 0
	var b matrix.Block
	for n := range t.Data.Blocks() {
		if bad := t.Data.ReadBlock(n, &b); bad != nil {
			return err
		}
		sel := t.Selection()
		sel.Take(&b, rows.AllRows)
		for k, score := range s.Scores(&b, sel.Index, make([]float64, len(sel.Index))) {
			if score-score != 0 {
				i := int(sel.Index[k])
				return fmt.Errorf("fit: %s nothing can be fitted: row %d of the data has no value: block %d: %w: correct the row, or pass other start weights (-start)", where, first+i+1, n, s.Fault(&b, i))
			}
		}
		first += b.Rows()
	}
	return err
}
