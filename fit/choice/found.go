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
	Minima    *search.Minima // nil of one start
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
	out := &Found{Ready: r, Strengths: s, Choices: choices, Search: found, objective: f}
	if err := out.others(ctx, opt); err != nil {
		return nil, err
	}
	out.Weights = slices.Clone(f.Weights(out.Search.Weights))
	return out, nil
}

// others searches from the other starts, and goes on with the lowest end.
func (t *Found) others(ctx context.Context, opt descent.Options) error {
	if t.Opt.Starts <= 1 {
		return nil
	}
	trip, err := t.Others(ctx, t.objective, t.Start, t.Search, opt)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		t.Search.Reason = descent.Interrupted
		return nil
	}
	t.Minima, err = trip.Minima(t.Opt.Tolerance, func(w []float64) ([]float64, error) { return t.Train.Evaluations(ctx, w) })
	t.Search = trip.Ends[trip.Best()].Search
	return err
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
