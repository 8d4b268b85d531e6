package fit

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// A LearningPoint is a fit to a share of the training games, tested on all test
// games.
type LearningPoint struct {
	Share float64      `json:"share"` // of the training games
	Train *fit.Metrics `json:"train"`
	Test  *fit.Metrics `json:"test"`
}

// learningShares are the shares that come before the whole.
var learningShares = []float64{1. / 8, 1. / 4, 1. / 2}

// learn fits shares of the training games as res was fitted to all of them. A
// share that is too small to fit is left out, with a word on standard error.
func (s *session) learn(ctx context.Context, d *data, res *fit.Result) ([]LearningPoint, error) {
	if !s.Options.Learning {
		return nil, nil
	}
	opt := s.Fit
	opt.Ridge, opt.Unseal = res.Ridge, false
	x := &opt.Texel
	x.PriorRows, x.Smooth, x.Choose = res.PriorRows, res.Smooth, fit.Choose{}
	x.Checkpoint, x.Resume, x.Quick, x.Scale = nil, nil, true, fit.ScaleNone
	var points []LearningPoint
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
		points = append(points, LearningPoint{share, part.Train, part.Test})
	}
	return append(points, LearningPoint{1, res.Train, res.Test}), nil
}

// writeLearning prints the learning curve.
func (f *Finding) writeLearning(w io.Writer, res *fit.Result) error {
	if f.Learning == nil {
		return nil
	}
	fmt.Fprintln(w)
	t := plaintext.Table{Header: []string{"learning", "rows", "train mse", "test mse", "95 %"}}
	figure := weights.Number // of centipawns squared
	if res.Loss.Expected() {
		t.Header, figure = append(t.Header, "test logloss"), weights.SixDecimals
	}
	for _, p := range f.Learning {
		cells := []string{fmt.Sprintf("%g of the training games", p.Share), strconv.Itoa(p.Train.N), figure(p.Train.MSE), figure(p.Test.MSE), interval(p.Test.MSEInterval, figure)}
		if res.Loss.Expected() {
			cells = append(cells, figure(p.Test.LogLoss))
		}
		t.Add(cells...)
	}
	return t.Write(w)
}

// interval prints an interval, nothing of nil.
func interval(in *fit.Interval, figure func(float64) string) string {
	if in == nil {
		return ""
	}
	return fmt.Sprintf("[%s, %s]", figure(in.Low), figure(in.High))
}
