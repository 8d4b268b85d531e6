package advice

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/ordered"
)

// An Own is a part of the evaluation: a term, or a table of terms, with the weights that it has there.
type Own struct {
	Name    string
	Columns []Column
	Weights [][2]float64 // by column, mg and eg, in centipawns a count
}

// A Removal says what an evaluation loses without one of its parts.
type Removal struct {
	Index int    `json:"-"` // in the list
	Name  string `json:"name"`

	// Rise is the share by which the mean squared error rises if the part is taken out and all others are fitted
	// again, on games that were not used for the fit; Low and High are its 95 % interval. Below 0 the part does harm.
	Rise float64 `json:"rise"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`

	Rows  int `json:"rows"` // in which it counts
	Games int `json:"games"`
}

// simplifyWidth is the width of the prior about the present weights under which the others are fitted again.
const simplifyWidth = 0.03

// Simplify tries to take out each part, and returns those of which it was measured, the least loss first. The
// columns of all parts must be other than one another. The matrix has a row for each weight of all parts; of
// more than MostOwn columns the error wraps ErrMany.
func (s *Study) Simplify(ctx context.Context, list []Own) ([]Removal, error) {
	var columns []Column
	first := make([]int, len(list))
	for i, own := range list {
		first[i] = len(columns)
		columns = append(columns, own.Columns...)
	}
	if len(columns) > MostOwn {
		return nil, fmt.Errorf("%w: %d, %d is the most", ErrMany, len(columns), MostOwn)
	}
	t, err := s.sum(columns)
	if err != nil {
		return nil, err
	}
	t.index(len(s.Eval))
	out := make([]Removal, len(list))
	rises := make([][]float64, len(list))
	for i := range rises {
		rises[i] = make([]float64, s.games)
	}
	for h := range 2 {
		v, ok := newSolver(s.over(t, 2*h, 2*h+1), s.Loss())
		if !ok {
			continue
		}
		factor, ok := v.factor(simplifyWidth)
		whole, ok2 := v.solve(simplifyWidth)
		if !ok || !ok2 {
			continue
		}
		kept := make([]float64, s.games)
		s.measure(kept, t.block, whole, h)
		err := ordered.Sum(ctx, s.opt.Threads, len(list), func() nothing { return nothing{} },
			func(_ nothing, i int) error {
				st, ok := v.without(factor, whole, 2*first[i], list[i].Weights)
				if !ok {
					return nil
				}
				gone := make([]float64, s.games)
				s.measure(gone, t.block, st, h)
				for g := range gone {
					rises[i][g] += kept[g] - gone[g]
				}
				return nil
			}, func(nothing) {})
		if err != nil {
			return nil, err
		}
	}
	for i, own := range list {
		out[i] = s.removal(i, own, rises[i])
	}
	slices.SortStableFunc(out, func(a, b Removal) int { return cmp.Compare(a.Rise, b.Rise) })
	return out, nil
}

// without returns the step that takes the weights from first on to 0 and fits all others again: the minimum of the
// quadratic under that constraint.
func (v *solver) without(factor *mat.Cholesky, whole step, first int, weights [][2]float64) (st step, ok bool) {
	n := 2 * len(weights)
	w := len(whole.weights)
	pick, move := mat.NewDense(w, n, nil), mat.NewVecDense(n, nil)
	for j := range n {
		pick.Set(first+j, j, 1)
		move.SetVec(j, -weights[j/2][j%2]-whole.weights[first+j])
	}
	var inverse mat.Dense
	if factor.SolveTo(&inverse, pick) != nil {
		return st, false
	}
	var force, change, base mat.VecDense
	if force.SolveVec(inverse.Slice(first, first+n, 0, n), move) != nil {
		return st, false
	}
	change.MulVec(&inverse, &force)
	change.AddVec(&change, mat.NewVecDense(w, whole.weights))
	base.MulVec(v.shift, &change)
	base.ScaleVec(-1, &base)
	return step{change.RawVector().Data, base.RawVector().Data}, true
}

// removal sums up what a part is worth.
func (s *Study) removal(i int, own Own, byGame []float64) Removal {
	var sum float64
	for _, d := range byGame {
		sum += d
	}
	r := Removal{Index: i, Name: own.Name, Rise: s.share(sum)}
	half := confidence.Quantile95(float64(s.games-1)) * s.spread(byGame, r.Rise)
	r.Low, r.High = r.Rise-half, r.Rise+half
	rows, games := map[uint32]bool{}, map[int32]bool{}
	for _, c := range own.Columns {
		for k, row := range c.Rows {
			if c.White[k] != c.Black[k] {
				rows[row], games[s.game[row]] = true, true
			}
		}
	}
	r.Rows, r.Games = len(rows), len(games)
	return r
}
