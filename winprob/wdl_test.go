package winprob

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// drawn returns games of a few rows each, whose results are drawn from m.
func drawn(seed uint64, m WDL, games, rows int) *Points {
	rng := rand.New(rand.NewPCG(seed, 4))
	p := &Points{}
	for g := range games {
		s, phase := float32(200*rng.NormFloat64()), rng.Float32()
		win, draw, _ := m.Probabilities(float64(s), float64(phase))
		result, u := uint8(1), rng.Float64()
		if u < win {
			result = 3
		} else if u < win+draw {
			result = 2
		}
		for range rows {
			p.Score = append(p.Score, s)
			p.Phase = append(p.Phase, phase)
			p.Result = append(p.Result, result)
			p.Cluster = append(p.Cluster, uint32(g))
		}
	}
	return p
}

var someWDL = WDL{A: [2]float64{120, 210}, B: [2]float64{60, 90}}

// TestWDLCentipawn: the evaluation of an expected score is the one that has it.
func TestWDLCentipawn(t *testing.T) {
	for _, m := range []WDL{someWDL, {A: [2]float64{0.01, 400}, B: [2]float64{300, 20}}} {
		for _, phase := range []float64{0, 0.3, 1} {
			for s := -1200.0; s <= 1200; s += 7 {
				e := m.Expected(s, phase)
				if e < 1e-9 || e > 1-1e-9 {
					continue // too few digits are left
				}
				if got := m.Centipawn(e, phase); math.Abs(m.Expected(got, phase)-e) > 1e-12 || math.Abs(got-s) > 1e-3*math.Max(1, math.Abs(s)) {
					t.Errorf("%v, phase %g: %g centipawns of %g, want %g", m, phase, got, e, s)
				}
			}
			if low, high := m.Centipawn(0, phase), m.Centipawn(1, phase); !math.IsInf(low, -1) || !math.IsInf(high, 1) || m.Centipawn(0.5, phase) != 0 {
				t.Errorf("%v: %g and %g at the ends, %g in the middle", m, low, high, m.Centipawn(0.5, phase))
			}
		}
	}
}

func (m WDL) flat() [4]float64 { return [4]float64{m.A[0], m.A[1], m.B[0], m.B[1]} }

// TestWDLLaws: chances are chances, sum to 1, and mirror each other.
func TestWDLLaws(t *testing.T) {
	for _, phase := range []float64{-1, 0, 0.3, 1, 2} {
		last := 0.0
		for _, s := range []float64{-1e9, -40000, -3000, -200, -1, 0, 1, 200, 3000, 40000, 1e9} {
			w, d, l := someWDL.Probabilities(s, phase)
			w2, d2, l2 := someWDL.Probabilities(-s, phase)
			if math.Abs(w+d+l-1) > 1e-15 || !(w >= 0 && d >= 0 && l >= 0) {
				t.Errorf("%g: %g %g %g", s, w, d, l)
			}
			if w != l2 || l != w2 || math.Abs(d-d2) > 1e-15 {
				t.Errorf("%g: %g %g %g, mirrored %g %g %g", s, w, d, l, w2, d2, l2)
			}
			e := someWDL.Expected(s, phase)
			if math.Abs(e+someWDL.Expected(-s, phase)-1) > 1e-15 || e < last {
				t.Errorf("%g: expected %g", s, e)
			}
			last = e
		}
	}
	if w, _, _ := someWDL.Probabilities(someWDL.A[1], 1); w != 0.5 {
		t.Errorf("at a White wins %g", w)
	}
	if _, d, _ := someWDL.Probabilities(3000, 1); !(d > 0 && d < 1e-12) {
		t.Errorf("thirty pawns up the draw's chance is %g", d)
	}
}

// outcomeAt calls outcome with logistics of its own.
func outcomeAt(result uint8, s, a, b float64) outcomeTerms {
	return outcome(result, s, curves{a, b, logistic((s - a) / b), logistic((-s - a) / b), logistic(2 * a / b)})
}

func logOf(d outcomeTerms) float64 { return d.linear + math.Log(d.factor) }

