package texel_test

import (
	"encoding/json"
	"math"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/matrix"
)

// mustMarshal finds numbers that are none.
func mustMarshal(t *testing.T, r *fit.Result) {
	t.Helper()
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}

// TestSourceOfWatchedGames: all games of a source are kept to watch the loss on, so
// that no training row speaks of its intercept.
func TestSourceOfWatchedGames(t *testing.T) {
	l := fittest.Usual(5)
	rows := l.Rows()
	opt := fittest.KOptions(l)
	opt.Texel.Watch = 0.5
	d := fittest.SelectionOf(opt.WithDefaults()).Divider
	d.Folds = 2
	for i := range rows {
		rows[i].Source = 0
		if d.Part(rows[i].Game, rows[i].Hash) == fit.Test && rows[i].Game%2 == 0 {
			rows[i].Source = 3
		}
	}
	r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	mustMarshal(t, r)
	if n := len(r.Intercepts); n != 2 || r.Intercepts[1].Rows != 0 || r.Intercepts[1].StdErr != 0 {
		t.Errorf("intercepts %+v", r.Intercepts)
	}
}

// TestInterceptOfOneGame: an intercept that one game decides has no error, as no weight has; that
// of many games has one with its degrees of freedom.
func TestInterceptOfOneGame(t *testing.T) {
	for _, loss := range []fit.Loss{fit.Squared, fit.CrossEntropy} {
		l := fittest.Usual(5)
		rows := fittest.Changed(l.Rows(), func(_ int, r *fittest.Row) {
			if r.Source = 0; r.Game == 7 {
				r.Source = 3
			}
		})
		opt := l.Options(loss)
		opt.Split, opt.Intercept = fit.Split{By: fit.SplitNone}, fit.WithIntercept
		r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
		if len(r.Intercepts) != 2 {
			t.Fatalf("%v: intercepts %+v", loss, r.Intercepts)
		}
		many, one := r.Intercepts[0], r.Intercepts[1]
		if !(many.StdErr > 0) || many.DF < 5 || one.Rows == 0 || one.StdErr != 0 || one.DF != 0 {
			t.Errorf("%v: intercepts %+v", loss, r.Intercepts)
		}
	}
}

// TestLossOfZero: rounding changes a loss of 0 by nothing.
func TestLossOfZero(t *testing.T) {
	l := fittest.Usual(5)
	opt := l.Options(fit.Sigmoid)
	r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, fittest.Changed(l.Rows(), func(_ int, r *fittest.Row) { r.Result = matrix.ResultDraw })), opt)
	mustMarshal(t, r)
	if r.Final != 0 || r.Rounding.TrainChange != 0 || r.Rounding.TestChange != 0 {
		t.Errorf("loss %g, rounding %+v", r.Final, r.Rounding)
	}
}

// TestScaleWithoutTestRows: a split that leaves no game for the test does not leave
// the scale.
func TestScaleWithoutTestRows(t *testing.T) {
	l := fittest.Usual(5)
	set := l.Set(t)
	opt := fittest.KOptions(l)
	opt.Split.Share = 1e-9
	got := fittest.MustFit(t, set, opt)
	opt.Split = fit.Split{By: fit.SplitNone}
	want := fittest.MustFit(t, set, opt)
	if got.Test != nil || got.Scale.Slope == 0 || *got.Scale != *want.Scale {
		t.Errorf("scale %+v, without a split %+v", got.Scale, want.Scale)
	}
}

// TestErrorsAwayFromMinimum: where the second derivatives are not positive, a weight
// that the data tell has an error all the same.
func TestErrorsAwayFromMinimum(t *testing.T) {
	l := fittest.Usual(7)
	opt := fittest.KOptions(l)
	for i := range opt.Texel.Start {
		opt.Texel.Start[i].Value *= 6 * float64(2*(i%2)-1)
	}
	opt.Texel.K, opt.Texel.Passes = l.K, 1
	for _, w := range fittest.MustFit(t, l.Set(t), opt).Weights {
		if w.Identified && !(w.StdErr > 0 && !math.IsInf(w.StdErr, 0)) {
			t.Errorf("%s = %g ± %g", w.Name, w.Value, w.StdErr)
		}
	}
}
