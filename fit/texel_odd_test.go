package fit

import (
	"encoding/json"
	"math"
	"testing"

	"example.org/centipawn/matrix"
)

// mustMarshal finds numbers that are none.
func mustMarshal(t *testing.T, r *Result) {
	t.Helper()
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}

// TestSourceOfWatchedGames: all games of a source are kept to watch the loss on, so
// that no training row speaks of its intercept.
func TestSourceOfWatchedGames(t *testing.T) {
	l := usual(5)
	rows := l.rows()
	opt := kOptions(l)
	opt.Texel.Watch = 0.5
	d := selectionOf(opt.WithDefaults()).Divider
	d.Folds = 2
	for i := range rows {
		rows[i].source = 0
		if d.Part(rows[i].game, rows[i].hash) == Test && rows[i].game%2 == 0 {
			rows[i].source = 3
		}
	}
	r := mustFit(t, newSet(t, l.columns, 100, rows), opt)
	mustMarshal(t, r)
	if n := len(r.Intercepts); n != 2 || r.Intercepts[1].Rows != 0 || r.Intercepts[1].StdErr != 0 {
		t.Errorf("intercepts %+v", r.Intercepts)
	}
}

// TestInterceptOfOneGame: an intercept that one game decides has no error, as no weight has; that
// of many games has one with its degrees of freedom.
func TestInterceptOfOneGame(t *testing.T) {
	for _, loss := range []Loss{Squared, CrossEntropy} {
		l := usual(5)
		rows := changed(l.rows(), func(_ int, r *row) {
			if r.source = 0; r.game == 7 {
				r.source = 3
			}
		})
		opt := l.options(loss)
		opt.Split, opt.Intercept = Split{By: SplitNone}, WithIntercept
		r := mustFit(t, newSet(t, l.columns, 100, rows), opt)
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
	l := usual(5)
	opt := l.options(Sigmoid)
	r := mustFit(t, newSet(t, l.columns, 100, changed(l.rows(), func(_ int, r *row) { r.result = matrix.ResultDraw })), opt)
	mustMarshal(t, r)
	if r.Final != 0 || r.Rounding.TrainChange != 0 || r.Rounding.TestChange != 0 {
		t.Errorf("loss %g, rounding %+v", r.Final, r.Rounding)
	}
}

// TestScaleWithoutTestRows: a split that leaves no game for the test does not leave
// the scale.
func TestScaleWithoutTestRows(t *testing.T) {
	l := usual(5)
	set := l.set(t)
	opt := kOptions(l)
	opt.Split.Share = 1e-9
	got := mustFit(t, set, opt)
	opt.Split = Split{By: SplitNone}
	want := mustFit(t, set, opt)
	if got.Test != nil || got.Scale.Slope == 0 || *got.Scale != *want.Scale {
		t.Errorf("scale %+v, without a split %+v", got.Scale, want.Scale)
	}
}

// TestErrorsAwayFromMinimum: where the second derivatives are not positive, a weight
// that the data tell has an error all the same.
func TestErrorsAwayFromMinimum(t *testing.T) {
	l := usual(7)
	opt := kOptions(l)
	for i := range opt.Texel.Start {
		opt.Texel.Start[i].Value *= 6 * float64(2*(i%2)-1)
	}
	opt.Texel.K, opt.Texel.Passes = l.k, 1
	for _, w := range mustFit(t, l.set(t), opt).Weights {
		if w.Identified && !(w.StdErr > 0 && !math.IsInf(w.StdErr, 0)) {
			t.Errorf("%s = %g ± %g", w.Name, w.Value, w.StdErr)
		}
	}
}
