package search

import (
	"context"
	"math"
	"slices"

	"example.org/centipawn/fit/descent"
)

// A search may step over a formula to where weights of it have no effect in any row, and would stay
// there: the sum of a side far below 0, a sigmoid far from where it rises. A weight is lost if what rows
// tell of it, the diagonal of the Gauss–Newton matrix, has fallen to this share of that at the start; a
// search that is guarded does not step to where it is less than the other.
const (
	lostShare    = 1e-9
	guardedShare = 1e-3
)

// mostGuarded is how often a search begins again with those weights guarded that the last one lost.
const mostGuarded = 3

// guardedPasses is how many passes a guarded search has to come near a minimum; from there the search goes on
// without the guard. Along the guard, and where kinks meet, it would creep for thousands.
const guardedPasses = 100

// damped is the most weights of which a search begins again by Levenberg–Marquardt: it makes the matrix of all rows in every
// step, and factors it in every trial.
const damped = 300

// lost lists the weights of the formula of which rows told something at the start, and next to nothing
// where the search ended; bounds that hold a weight are no loss.
func (p *Problem) lost(ctx context.Context, f *Objective, found *descent.Result, before []float64) (list []int, err error) {
	after := make([]float64, f.Size())
	if err := f.Rows.Diagonal(ctx, f.Weights(found.Weights), 1, after); err != nil {
		return nil, err
	}
	for _, j := range p.ofFormula() {
		held := found.Bound != nil && found.Bound[j] != 0
		if !held && before[j] > 0 && after[j] <= lostShare*before[j] {
			list = append(list, j)
		}
	}
	return list, nil
}

// guarded is an objective that is infinite where rows tell too little of some weights.
type guarded struct {
	*Objective
	weights []int
	before  []float64 // diagonal at the start
	now     []float64 // scratch
}

// Gradient implements descent.Objective.
func (g *guarded) Gradient(ctx context.Context, point, to []float64) (float64, error) {
	loss, err := g.Objective.Gradient(ctx, point, to)
	if err != nil || loss-loss != 0 {
		return loss, err
	}
	if err := g.Rows.Diagonal(ctx, g.Weights(point), 1, g.now); err != nil {
		return 0, err
	}
	for _, j := range g.weights {
		if g.now[j] < guardedShare*g.before[j] {
			return math.Inf(1), nil
		}
	}
	return loss, nil
}

// regain searches again from the start where a search has lost weights of a formula, with those guarded,
// and returns the lower of the ends: there may be nothing to regain. Of 100 fits each of a square and of a
// sigmoid to 300 games 2 and 5 lose weights, and regain them all.
func (p *Problem) regain(ctx context.Context, f *Objective, from []float64, found *descent.Result, opt descent.Options) (*descent.Result, error) {
	if p.ofFormula() == nil || spent(found) {
		return found, nil
	}
	g := &guarded{Objective: f, before: make([]float64, f.Size()), now: make([]float64, f.Size())}
	if err := f.Rows.Diagonal(ctx, from, 1, g.before); err != nil {
		return nil, err
	}
	opt.Checkpoint, opt.Resume = nil, nil
	for range mostGuarded {
		more, err := p.lost(ctx, f, found, g.before)
		if err != nil || more == nil {
			return found, err
		}
		g.weights = append(g.weights, more...)
		again, err := p.guardedSearch(ctx, g, from, opt)
		switch {
		case err != nil:
			return nil, err
		case !(again.F < found.F):
			return found, nil
		case spent(again):
			return again, nil
		}
		found = again
	}
	return found, nil
}

// spent reports whether a search ended because no more passes may be made.
func spent(r *descent.Result) bool {
	return r.Reason == descent.Interrupted || r.Reason == descent.PassLimit
}

// guardedSearch begins a search with the guard, and goes on without it from where that creeps, or comes to a kink.
func (p *Problem) guardedSearch(ctx context.Context, g *guarded, from []float64, opt descent.Options) (*descent.Result, error) {
	short := opt
	if short.Passes == 0 || short.Passes > guardedPasses {
		short.Passes = guardedPasses
	}
	if !p.Job.Large() && g.Size() <= damped {
		short.Method = descent.LevenbergMarquardt // which damps the first steps, the ones that went too far
	}
	found, err := p.descend(ctx, g, from, short)
	if err != nil || found.Passes >= opt.Passes && opt.Passes > 0 {
		return found, err
	}
	switch found.Reason {
	case descent.Tolerance, descent.Early, descent.Interrupted:
		return found, nil
	}
	if opt.Passes > 0 {
		opt.Passes -= found.Passes
	}
	return p.descend(ctx, g.Objective, slices.Clone(g.Weights(found.Weights)), opt)
}
