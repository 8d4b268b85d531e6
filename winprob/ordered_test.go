package winprob

import (
	"math"
	"testing"
)

// TestOutcomeLogLoss compares with probabilities, and derivatives with central differences.
func TestOutcomeLogLoss(t *testing.T) {
	m := WDL{A: [2]float64{90, 250}, B: [2]float64{60, 140}}
	for _, phase := range []float64{0, 0.3, 1} {
		slope, margin := m.Logits(phase)
		for _, s := range []float64{-900, -200, -1, 0, 55, 300, 1200} {
			win, draw, loss := m.Probabilities(s, phase)
			for o, want := range map[Outcome]float64{WhiteWins: win, Drawn: draw, BlackWins: loss} {
				at := func(z float64) float64 { f, _, _ := o.LogLoss(z, margin); return f }
				z, h := s*slope, 1e-4
				f, first, second := o.LogLoss(z, margin)
				if math.Abs(f+math.Log(want)) > 1e-11*(1+f) {
					t.Errorf("outcome %d at %g, %g: %g, want %g", o, s, phase, f, -math.Log(want))
				}
				if d := (at(z+h) - at(z-h)) / (2 * h); math.Abs(first-d) > 1e-7 {
					t.Errorf("outcome %d at %g, %g: slope %g, want %g", o, s, phase, first, d)
				}
				if d := (at(z+h) - 2*at(z) + at(z-h)) / (h * h); math.Abs(second-d) > 1e-6 {
					t.Errorf("outcome %d at %g, %g: second %g, want %g", o, s, phase, second, d)
				}
			}
		}
	}
	for score, want := range map[float64]Outcome{0: BlackWins, 0.5: Drawn, 1: WhiteWins} {
		if got := OutcomeOf(score); got != want {
			t.Errorf("%g is %d", score, got)
		}
	}
}

// TestWDLTest: the error of a fit on its own rows is the fit's, and rescored rows are calibrated by the
// model.
func TestWDLTest(t *testing.T) {
	truth := WDL{A: [2]float64{90, 250}, B: [2]float64{60, 140}}
	p := drawn(1, truth, 1000, 20)
	fit, err := FitWDL(p, WDLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := fit.Test(p)
	if err != nil || math.Abs(got.LogLoss-fit.LogLoss) > 1e-9 || got.N != fit.N || !(got.StdErr > 0 && got.StdErr < 0.05) {
		t.Errorf("%+v (%v), the fit says %+v", got, err, fit)
	}
	q := truth.Rescored(p, 1.1)
	for i := range 100 {
		if want := truth.Expected(float64(p.Score[i]), p.phase(i)); math.Abs(Expected(1.1, float64(q.Score[i]))-want) > 1e-6 {
			t.Errorf("row %d: %g, want %g", i, Expected(1.1, float64(q.Score[i])), want)
		}
	}
	if none, err := truth.Test(&Points{Score: []float32{1}, Result: []uint8{0}}); none != nil || err != nil {
		t.Errorf("of no result: %v, %v", none, err)
	}
}
