package predict

import (
	"math"
	"slices"
	"testing"

	"example.org/centipawn/internal/confidence"
)

// TestSpreads: the spreads of the model are those that its matches make most likely.
func TestSpreads(t *testing.T) {
	got, want := regress(all()).estimate(fitted.curve), fitted
	for _, p := range [][2]float64{{got.engine, want.engine}, {got.fit, want.fit}, {got.noise, want.noise}} {
		if p[0]/p[1] < 0.8 || p[0]/p[1] > 1.25 {
			t.Errorf("estimated %+v, want about %+v", got, want)
			break
		}
	}
}

// A fresh model is one that does not know an engine, with the offset of regret.
type fresh struct {
	*model
	Offset
}

// known are the fresh models, by engine.
var known = map[string]fresh{}

// without returns the model of all engines but one: neither coefficients nor spreads nor the offset know it.
func without(engine string) (*model, Offset) {
	f, made := known[engine]
	if !made {
		rest := slices.DeleteFunc(all(), func(m Match) bool { return m.Engine == engine })
		r := regress(rest)
		f.model, _ = r.solve(r.estimate(fitted.curve))
		f.Offset = offsetOf(rest)
		known[engine] = f
	}
	return f.model, f.Offset
}

// said is what a model that does not know the engine says of a match, by what a user knows: not how old weights were made,
// unless terms are new. With the match's own error it is what the match was expected to show.
func said(c *Match, withRegret, withError bool) (Forecast, Interval) {
	m, o := without(c.Engine)
	s := c.Step
	if s.Squared, _ = c.square(); s.Made == Tuned || s.Made == ByHand {
		s.Made = AnyMade
	}
	if !withRegret {
		s.Regret = nil
	}
	p := m.prior(&s)
	if s.Regret != nil {
		p = p.see(s.Regret, s.Squared, o)
	}
	v, sd := p.At(c.Alpha)
	if withError {
		sd = math.Hypot(sd, (c.Elo.High-c.Elo.Low)/(2*confidence.Z95))
	}
	return p.Forecast(), interval(v, sd)
}

// TestCoverage: predicted by the other engines alone, the 95 % interval holds the Elo of 85 % and more of the matches of real
// engines, by the guard's figures and with regret. docs/guard.md has the figures.
func TestCoverage(t *testing.T) {
	for _, regret := range []bool{false, true} {
		for _, errors := range []bool{false, true} {
			held, likely, right := 0, 0, 0
			list := Engines()
			for i := range list {
				c := &list[i]
				f, in := said(c, regret, errors)
				if in.Low <= c.Elo.Value && c.Elo.Value <= in.High {
					held++
				} else if errors {
					t.Logf("missed: %s, %s, α %g: %v, the match %v", c.Engine, c.Fit, c.Alpha, in, c.Elo)
				}
				if c.Alpha == 1 && f.Word != Toss {
					likely++
					if (f.Word == Gain) == (c.Elo.Value > 0) {
						right++
					}
				}
			}
			t.Logf("regret %v, errors of matches %v: %d of %d held; %d of %d that are called likely are so", regret, errors, held, len(list), right, likely)
			if float64(held) < 0.85*float64(len(list)) {
				t.Errorf("regret %v: %d of %d held", regret, held, len(list))
			}
		}
	}
}

// TestParts: of Zahak the whole step loses and a quarter does not; without having seen it the model puts the best part
// below a half.
func TestParts(t *testing.T) {
	list := Engines()
	for i := range list {
		if c := &list[i]; c.Engine == "zahak" && c.Alpha == 1 {
			if f, _ := said(c, false, false); f.Best > 0.5 || f.Word == Gain {
				t.Errorf("%s: %v", c.Fit, f)
			}
		}
	}
}

// TestBest: the best part is ½ + f(1)/h, and what it gains g²/2h.
func TestBest(t *testing.T) {
	f := Of(Step{Distance: 0.03, Squared: math.NaN(), Fall: 0.001, Kind: Scores, Made: ByHand})
	p := f.Prior
	if best := 0.5 + f.Whole.Value/p.Curve; math.Abs(best-f.Best) > 0.01 || math.Abs(p.Slope*p.Slope/(2*p.Curve)-f.AtBest.Value) > 0.1 || f.Word != Gain {
		t.Errorf("%+v, want the best part %g", f, best)
	}
	if h, sd := Curve(0.001); h < 30 || h > 90 || sd < 5 || sd > h {
		t.Errorf("curve %g ±%g", h, sd)
	}
}

// TestWords: more distance without better labels is worse, a step of nothing is no step, and regret moves the forecast.
func TestWords(t *testing.T) {
	noise := func(d float64) Forecast {
		return Of(Step{Distance: d, Squared: math.NaN(), Fall: -d * d, Kind: Own})
	}
	if a, b := noise(0.02), noise(0.06); b.Whole.Value >= a.Whole.Value || b.Word != Lose || b.Best > 0.1 {
		t.Errorf("%v, %v", a, b)
	}
	if f := Of(Step{Distance: 0, Squared: math.NaN(), Fall: math.NaN()}); f.Word != Toss || f.Whole != (Interval{}) {
		t.Errorf("no step: %+v", f)
	}
	s := Step{Distance: 0.035, Squared: math.NaN(), Fall: math.NaN(), Kind: Scores}
	before := Of(s)
	for _, elo := range []float64{-150, 150} {
		s.Regret = &Measure{elo, 20}
		if f := Of(s); (f.Gains > before.Gains) != (elo > 0) || f.Prior.Curve <= 0 || f.Whole.High-f.Whole.Low >= before.Whole.High-before.Whole.Low {
			t.Errorf("regret %+g: %v, before %v", elo, f, before)
		}
	}
	if f := Of(Step{Distance: math.NaN(), Squared: math.NaN(), Fall: math.NaN()}); f.Word != Toss {
		t.Errorf("nothing known: %+v", f)
	}
}

// TestFiles: the matches are whole, and their intervals hold their Elo.
func TestFiles(t *testing.T) {
	if n := len(Engines()); n < 57 {
		t.Errorf("%d matches of real engines", n)
	}
	for _, m := range all() {
		if !(m.Elo.Low <= m.Elo.Value && m.Elo.Value <= m.Elo.High) || !(m.Alpha > 0 && m.Alpha <= 1.5) || m.Engine == "" || m.Fit == "" || m.Page == "" || m.Kind == AnyKind || m.Made == AnyMade {
			t.Errorf("%+v", m)
		}
	}
}
