package session

import (
	"context"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
)

// learningShares are the shares that come before the whole.
var learningShares = []float64{1. / 8, 1. / 4, 1. / 2}

// learn fits shares of the training games as res was fitted to all of them. A
// share that is too small to fit is left out, with a word on standard error.
func (s *session) learn(ctx context.Context, d *data, res *fit.Result) ([]finding.LearningPoint, error) {
	if !s.Options.Learning {
		return nil, nil
	}
	opt := s.Fit
	opt.Ridge, opt.Unseal = res.Ridge, false
	x := &opt.Texel
	x.PriorRows, x.Smooth, x.Choose = res.PriorRows, res.Smooth, fit.Choose{}
	x.Checkpoint, x.Resume, x.Quick, x.Scale = nil, nil, true, fit.ScaleNone
	var points []finding.LearningPoint
	for _, share := range learningShares {
		opt.Split.Train = share
		part, err := s.estimate(ctx, d, opt)
		if err == nil && part.Stopped == fit.Interrupted {
			err = ctx.Err()
		}
		if ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			cli.Printf(s.std.Err, "warning: -learning: %g of the training games: %v\n", share, err)
			continue
		}
		points = append(points, finding.LearningPoint{Share: share, Train: part.Train, Test: part.Test})
	}
	return append(points, finding.LearningPoint{Share: 1, Train: res.Train, Test: res.Test}), nil
}
