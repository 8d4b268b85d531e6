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
// row has counts of and that the formula reads, in their order, then by its parameters. Without a formula there
// are none.
func (s *Scorer) Slopes(b *matrix.Block, i int, list []Slope) []Slope {
	f := s.form
	if f == nil {
		return list
	}
	t := s.tape()
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
	columns, counts := b.Row(i)
	for k, c := range columns {
		n := f.sum[c]
		if n < 0 {
			continue
		}
		x := float64(counts[k])
		mg, eg := by(f.mg[n]), by(f.eg[n])
		one := Slope{Column: int(c), Count: x, By: [2]float64{x * mg, x * eg}}
		if !s.schema.Columns[c].Tapered {
			one.By = [2]float64{x * (mg + eg), 0}
		}
		list = append(list, one)
	}
	for c, col := range s.schema.Columns {
		if col.Kind != matrix.Parameter {
			continue
		}
		for leaf, l := range f.Form.Leaves {
			if l.Kind == formula.Weight && l.Name == col.Name {
				list = append(list, Slope{Column: c, By: [2]float64{by(leaf), 0}})
			}
		}
	}
	return list
}
