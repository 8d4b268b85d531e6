package texel

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/sparse"
)

// others searches from the other starts, and goes on with the lowest end.
func (t *Found) others(ctx context.Context) error {
	if t.Opt.Starts <= 1 {
		return nil
	}
	opt, err := t.searchOptions(ctx, t.objective)
	if err != nil {
		return err
	}
	trip, err := t.Others(ctx, t.objective, t.Start, t.Search, opt)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		t.Search.Reason = descent.Interrupted
		return nil
	}
	t.Minima, err = trip.Minima(t.Opt.Tolerance, func(w []float64) ([]float64, error) { return t.evaluations(ctx, w) })
	if err != nil {
		return err
	}
	t.settle(trip.Ends[trip.Best()].Search)
	return nil
}

// evaluations returns those of the training rows at some weights, of very many a part.
func (t *Found) evaluations(ctx context.Context, w []float64) ([]float64, error) {
	points, err := t.Rows.Points(ctx, w, kPoints, false)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(points.Score))
	for i, v := range points.Score {
		out[i] = float64(v)
	}
	return out, nil
}

// flat is the part of the curvature along single weights below 0 down to which that along a direction
// counts as 0: where only a product of weights is known, as much is left of a search at its tolerance.
const flat = 1e-3

// negative returns the weights that a direction moves along which the objective is curved downwards: what
// the search found is no minimum there. Nil where there is none, or where no formula is fitted.
func (t *Found) negative(ctx context.Context, in *Inference, whole *mat.SymDense) (list []string, err error) {
	if t.Design.Form == nil || t.Search.Reason != descent.Tolerance {
		return nil, nil
	}
	h := whole
	if t.curvature() != sparse.Exact {
		plain, pull, err := in.Second(ctx, sparse.Exact)
		if err != nil {
			return nil, err
		}
		h = plain
		h.AddSym(h, pull)
		in.Hold(h)
	}
	var free []int
	for j, n := range in.Scores.Rows {
		if n > 0 && in.Active[j] == 0 && h.At(j, j) != 0 {
			free = append(free, j)
		}
	}
	for _, j := range downwards(h, free) {
		if j < len(t.Design.Names) {
			list = append(list, t.Design.Names[j])
		}
	}
	return list, nil
}

// shareOfMost is the part of the largest entry of a direction from which on it is said to move a weight.
const shareOfMost = 0.3

// downwards returns the indices that the direction of the lowest curvature moves most, of those that are
// free; nil if that is not below 0.
func downwards(h *mat.SymDense, free []int) (list []int) {
	if len(free) == 0 {
		return nil
	}
	c := mat.NewSymDense(len(free), nil)
	size := func(j int) float64 { return math.Sqrt(math.Abs(h.At(j, j))) }
	for a, i := range free {
		for b, j := range free[:a+1] {
			c.SetSym(a, b, h.At(i, j)/(size(i)*size(j)))
		}
	}
	lifted := mat.NewSymDense(len(free), nil)
	lifted.CopySym(c)
	for a := range free {
		lifted.SetSym(a, a, c.At(a, a)+flat)
	}
	var factor mat.Cholesky
	if factor.Factorize(lifted) {
		return nil
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(c, true) || !(eigen.Values(nil)[0] < -flat) {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	lowest := mat.Col(nil, 0, &vectors)
	most := max(slices.Max(lowest), -slices.Min(lowest))
	for a, v := range lowest {
		if math.Abs(v) >= shareOfMost*most {
			list = append(list, free[a])
		}
	}
	return list
}
