package texel

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
)

// The gaps at which a search for a loss of centipawns ends, as shares of it. With intercepts by group
// a search has a matrix of all rows, and a step more takes it to where rounding ends it.
const (
	centipawnTolerance = 1e-12
	groupedTolerance   = 1e-22
)

func (t *Job) centipawnTolerance() float64 {
	if t.Grouping != 0 && !t.Large() {
		return groupedTolerance
	}
	return centipawnTolerance
}

// Centipawns finds the minimum of a loss of centipawns ([sparse.Centipawns]) by the search of this
// package, because there are too many weights for sums of products, or intercepts by group. Of the
// options it knows Passes alone.
func (t *Job) Centipawns(ctx context.Context) (out *Inferred, err error) {
	t.Opt = Options{Search: Search{Tolerance: t.centipawnTolerance(), Passes: t.Opt.Passes}}.WithDefaults()
	p := &Prepared{Job: t, packs: new(int), Problem: &search.Problem{Job: t.search(), Mean: make([]float64, len(t.Design.Names))}}
	if err := p.checkGrouping(); err != nil {
		return nil, err
	}
	if t.Intercepts && t.Grouping == 0 {
		if p.sources, err = p.sourcesOf(ctx); err != nil {
			return nil, err
		}
	}
	p.Problem.Extra = len(p.sources)
	s := &Scaled{Prepared: p, Start: make([]float64, len(t.Design.Names)+len(p.sources))}
	if s.Rows, err = p.pack(ctx, p.fold(rows.Train, 0, 0), 0); err != nil {
		return nil, err
	}
	if s.Rows.Rows() > 0 && s.Rows.TotalWeight() == 0 {
		return nil, p.allSilent()
	}
	if s.Rows.TotalWeight() == 0 {
		return nil, fmt.Errorf("%w: %s", linear.ErrNoRows, linear.NoScores)
	}
	found, err := s.Find(ctx)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	if t.Grouping != 0 {
		return found.Infer(ctx)
	}
	out = &Inferred{Found: found, point: found.Minimum}
	out.Scores, err = s.Rows.Counts(ctx, found.Minimum, countPools)
	return out, err
}

// WithinGroups measures the weights that were found with intercepts by group; nil without these.
func (t *Inferred) WithinGroups(ctx context.Context) (*Within, error) {
	return t.withinGroups(ctx, t.Rows, t.point, nil, t.Bootstrap)
}

// Evaluation returns the evaluation that was found.
func (t *Inferred) Evaluation() rows.Model { return t.model("", t.point, 0, t.Behind()) }