// TestOutcomeDerivatives compares a row's terms with differences.
func TestOutcomeDerivatives(t *testing.T) {
	const h = 1e-3
	for _, result := range []uint8{1, 2, 3} {
		for _, s := range []float64{-900, -130, 0, 70, 400} {
			const a, b = 150.0, 80.0
			d := outcomeAt(result, s, a, b)
			w, draw, l := WDL{A: [2]float64{a, a}, B: [2]float64{b, b}}.Probabilities(s, 0)
			if want := math.Log([]float64{l, draw, w}[result-1]); math.Abs(logOf(d)-want) > 1e-12*max(1, math.Abs(want)) {
				t.Errorf("%d at %g: log %g, want %g", result, s, logOf(d), want)
			}
			byA := func(f func(outcomeTerms) float64) float64 {
				return (f(outcomeAt(result, s, a+h, b)) - f(outcomeAt(result, s, a-h, b))) / (2 * h)
			}
			byB := func(f func(outcomeTerms) float64) float64 {
				return (f(outcomeAt(result, s, a, b+h)) - f(outcomeAt(result, s, a, b-h))) / (2 * h)
			}
			ga := func(d outcomeTerms) float64 { return d.gradient[0] }
			gb := func(d outcomeTerms) float64 { return d.gradient[1] }
			got := [...]float64{d.gradient[0], d.gradient[1], d.curvature[0], d.curvature[1], d.curvature[1], d.curvature[2]}
			want := [...]float64{byA(logOf), byB(logOf), byA(ga), byB(ga), byA(gb), byB(gb)}
			for j := range got {
				if math.Abs(got[j]-want[j]) > 1e-8 {
					t.Errorf("%d at %g: derivatives %v, by differences %v", result, s, got, want)
					break
				}
			}
			if g := d.gauss; g[0] > 0 || g[2] > 0 || g[0]*g[2] < g[1]*g[1]-1e-12 {
				t.Errorf("%d at %g: %v is not negative", result, s, g)
			}
		}
	}
}

// TestWDLClosedForm: with evaluations ±s the two parameters fit the shares of
// wins and losses exactly.
func TestWDLClosedForm(t *testing.T) {
	const s, wins, draws, losses = 150, 500, 400, 100
	p := &Points{}
	for result, n := range map[uint8]int{3: wins, 2: draws, 1: losses} {
		for range n {
			p.Score = append(p.Score, s, -s)
			p.Result = append(p.Result, result, 4-result)
		}
	}
	logit := func(n float64) float64 { return math.Log(n / (wins + draws + losses - n)) }
	b := 2 * s / (logit(wins) - logit(losses))
	a := -b * (logit(wins) + logit(losses)) / 2
	fit, err := FitWDL(p, WDLOptions{})
	if err != nil || math.Abs(fit.A[0]-a) > 1e-6 || math.Abs(fit.B[0]-b) > 1e-6 || fit.A[0] != fit.A[1] || fit.B[0] != fit.B[1] {
		t.Errorf("%+v, %v, want a %g, b %g", fit, err, a, b)
	}
	loss := -(wins*math.Log(0.5) + draws*math.Log(0.4) + losses*math.Log(0.1)) / 1000
	if math.Abs(fit.LogLoss-loss) > 1e-12 || fit.N != 2000 {
		t.Errorf("%+v, want log loss %.12g", fit, loss)
	}
}

// TestWDLRecovers: fits of simulated games come to the model that made them, by
// intervals that hold it as often as they say, and to a maximum.
func TestWDLRecovers(t *testing.T) {
	const runs = 100
	hits := 0
	for seed := range uint64(runs) {
		p := drawn(seed, someWDL, 800, 3)
		fit, err := FitWDL(p, WDLOptions{})
		if err != nil {
			t.Fatal(err)
		}
		se := fit.StdErr.flat()
		for j, v := range fit.flat() {
			if math.Abs(v-someWDL.flat()[j]) <= 1.96*se[j] {
				hits++
			}
		}
		if seed > 0 {
			continue
		}
		for j := range maxParameters {
			for _, step := range []float64{-0.01, 0.01} {
				near := fit.WDL
				*[]*float64{&near.A[0], &near.A[1], &near.B[0], &near.B[1]}[j] += step
				if l := slowLogLoss(p, near); l <= fit.LogLoss {
					t.Errorf("%+v has log loss %.12g, %+v %.12g", near, l, fit.WDL, fit.LogLoss)
				}
			}
		}
	}
	if share := float64(hits) / (4 * runs); share < 0.91 || share > 0.985 {
		t.Errorf("%.3f of the intervals hold the truth", share)
	}
}

// slowLogLoss is the definition of the log loss, row by row.
func slowLogLoss(p *Points, m WDL) (mean float64) {
	for i, r := range p.Result {
		w, d, l := m.Probabilities(float64(p.Score[i]), p.phase(i))
		mean -= math.Log([]float64{l, d, w}[r-1])
	}
	return mean / float64(p.Rows())
}

