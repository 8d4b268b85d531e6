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
	if s.form == nil {
		return s.slopes(b, i, nil, 0, true, list)
	}
	s.eachSlopes(b, []int32{int32(i)}, true, func(_ int, row []Slope) { list = append(list, row...) })
	return list
}

// EachSlopes calls visit with what Slopes returns of each of some rows, of the columns alone that the formula
// reads and of which a weight is of a sum other than linear. The list is used again for the next.
func (s *Scorer) EachSlopes(b *matrix.Block, rows []int32, visit func(i int, list []Slope)) {
	if s.form != nil {
		s.eachSlopes(b, rows, false, visit)
	}
}

func (s *Scorer) eachSlopes(b *matrix.Block, rows []int32, all bool, visit func(i int, list []Slope)) {
	var list []Slope
	t := s.tape()
	defer s.form.tapes.Put(t)
	var rest [formRows]float64
	for low := 0; low < len(rows); low += formRows {
		some := rows[low:min(low+formRows, len(rows))]
		s.load(t, b, some, rest[:])
		t.Values(len(some))
		t.Slopes(len(some))
		for r, i := range some {
			list = s.slopes(b, int(i), t, r, all, list[:0])
			for l, c := range s.form.parameters {
				if c >= 0 {
					list = append(list, Slope{Column: c, By: [2]float64{t.Slope(l)[r], 0}})
				}
			}
			visit(int(i), list)
		}
	}
}

// slopes appends the derivatives by the columns with counts, of all or of those that EachSlopes is for; those by its sums are the
// tape's in row r.
func (s *Scorer) slopes(b *matrix.Block, i int, t *formula.Tape, r int, all bool, list []Slope) []Slope {
	mg, eg := s.Factors.MG[b.MG[i]], s.Factors.EG[b.EG[i]]
	columns, counts := b.Row(i)
	for k, c := range columns {
		if !all && (s.form.sum[c] < 0 || !s.form.named[c]) {
			continue
		}
		col, x := &s.schema.Columns[c], float64(counts[k])
		if col.Kind != matrix.Term {
			continue
		}
		by, plain := [2]float64{mg, eg}, 1.0
		if s.form != nil && s.form.sum[c] >= 0 {
			by, plain = s.form.slopes(t, r, int(s.form.sum[c]))
		}
		if !col.Tapered {
			by = [2]float64{plain, 0}
		}
		list = append(list, Slope{Column: int(c), Count: x, By: [2]float64{x * by[0], x * by[1]}})
	}
	return list
}
