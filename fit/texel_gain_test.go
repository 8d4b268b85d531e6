package fit

import (
	"math"
	"testing"
)

// TestGain: White's advantage is credited to neither side of the comparison. Weights that are
// the start weights already gain nothing, with intercepts or without; what is reported is what
// Evaluate measures.
func TestGain(t *testing.T) {
	l := usual(1)
	l.advantage, l.games = 60, 400
	set := l.set(t)
	opt := kOptions(l)
	opt.Texel.Scale = ScaleNone
	first := mustFit(t, set, opt)
	m := first.Model("fitted")
	m.Intercepts = nil
	for _, g := range []*Gain{first.Gain, first.InterceptGain} {
		if g == nil || g.Change == nil || !(g.Change.Low < g.Change.High) {
			t.Fatalf("gain %+v", g)
		}
	}
	evs, err := Evaluate(t.Context(), set, Test, []Model{m}, EvalOptions{Target: Target{Expected: true}, Null: first.Mean})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := first.Gain.Fitted.MSE, evs[0].Metrics(Bootstrap{}).MSE; math.Abs(got-want) > 1e-12 || got == first.Test.MSE {
		t.Errorf("as an engine plays, the MSE is %g, want %g; with intercepts %g", got, want, first.Test.MSE)
	}
	opt.Texel.Start, opt.Texel.K = m.Weights, m.K
	again := mustFit(t, set, opt)
	if again.Intercepts[0].Value < 20 {
		t.Fatalf("intercepts %+v: the data are not what is wanted", again.Intercepts)
	}
	for name, g := range map[string]*Gain{"alone": again.Gain, "with intercepts": again.InterceptGain} {
		if math.Abs(g.Change.Value) > 2e-3 {
			t.Errorf("%s: the MSE of the fitted weights changed by %g against themselves", name, g.Change.Value)
		}
	}
	opt.Intercept = NoIntercept
	if r := mustFit(t, set, opt); r.InterceptGain != nil || r.Gain == nil {
		t.Errorf("gain %+v, with intercepts %+v", r.Gain, r.InterceptGain)
	}
}

// TestCalibrated: calibration says of which rows it is.
func TestCalibrated(t *testing.T) {
	l := usual(1)
	opt := kOptions(l)
	if r := mustFit(t, l.set(t), opt); r.Calibrated != Test || r.Calibration == nil {
		t.Errorf("calibrated on %v, want test", r.Calibrated)
	}
	opt.Split.By = SplitNone
	if r := mustFit(t, l.set(t), opt); r.Calibrated != Train || r.Calibration == nil {
		t.Errorf("calibrated on %v, want train", r.Calibrated)
	}
}

// TestSearchedK: a K that the scale policy changes says what it was.
func TestSearchedK(t *testing.T) {
	l := usual(5)
	opt := kOptions(l)
	for i := range opt.Texel.Start {
		opt.Texel.Start[i].Value *= 0.6
	}
	opt.Texel.K = 0.8
	r := mustFit(t, l.set(t), opt)
	if r.K.Before != 0.8 || math.Abs(r.K.Value*r.Scale.Factor-0.8) > 1e-12 || r.Scale.Factor == 1 {
		t.Errorf("K %+v, scale %+v", r.K, r.Scale)
	}
	opt.Texel.Scale = ScaleNone
	if r := mustFit(t, l.set(t), opt); r.K.Before != 0 || r.K.Value != 0.8 {
		t.Errorf("K %+v", r.K)
	}
}
