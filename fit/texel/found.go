package texel

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
)

// Found is the minimum, or where the search for it ended.
type Found struct {
	*Scaled
	Strengths  search.Strengths
	Choices    []search.Choice
	objective  *search.Objective
	Search     *descent.Result
	Minimum    []float64      // weights, then intercepts
	Impossible []bool         // weights of squares where a pawn never stands
	Minima     *search.Minima // nil of one start
}

// Find chooses the strengths and searches from the start.
func (t *Scaled) Find(ctx context.Context) (*Found, error) {
	s, choices, err := t.Problem.Job.Choose(ctx, &search.Folds{Part: t.foldOf, Objective: t.objectiveOf, Descent: t.descent, Start: t.Start, Safe: !t.NamesGames()})
	if err != nil {
		return nil, err
	}
	if g := t.Rows.Groups; g != nil {
		if err := g.Anchor(ctx, t.Start); err != nil {
			return nil, err
		}
	}
	out := &Found{Scaled: t, Strengths: s, Choices: choices}
	if err := out.search(ctx, t.Start, true); err != nil {
		return nil, err
	}
	if err := out.others(ctx); err != nil {
		return nil, err
	}
	return out, out.findModel(ctx)
}

// search searches from a point. The first search alone is written to checkpoints: those that follow
// begin where it ended.
func (t *Found) search(ctx context.Context, from []float64, first bool) error {
	f := t.Objective(t.Rows, t.Strengths)
	opt, err := t.searchOptions(ctx, f)
	if err != nil {
		return err
	}
	if !first {
		opt.Checkpoint, opt.Resume = nil, nil
	}
	found, err := t.Problem.Minimise(ctx, f, from, opt)
	if err != nil {
		return err
	}
	t.objective = f
	t.settle(found)
	return nil
}

// settle makes an end of the search that of the fit.
func (t *Found) settle(found *descent.Result) {
	f := t.objective
	t.Search = found
	t.Minimum = slices.Clone(f.Weights(t.Search.Weights))
	t.Impossible = t.impossible()
	for j, never := range t.Impossible {
		if never {
			t.Minimum[j] = 0 // whatever the start weights say of it
		}
	}
}

// impossible marks the weights of squares where a pawn never stands.
func (t *Scaled) impossible() []bool {
	never := make([]bool, len(t.Start))
	for j, active := range t.Rows.Active() {
		never[j] = !active && j < len(t.Design.Names) && search.PawnOnEdge.MatchString(t.Design.Names[j])
	}
	return never
}

// searchOptions returns the options of the search.
func (t *Scaled) searchOptions(ctx context.Context, f *search.Objective) (descent.Options, error) {
	opt := t.descent(f)
	opt.Checkpoint, opt.Resume = t.Opt.Checkpoint, t.Opt.Resume
	opt.Report = t.Problem.Job.Report()
	var err error
	if t.Watched() > 0 {
		opt.Watch, err = t.watch(ctx, f)
	}
	return opt, err
}

// watch returns the loss on the games that are kept to watch it.
func (t *Scaled) watch(ctx context.Context, f *search.Objective) (func([]float64) (float64, error), error) {
	rows, err := t.pack(ctx, t.weighed(rows.Test, 0, t.Watched()), t.K.Value)
	if err != nil {
		return nil, err
	}
	if rows.Rows() == 0 {
		return nil, fmt.Errorf("fit: Texel.Watch %g leaves no game to watch", t.Opt.Watch)
	}
	g := make([]float64, rows.Weights)
	return func(point []float64) (float64, error) { return rows.Gradient(ctx, f.Weights(point), g) }, nil
}

// weighed is fold with the balance of the training rows.
func (t *Scaled) weighed(want rows.Part, fold, folds int) shareOfRows {
	s := t.fold(want, fold, folds)
	s.balancer = t.Balance.weigh()
	return s
}

// foldOf packs a fold and the other rows.
func (t *Scaled) foldOf(ctx context.Context, fold, folds int) (train, test search.Rows, err error) {
	a, err := t.pack(ctx, t.weighed(rows.Train, fold, folds), t.K.Value)
	if err != nil {
		return nil, nil, err
	}
	b, err := t.pack(ctx, t.weighed(rows.Test, fold, folds), t.K.Value)
	return a, b, err
}

// Objective returns what is to be minimised over some rows.
func (t *Prepared) Objective(of *Packed, s search.Strengths) *search.Objective {
	return t.Problem.Objective(of, s, t.RowUnit(of.Scale)/max(1, of.TotalWeight()), nil)
}

// objectiveOf is Objective of rows that foldOf packed.
func (t *Prepared) objectiveOf(of search.Rows, s search.Strengths) *search.Objective {
	return t.Objective(of.(*Packed), s)
}

// descent returns the options of a search. Where its matrix solves for the weights it is made of all rows.
func (t *Prepared) descent(f *search.Objective) descent.Options {
	opt := t.Descent(f)
	if t.Loss.Linear && t.Grouping != 0 {
		opt.Every = 1
	}
	return opt
}

// The rounds in which weights and the win/draw/loss model are fitted in turns end when the loss falls
// by less than this share.
const (
	modelRounds = 8
	modelEnough = 1e-6
)

// findModel goes on from a minimum with the model fitted again there, until neither moves: a fit of
// both, for the likelihood rises in every step.
func (t *Found) findModel(ctx context.Context) error {
	if !t.ofOutcomes() {
		return nil
	}
	for round := 0; round < modelRounds && t.Search.Reason != descent.Interrupted; round++ {
		before := t.Search.F
		if err := t.fitModel(ctx, t.Minimum); err != nil {
			return err
		}
		if err := t.search(ctx, t.Minimum, false); err != nil {
			return err
		}
		if !(math.Abs(before-t.Search.F) > modelEnough*before) {
			return nil
		}
	}
	return nil
}
