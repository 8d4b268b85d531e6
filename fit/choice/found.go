package choice

import (
	"context"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
)

// Found is the minimum, or where the search for it ended.
type Found struct {
	*Ready
	Strengths search.Strengths
	Choices   []search.Choice
	Search    *descent.Result
	Weights   []float64
	objective *search.Objective
}

// Find chooses the strengths and searches from the start.
func (r *Ready) Find(ctx context.Context) (*Found, error) {
	s, choices, err := r.Choose(ctx, &search.Folds{Part: r.fold, Objective: r.objective, Descent: r.Descent, Start: r.Start})
	if err != nil {
		return nil, err
	}
	f := r.objective(r.Train, s)
	opt := r.Descent(f)
	opt.Checkpoint, opt.Resume, opt.Report = r.Opt.Checkpoint, r.Opt.Resume, r.Report()
	found, err := r.Minimise(ctx, f, r.Start, opt)
	if err != nil {
		return nil, err
	}
	return &Found{Ready: r, Strengths: s, Choices: choices, Search: found, objective: f, Weights: slices.Clone(f.Weights(found.Weights))}, nil
}

// fold returns the training roots of a fold, and the others.
func (r *Ready) fold(_ context.Context, fold, folds int) (train, test search.Rows, err error) {
	d := r.Selection().Divider
	d.Fold, d.Folds = fold, folds
	part := func(want rows.Part) *Roots {
		return r.Train.Where(func(g Root) bool { return d.Part(g.Game, 0) == want })
	}
	return part(rows.Train), part(rows.Test), nil
}
