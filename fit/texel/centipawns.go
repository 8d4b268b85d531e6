package texel

import (
	"context"
	"errors"
	"fmt"

	"centipawn/fit/linear"
	"centipawn/fit/rows"
)

// centipawnTolerance is the gap at which a search for a loss of centipawns ends, as a share of it.
const centipawnTolerance = 1e-12

// Centipawns finds the minimum of a loss of centipawns ([sparse.Centipawns]) by the search of this
// package: there are too many weights for sums of products. Of the options it knows Passes alone.
func (t *Job) Centipawns(ctx context.Context) (out *Inferred, err error) {
	t.Opt = Options{Tolerance: centipawnTolerance, Passes: t.Opt.Passes}.WithDefaults()
	p := &Prepared{Job: t}
	if t.Intercepts {
		if p.sources, err = p.sourcesOf(ctx); err != nil {
			return nil, err
		}
	}
	s := &Scaled{Prepared: p, Start: make([]float64, len(t.Design.Names)+len(p.sources))}
	if s.Rows, err = p.pack(ctx, p.fold(rows.Train, 0, 0), 0); err != nil {
		return nil, err
	}
	if s.Rows.TotalWeight() == 0 {
		return nil, fmt.Errorf("%w: %s", linear.ErrNoRows, linear.NoScores)
	}
	found, err := s.Find(ctx)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	out = &Inferred{Found: found, point: found.Minimum}
	out.Scores, err = s.Rows.Counts(ctx, found.Minimum, countPools)
	return out, err
}

// Evaluation returns the evaluation that was found.
func (t *Inferred) Evaluation() rows.Model { return t.model("", t.point, 0, t.Behind()) }
