package texel_test

import (
	"math"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
)

// TestGain: White's advantage is credited to neither side of the comparison. Weights that are
// the start weights already gain nothing, with intercepts or without; what is reported is what
// Evaluate measures.
func TestGain(t *testing.T) {
	l := fittest.Usual(1)
	l.Advantage, l.Games = 60, 400
	set := l.Set(t)
	opt := fittest.KOptions(l)
	opt.Texel.Scale = fit.ScaleNone
	first := fittest.MustFit(t, set, opt)
	m := first.Model("fitted")
	m.Intercepts = nil
	for _, g := range []*fit.Gain{first.Gain, first.InterceptGain} {
		if g == nil || g.Change == nil || !(g.Change.Low < g.Change.High) {
			t.Fatalf("gain %+v", g)
		}
	}
	evs, err := fit.Evaluate(t.Context(), set, fit.Test, []fit.Model{m}, fit.EvalOptions{Target: fit.Target{Expected: true}, Null: first.Mean})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := first.Gain.Fitted.MSE, evs[0].Metrics(fit.Bootstrap{}).MSE; math.Abs(got-want) > 1e-12 || got == first.Test.MSE {
		t.Errorf("as an engine plays, the MSE is %g, want %g; with intercepts %g", got, want, first.Test.MSE)
	}
	opt.Texel.Start, opt.Texel.K = m.Weights, m.K
	again := fittest.MustFit(t, set, opt)
	if again.Intercepts[0].Value < 20 {
		t.Fatalf("intercepts %+v: the data are not what is wanted", again.Intercepts)
	}
	for name, g := range map[string]*fit.Gain{"alone": again.Gain, "with intercepts": again.InterceptGain} {
		if math.Abs(g.Change.Value) > 2e-3 {
			t.Errorf("%s: the MSE of the fitted weights changed by %g against themselves", name, g.Change.Value)
		}
	}
	opt.Intercept = fit.NoIntercept
	if r := fittest.MustFit(t, set, opt); r.InterceptGain != nil || r.Gain == nil {
		t.Errorf("gain %+v, with intercepts %+v", r.Gain, r.InterceptGain)
	}
}

// TestCalibrated: calibration says of which rows it is.
func TestCalibrated(t *testing.T) {
	l := fittest.Usual(1)
	opt := fittest.KOptions(l)
	if r := fittest.MustFit(t, l.Set(t), opt); r.Calibrated != fit.Test || r.Calibration == nil {
		t.Errorf("calibrated on %v, want test", r.Calibrated)
	}
	opt.Split.By = fit.SplitNone
	if r := fittest.MustFit(t, l.Set(t), opt); r.Calibrated != fit.Train || r.Calibration == nil {
		t.Errorf("calibrated on %v, want train", r.Calibrated)
	}
}

// TestSearchedK: a K that the scale policy changes says what it was.
func TestSearchedK(t *testing.T) {
	l := fittest.Usual(5)
	opt := fittest.KOptions(l)
	for i := range opt.Texel.Start {
		opt.Texel.Start[i].Value *= 0.6
	}
	opt.Texel.K = 0.8
	r := fittest.MustFit(t, l.Set(t), opt)
	if r.K.Before != 0.8 || math.Abs(r.K.Value*r.Scale.Factor-0.8) > 1e-12 || r.Scale.Factor == 1 {
		t.Errorf("K %+v, scale %+v", r.K, r.Scale)
	}
	opt.Texel.Scale = fit.ScaleNone
	if r := fittest.MustFit(t, l.Set(t), opt); r.K.Before != 0 || r.K.Value != 0.8 {
		t.Errorf("K %+v", r.K)
	}
}