// TestWDLRelations: what must not change a fit, and what must change it so.
func TestWDLRelations(t *testing.T) {
	base := drawn(1, someWDL, 7000, 3) // two chunks
	fit := func(p *Points, threads int) WDLFit {
		t.Helper()
		f, err := FitWDL(p, WDLOptions{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	want := fit(base, 1)
	for _, threads := range []int{2, 8} {
		if got := fit(base, threads); got != want {
			t.Errorf("%d threads: %+v, one: %+v", threads, got, want)
		}
	}
	double, mirrored, pawns := &Points{}, &Points{}, &Points{}
	base.Expected = make([]float32, base.Rows()) // of which nothing is asked
	for i := range base.Score {
		appendRow(double, base, i, 2)
		appendRow(double, base, i, 1)
		double.Result[len(double.Result)-1] = 0
		appendRow(mirrored, base, i, 1)
		mirrored.Score[i], mirrored.Result[i] = -base.Score[i], 4-base.Result[i]
		appendRow(pawns, base, i, 1)
		pawns.Score[i] /= 128
	}
	for name, tt := range map[string]struct {
		p     *Points
		scale float64
	}{"weight 2": {double, 1}, "other colours": {mirrored, 1}, "other unit": {pawns, 128}} {
		got := fit(tt.p, 1)
		for j := range 4 {
			if math.Abs(got.flat()[j]*tt.scale-want.flat()[j]) > 1e-6 || math.Abs(got.StdErr.flat()[j]*tt.scale-want.StdErr.flat()[j]) > 1e-6 {
				t.Errorf("%s: %+v, without %+v", name, got, want)
				break
			}
		}
	}
}

// TestWDLManyRows: where a part of the rows says where to start, the fit still
// comes to the maximum of all.
func TestWDLManyRows(t *testing.T) {
	p := drawn(2, someWDL, 37_000, 3)
	fit, err := FitWDL(p, WDLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f := wdlModel{p, 1, 4}
	theta := parameters{fit.A[0], fit.B[0], fit.A[1], fit.B[1]}
	at := f.likelihood(theta)
	if f.nearer(theta) == theta {
		t.Error("all rows were used to start with")
	}
	if step, _ := at.step(4, at.factor(4)); math.Abs(step[0])+math.Abs(step[1])+math.Abs(step[2])+math.Abs(step[3]) > 1e-6 {
		t.Errorf("%+v, and Newton's next step is %v", fit, step)
	}
	if l := slowLogLoss(p, fit.WDL); math.Abs(l-fit.LogLoss) > 1e-12 {
		t.Errorf("log loss %.15g, one by one %.15g", fit.LogLoss, l)
	}
	if again, err := FitWDL(p, WDLOptions{Threads: 3}); err != nil || again != fit {
		t.Errorf("three threads: %+v, one: %+v", again, fit)
	}
}

func TestWDLRefusals(t *testing.T) {
	of := func(change func(*Points)) *Points {
		p := drawn(1, someWDL, 300, 1)
		change(p)
		return p
	}
	tests := []struct {
		name string
		p    *Points
		want Lack
	}{
		{"no results known", of(func(p *Points) { clear(p.Result) }), NoRows},
		{"drawn games only", of(func(p *Points) {
			for i := range p.Result {
				p.Result[i] = 2
			}
		}), OneTarget},
		{"no drawn games", of(func(p *Points) {
			for i := range p.Result {
				p.Result[i] |= 1
			}
		}), NoDraws},
		{"start weights 0", of(func(p *Points) { clear(p.Score) }), NoEvaluation},
		{"other side's view", of(func(p *Points) { scaled(p, -1) }), WrongSide},
		{"one game", of(func(p *Points) { clear(p.Cluster) }), FewClusters},
		{"one phase", of(func(p *Points) { clear(p.Phase) }), OnePhase},
		{"phases near one another", of(func(p *Points) {
			*p = *drawn(1, WDL{A: [2]float64{20, 220}, B: [2]float64{60, 60}}, 3000, 1)
			for i := range p.Phase {
				p.Phase[i] = 0.5 + p.Phase[i]/10
			}
		}), OnePhase},
		{"certain", of(func(p *Points) {
			for i, s := range p.Score {
				p.Result[i] = 2
				if s > 100 {
					p.Result[i] = 3
				} else if s < -100 {
					p.Result[i] = 1
				}
			}
			p.Phase = nil
		}), Separable},
	}
	for _, tt := range tests {
		fit, err := FitWDL(tt.p, WDLOptions{})
		var lack *LackError
		if !errors.As(err, &lack) || lack.Lack != tt.want || !strings.HasPrefix(err.Error(), "win/draw/loss: ") {
			t.Errorf("%s: %+v, %v", tt.name, fit, err)
		}
	}
	if _, err := FitWDL(&Points{Score: []float32{1}}, WDLOptions{}); err == nil || !strings.Contains(err.Error(), "no results for 1 scores") {
		t.Errorf("no results: %v", err)
	}
}
