package choice

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/sparse"
)

// Inferred is the minimum with what second derivatives and games say of its weights.
type Inferred struct {
	*Found
	System *linear.System // of the roots alone; nil of a quick fit, and of a large one
	Factor *linear.Factor
	sandwich.Bars
	search.Minimum
}

// mostPools is the most pools that games are put together into for standard errors: the error of
// these is then 1.6 %.
const mostPools = 2048

// Infer computes standard errors and dependences; none for a quick fit and a large one.
//
// Those of [Regret] rest on second derivatives without their negative parts. Those of a formula itself
// are left out.
func (t *Found) Infer(ctx context.Context) (*Inferred, error) {
	n := len(t.Weights)
	in := &Inferred{Found: t, Minimum: search.Minimum{F: t.objective, Point: t.Search.Weights, Active: make([]int8, n)}}
	copy(in.Active, t.Search.Bound)
	if t.Opt.Quick || t.Large() {
		return in, nil
	}
	t.Meter.Report(rows.Progress{Stage: "standard errors", Total: 1})
	kind := Exact
	if t.Loss == Regret {
		kind = Positive
	}
	plain, extra, err := in.Second(ctx, kind)
	if err != nil {
		return nil, err
	}
	whole := mat.NewSymDense(n, nil)
	whole.AddSym(plain, extra)
	for _, h := range []*mat.SymDense{plain, whole, extra} {
		h.ScaleSym(t.Train.TotalWeight(), h)
		in.Hold(h)
	}
	in.System = t.system(plain, in)
	in.Factor = in.System.Factorise()
	est := &linear.Estimate{Beta: make([]float64, n), System: in.System, Factor: in.Factor, Bread: in.System}
	if t.objective.Penalty.IsZero() {
		extra = nil
	} else {
		est.Bread = t.system(whole, in)
	}
	if in.Bars, err = in.bars(ctx, est.Influence(0, n), kind, extra); err != nil {
		return nil, err
	}
	t.Minima.Measure(t.Design.Names, in.StdErr)
	return in, nil
}

// system makes a system of second derivatives.
func (t *Found) system(h *mat.SymDense, in *Inferred) *linear.System {
	return in.Minimum.System(h, t.Train.Len(), t.Support.Roots, nil)
}

// bars computes the errors of the weights; pull are the second derivatives of the penalties.
func (in *Inferred) bars(ctx context.Context, inverse *mat.Dense, kind sparse.Curvature, pull *mat.SymDense) (b sandwich.Bars, err error) {
	s := in.Support
	e := &search.Evidence{Kind: kind, Pull: pull, Rows: s.Roots, Chosen: search.ByFolds(in.Choices), Problem: sandwich.Problem{
		Inverse: inverse, Games: s.All, Threads: in.Threads, Exact: sandwich.Few(s.Games, s.All, in.Train.Rows()),
		Freedom: sandwich.Many(s.Games, s.All, s.Effective), Effect: in.AddUp(mat.DenseCopyOf(inverse)),
	}}
	if e.Sums, err = in.Train.Scores(ctx, in.Weights, min(mostPools, max(1, s.All))); err != nil {
		return b, err
	}
	return in.Minimum.Bars(ctx, e)
}
