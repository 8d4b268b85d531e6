package rows

import (
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// A Slope is what a row's evaluation changes with the weights of a column, for one more of the weight.
type Slope struct {
	Column int
	Count  float64    // in the row; 0 of a parameter
	By     [2]float64 // of its one weight, or of the middlegame's and the endgame's
}

// Slopes appends to list the derivatives of the evaluation of row i of b by the weights of the columns that the
// row has counts of, in their order, then by the parameters of the formula.
func (s *Scorer) Slopes(b *matrix.Block, i int, list []Slope) []Slope {
	mg, eg := s.Factors.MG[b.MG[i]], s.Factors.EG[b.EG[i]]
	if s.form == nil {
		return s.slopes(b, i, list, func(int) (by, plain [2]float64) { return [2]float64{mg, eg}, [2]float64{1, 0} })
	}
	f, t := s.form, s.tape()
	defer f.tapes.Put(t)
	var rest [1]float64
	s.load(t, b, []int32{int32(i)}, rest[:])
	t.Values(1)
	t.Slopes(1)
	by := func(leaf int) float64 {
		if leaf < 0 {
			return 0
		}
		return t.Slope(leaf)[0]
	}
	list = s.slopes(b, i, list, func(c int) (both, plain [2]float64) {
		n := f.sum[c]
		if n < 0 {
			return [2]float64{mg, eg}, [2]float64{1, 0}
		}
		both = [2]float64{by(f.mg[n]), by(f.eg[n])}
		return both, [2]float64{both[0] + both[1], 0}
	})
	for c, col := range s.schema.Columns {
		for leaf, l := range f.Form.Leaves {
			if col.Kind == matrix.Parameter && l.Kind == formula.Weight && l.Name == col.Name {
				list = append(list, Slope{Column: c, By: [2]float64{by(leaf), 0}})
			}
		}
	}
	return list
}

// slopes appends those of the columns with counts: of says what one of a column's sum adds, tapered and plain.
func (s *Scorer) slopes(b *matrix.Block, i int, list []Slope, of func(column int) (both, plain [2]float64)) []Slope {
	columns, counts := b.Row(i)
	for k, c := range columns {
		col, x := &s.schema.Columns[c], float64(counts[k])
		if col.Kind != matrix.Term {
			continue
		}
		by, plain := of(int(c))
		if !col.Tapered {
			by = plain
		}
		list = append(list, Slope{Column: int(c), Count: x, By: [2]float64{x * by[0], x * by[1]}})
	}
	return list
}
