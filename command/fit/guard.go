package fit

import (
	"context"
	"errors"
	"fmt"
	"io"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
)

// Load opens matrices, reads traces or counts data files, as [Run] does, without a word. Call
// done when the rows are no longer needed.
func Load(ctx context.Context, opt Options, std cli.Streams) (rows *matrix.Set, done func(), err error) {
	s := session{Options: opt, std: std}
	s.JSON = true
	d, err := s.open(ctx, opt.Inputs, nil)
	if err != nil {
		return nil, nil, err
	}
	return d.Set, d.Close, nil
}

// compare says how far the fit is from the weights that it began with or, if these are zero, from
// its prior.
func (s *session) compare(ctx context.Context, f *Finding, rows *matrix.Set) (err error) {
	if s.old == nil || f.Interrupted() || f.File.Kind != weights.Evaluation {
		return nil
	}
	f.Guard, err = guard.CompareFit(ctx, rows, s.old, f.File, onTest(f.Result.Gain), s.Fit.WithDefaults().Threads)
	if errors.Is(err, guard.ErrNoPosition) { // all old weights may be 0
		return nil
	}
	return err
}

// onTest is what the test rows say of start weights and fit.
func onTest(g *fit.Gain) *guard.Labels {
	if g == nil || g.Change == nil {
		return nil
	}
	return &guard.Labels{Rows: g.Fitted.N, Old: g.Start.MSE, New: g.Fitted.MSE, Change: g.Change.Value}
}

// writeGuard prints how far the evaluation moved, and what is to be expected of it.
func (f *Finding) writeGuard(w io.Writer, _ *fit.Result) error {
	if f.Guard == nil {
		return nil
	}
	fmt.Fprintln(w)
	return f.Guard.Write(w)
}
