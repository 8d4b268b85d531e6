package session

import (
	"context"
	"errors"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
)

// compare says how far the fit is from the weights that it began with or, if these are zero, from
// its prior.
func (s *session) compare(ctx context.Context, f *finding.Finding, rows *matrix.Set) (err error) {
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
