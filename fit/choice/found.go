package choice

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/texel"
)

// Found is the minimum, or where the search for it ended.
type Found struct {
	*Ready
	Strengths texel.Strengths
	Choices   []texel.Choice
	Search    *descent.Result
	Weights   []float64
	objective *Objective
}

// Find chooses the strengths and searches from the start.
func (r *Ready) Find(ctx context.Context) (*Found, error) {
	s, choices, err := r.choose(ctx)
	if err != nil {
		return nil, err
	}
	f := r.objective(r.Train, s)
	opt := r.descentOptions(f)
	opt.Checkpoint, opt.Resume = r.Opt.Checkpoint, r.Opt.Resume
	opt.Report = func(s descent.Step) {
		r.Meter.Report(rows.Progress{Stage: "fitting", Done: s.Passes, Loss: s.F, Gap: s.Gap})
	}
	search, err := descent.Minimize(ctx, f, r.chains.Point(r.Start), opt)
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	r.Meter.Passes += search.Passes + int(math.Ceil(search.Curvatures))
	return &Found{Ready: r, Strengths: s, Choices: choices, Search: search, objective: f, Weights: slices.Clone(f.weights(search.Weights))}, nil
}

// choose finds the strengths that are asked for by folds of the training games, one after the other,
// the prior first, by the loss of the fold that is left out.
func (r *Ready) choose(ctx context.Context) (s texel.Strengths, choices []texel.Choice, err error) {
	s = texel.Strengths{Ridge: r.Ridge, Prior: r.Opt.PriorRows, Smooth: r.Opt.Smooth}
	c := r.Opt.Choose
	for _, wanted := range []struct {
		name string
		to   *float64
		yes  bool
	}{{"prior", &s.Prior, c.Prior}, {"ridge", &s.Ridge, c.Ridge}, {"smooth", &s.Smooth, c.Smooth}} {
		if !wanted.yes {
			continue
		}
		found, err := r.fold(ctx, wanted.name, &s, wanted.to)
		if err != nil {
			return s, nil, err
		}
		*wanted.to = found.Strength
		choices = append(choices, found)
	}
	return s, choices, nil
}

// fold tries a strength on all folds.
func (r *Ready) fold(ctx context.Context, name string, s *texel.Strengths, to *float64) (texel.Choice, error) {
	var trials [][]float64 // by fold and candidate
	var weights []float64
	d := r.Selection().Divider
	d.Folds = r.Opt.Choose.Folds
	for d.Fold = range d.Folds {
		part := func(want rows.Part) *Roots {
			return r.Train.Where(func(g Root) bool { return d.Part(g.Game, 0) == want })
		}
		train, test := part(rows.Train), part(rows.Test)
		if train.Len() == 0 || test.Len() == 0 {
			return texel.Choice{}, fmt.Errorf("fit: fold %d of %d is empty: there are too few games to choose the %s by folds; pass a number", d.Fold+1, d.Folds, name)
		}
		losses, at := []float64(nil), r.Start
		for k, strength := range texel.Candidates {
			*to = strength
			loss, next, err := r.try(ctx, train, test, *s, at)
			if err != nil {
				return texel.Choice{}, fmt.Errorf("fit: fold %d: %w", d.Fold+1, err)
			}
			losses, at = append(losses, loss), next
			r.Meter.Report(rows.Progress{Stage: "choosing the " + name + " by folds", Done: d.Fold*len(texel.Candidates) + k + 1, Total: d.Folds * len(texel.Candidates)})
		}
		trials, weights = append(trials, losses), append(weights, test.TotalWeight())
	}
	return texel.Decide(name, trials, weights), nil
}

// try fits some roots, from a point on, and returns the loss of others there.
func (r *Ready) try(ctx context.Context, train, test *Roots, s texel.Strengths, from []float64) (loss float64, at []float64, err error) {
	f := r.objective(train, s)
	opt := r.descentOptions(f)
	opt.Method, opt.Tolerance = descent.LBFGS, max(opt.Tolerance, 1e-7)
	found, err := descent.Minimize(ctx, f, r.chains.Point(from), opt)
	if err != nil {
		return 0, nil, err
	}
	if ctx.Err() != nil {
		return 0, nil, ctx.Err()
	}
	r.Meter.Passes += found.Passes
	at = slices.Clone(f.weights(found.Weights))
	loss, err = test.Gradient(ctx, at, make([]float64, len(at)))
	return loss, at, err
}
