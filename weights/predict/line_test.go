package predict

import (
	"math"
	"testing"

	"example.org/centipawn/internal/confidence"
)

// TestLine: the line of regret with what it promised too much of the other engines holds 85 % and more of the matches of real
// engines, with no help of the guard. An offset of 0 would not.
func TestLine(t *testing.T) {
	held, plain, all := 0, 0, 0
	for _, m := range Engines() {
		if m.Regret == nil || m.Alpha != 1 {
			continue
		}
		_, o := without(m.Engine)
		d2, _ := m.square()
		of := o.Of(*m.Regret, d2)
		half := confidence.Quantile95(float64(o.Count-1)) * of.StdErr
		if all++; math.Abs(of.Value-m.Elo.Value) <= half {
			held++
		} else {
			t.Logf("missed: %s, %s: %.0f ±%.0f, the match %v", m.Engine, m.Fit, of.Value, half, m.Elo)
		}
		if math.Abs(m.Regret.Value-m.Elo.Value) <= confidence.Z95*m.Regret.StdErr {
			plain++
		}
	}
	t.Logf("%d of %d held, %d by the line as it is; %+v", held, all, plain, promised())
	if all < 16 || float64(held) < 0.85*float64(all) {
		t.Errorf("%d of %d held", held, all)
	}
}

// TestWith: a forecast that takes regret in afterwards is that of both at once.
func TestWith(t *testing.T) {
	s := Step{Distance: 0.028, Squared: 0.00106, Fall: 0.0007, Kind: Scores}
	before := Of(s)
	regret := Step{Distance: 0.05, Squared: math.NaN(), Fall: math.NaN(), Regret: &Measure{40, 30}}
	s.Regret = regret.Regret
	if a, b := before.With(regret), Of(s); a.Word != b.Word || math.Abs(a.Gains-b.Gains) > 0.002 || math.Abs(a.Whole.Value-b.Whole.Value) > 0.05 || math.Abs(a.Best-b.Best) > 0.011 || a.Squared != b.Squared {
		t.Errorf("%+v, at once %+v", a, b)
	}
}
