package fit

import (
	"context"
	"math"

	"centipawn/matrix"
)

// findUnits finds plain columns that are +1 or −1 in every training row, such as the
// side to move. A pass is made only if a weight of that kind would be worth a
// warning.
func (t *texel) findUnits(ctx context.Context, in *inference) error {
	if in.est == nil {
		return nil
	}
	in.est.units = make([]bool, len(t.design.names))
	wanted := false
	for j, n := range in.est.system.active {
		c := t.design.schema.Columns[t.design.column[j]]
		plain := !c.Tapered && c.Side == matrix.Both
		in.est.units[j] = plain && n == t.rows.Rows() && math.Abs(t.point[j]) > maxBias
		wanted = wanted || in.est.units[j]
	}
	if !wanted {
		return nil
	}
	ones := make([]int, len(t.design.terms))
	sel := newSelection(t.opt)
	sel.balancer = t.balancer
	fresh := func() *unitSum { return &unitSum{selection: sel, ones: make([]int, len(ones))} }
	err := fold(ctx, t.scan("columns of ±1"), fresh, (*unitSum).add, func(s *unitSum) {
		for c, n := range s.ones {
			ones[c] += n
		}
	})
	for j := range in.est.units {
		in.est.units[j] = in.est.units[j] && ones[t.design.column[j]] >= t.rows.Rows()
	}
	return err
}

// unitSum is the partial of findUnits: rows by column in which its count is ±1.
type unitSum struct {
	selection
	ones []int
}

func (s *unitSum) reset() { clear(s.ones) }

func (s *unitSum) add(b *matrix.Block) error {
	s.take(b, Train)
	for _, i := range s.index {
		columns, counts := b.Row(int(i))
		for k, c := range columns {
			if math.Abs(float64(counts[k])) == 1 {
				s.ones[c]++
			}
		}
	}
	return nil
}
