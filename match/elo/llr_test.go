package elo

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/winprob"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.9g, want %.9g ± %g", what, got, want, tolerance)
	}
}

// TestLLRField compares with LLRs that other programs printed for published matches.
func TestLLRField(t *testing.T) {
	for _, test := range []struct {
		source     string
		model      Model
		elo0, elo1 float64
		pairs      Pentanomial
		want       float64
	}{
		{"fastchess PR 426", Normalized, 0, 2, Pentanomial{365, 16618, 36229, 16974, 390}, 2.25},
		{"fastchess, sprt_test.cpp", Normalized, -1.75, 0.25, Pentanomial{127, 4883, 10712, 5150, 104}, 3.01},
		{"fastchess, sprt_test.cpp", Logistic, 0.5, 2.5, Pentanomial{223, 9863, 21279, 10037, 246}, -3.07},
		{"fastchess, sprt_test.cpp", Logistic, 0, 2, Pentanomial{871, 26175, 55983, 26678, 821}, -4.98},
		{"cinder PR 782, fastchess", Normalized, -3, 0, Pentanomial{457, 4273, 9516, 4350, 467}, 2.89},
		{"cinder PR 916, fastchess", Normalized, -3, 1, Pentanomial{339, 4640, 8717, 4594, 403}, 2.89},
		{"fastchess PR 697", Normalized, 0, 5, Pentanomial{0, 0, 1, 1, 0}, 0.02},
		{"PlentyChess PR 334, OpenBench", Normalized, -3, 1, Pentanomial{5, 942, 2469, 1050, 5}, 2.90},
		{"PlentyChess PR 334, OpenBench", Normalized, 0, 2.5, Pentanomial{214, 8992, 19871, 9102, 235}, 0.16},
	} {
		sprt := SPRT{Model: test.model, Elo0: test.elo0, Elo1: test.elo1}
		near(t, test.source, sprt.LLR(test.pairs), test.want, 0.0051)
	}
	near(t, "fastchess, three cells", SPRT{Elo0: 0, Elo1: 2}.LLRGames(36433, 68692, 36027), 0.92, 0.0051)
	near(t, "fastchess, three cells", SPRT{Elo0: -1.75, Elo1: 0.25}.LLRGames(10871, 20431, 10650), 2.30, 0.0051)
	near(t, "fastchess, three cells", SPRT{Model: Logistic, Elo0: 0.5, Elo1: 2.5}.LLRGames(21404, 40708, 21184), -1.57, 0.0051)
	near(t, "fastchess, three cells", SPRT{Model: Logistic, Elo0: 0, Elo1: 2}.LLRGames(57433, 106593, 57030), -2.59, 0.0051)
}

// TestLLRTwoCells: of wins and losses alone the likeliest distribution is the only one
// that the hypothesis allows.
func TestLLRTwoCells(t *testing.T) {
	for _, test := range []struct{ losses, wins int }{{1, 1}, {40, 60}, {3, 997}, {500, 1}} {
		o := observed([]int{test.losses, test.wins})
		for _, elo := range []float64{-400, -5, 0, 3, 250} {
			s := winprob.Expected(1, elo)
			p := o.withScore(s)
			near(t, "score", p[1], s, 1e-12)

			v := elo / normalizedElo() // (2w−1)/2 = v·√(w(1−w)) gives w
			p = o.withT(v)
			near(t, "t-value", p[1], 0.5*(1+v/math.Sqrt(1+v*v)*1), 1e-12)
		}
	}
}

// TestLLRThreeCells: with three cells Lagrange's condition is a quadratic.
func TestLLRThreeCells(t *testing.T) {
	closed := func(o *outcomes, s float64) (p [3]float64) {
		// Σ f·g·Π(1 + x·other g) = 0 for g = −s, ½−s, 1−s.
		g := [3]float64{-s, 0.5 - s, 1 - s}
		var c0, c1, c2 float64
		for i, f := range o.f[:3] {
			a, b := g[(i+1)%3], g[(i+2)%3]
			c0 += f * g[i]
			c1 += f * g[i] * (a + b)
			c2 += f * g[i] * a * b
		}
		for _, sign := range []float64{-1, 1} {
			x := (-c1 + sign*math.Sqrt(c1*c1-4*c0*c2)) / (2 * c2)
			for i, f := range o.f[:3] {
				p[i] = f / (1 + x*g[i])
			}
			if p[0] > 0 && p[1] > 0 && p[2] > 0 {
				return p
			}
		}
		t.Fatal("no root between the poles")
		return p
	}
	for _, w := range [][3]int{{30, 50, 40}, {1, 1, 1}, {700, 10, 4}, {0, 90, 10}, {12, 3000, 20}} {
		for _, bounds := range [][2]float64{{-5.5, 0.25}, {3, 8}, {-60, 90}, {100, 300}} {
			o := observed(w[:])
			p, q := closed(&o, winprob.Expected(1, bounds[0])), closed(&o, winprob.Expected(1, bounds[1]))
			want := 0.0
			for i, f := range o.f[:3] {
				want += o.n * f * math.Log(q[i]/p[i])
			}
			sprt := SPRT{Model: Logistic, Elo0: bounds[0], Elo1: bounds[1]}
			near(t, "LLR", sprt.LLRGames(w[2], w[1], w[0]), want, 1e-8*max(1, math.Abs(want)))
		}
	}
}

// TestLLRByHand has cases that paper and pencil solve.
func TestLLRByHand(t *testing.T) {
	even := Pentanomial{10, 80, 120, 80, 10}
	shifted := Pentanomial{10, 90, 120, 70, 10}
	mirror := Pentanomial{10, 70, 120, 90, 10}
	for _, model := range []Model{Normalized, Logistic} {
		about0 := SPRT{Model: model, Elo0: -7, Elo1: 7}
		near(t, "a symmetric result at symmetric bounds", about0.LLR(even), 0, 1e-9)
		near(t, "exchanging the players", about0.LLR(shifted), -about0.LLR(mirror), 1e-9)
		up, down := SPRT{Model: model, Elo0: 2, Elo1: 9}, SPRT{Model: model, Elo0: -9, Elo1: -2}
		near(t, "exchanging players and hypotheses", up.LLR(shifted), -down.LLR(mirror), 1e-9)
	}
	// ½ is the score that t = 0 has: the models agree on H0 of 0.
	o := observed(shifted[:])
	p, q := o.withScore(0.5), o.withT(0)
	near(t, "t = 0 and score ½", o.ratio(&p, &q), 0, 1e-9)
	// The hypothesis that is what was observed costs nothing.
	m := momentsOf(shifted[:])
	tHat := (m.mean - 0.5) / math.Sqrt(m.variance*(m.n-1)/m.n)
	p = o.withT(tHat)
	near(t, "the observed t-value", o.ratio(&o.f, &p), 0, 1e-9)
	p = o.withScore(m.mean)
	near(t, "the observed score", o.ratio(&o.f, &p), 0, 1e-9)
}

// TestLLRClosedForm: for a symmetric result near the hypotheses the closed form
// N/2·ln((1+(t−t0)²)/(1+(t−t1)²)) is right but for terms of the fourth order.
func TestLLRClosedForm(t *testing.T) {
	p := Pentanomial{100, 900, 1500, 900, 100}
	for _, bounds := range [][2]float64{{0, 1}, {-0.5, 1.5}, {0, 1.5}, {-1.5, 0.5}} {
		unit := math.Sqrt2 / normalizedElo()
		t0, t1 := bounds[0]*unit, bounds[1]*unit
		want := float64(p.Pairs()) / 2 * math.Log((1+t0*t0)/(1+t1*t1))
		near(t, "LLR", SPRT{Elo0: bounds[0], Elo1: bounds[1]}.LLR(p), want, 1e-6)
	}
}

// slowScore is withScore by bisection between poles, nothing else.
func slowScore(o *outcomes, s float64) (p [5]float64) {
	lo, hi := -1/(1-s), 1/s
	for range 200 {
		x := (lo + hi) / 2
		sum := 0.0
		for i, f := range o.f[:o.k] {
			g := o.c[i] + 0.5 - s
			p[i] = f / (1 + x*g)
			sum += p[i] * g
		}
		if sum > 0 {
			lo = x
		} else {
			hi = x
		}
	}
	return p
}

// slowT is the largest mean log likelihood at a t-value, or a little less, by another
// way: σ by a grid refined about its best, and for each the likeliest distribution of that
// mean and variance by Newton's method in two multipliers, halving steps. At the border of
// what is possible it gives up.
func slowT(o *outcomes, t float64) (best float64) {
	at := func(sigma float64) float64 { return o.dualOfTwo(t*sigma, sigma*sigma) }
	const grid = 600
	h := 0.5 / math.Sqrt(1+t*t) / grid
	best, center := math.Inf(-1), 0.0
	for n := 1; n < grid; n++ {
		if l := at(h * float64(n)); l > best {
			best, center = l, h*float64(n)
		}
	}
	for width := h; width > 1e-10; width /= 2 {
		for _, sigma := range []float64{center - width, center - width/2, center + width/2, center + width} {
			if l := at(sigma); l > best {
				best, center = l, sigma
			}
		}
	}
	return best
}

// dualOfTwo returns the largest mean log likelihood of a distribution whose mean less ½
// is m and whose variance is v: the minimum of −Σ f·ln(1 + x·g1 + y·g2) is its dual;
// −∞ if there is no such distribution.
func (o *outcomes) dualOfTwo(m, v float64) float64 {
	dual := func(x, y float64) (value, gx, gy, xx, xy, yy float64) {
		for i, f := range o.f[:o.k] {
			a := o.c[i] - m
			b := a*a - v
			d := 1 + x*a + y*b
			if d <= 0 {
				return math.Inf(1), 0, 0, 0, 0, 0
			}
			value -= f * math.Log(d)
			gx, gy = gx-f*a/d, gy-f*b/d
			xx, xy, yy = xx+f*a*a/d/d, xy+f*a*b/d/d, yy+f*b*b/d/d
		}
		return
	}
	x, y := 0.0, 0.0
	for range 60 {
		value, gx, gy, xx, xy, yy := dual(x, y)
		det := xx*yy - xy*xy
		if det <= 0 || value < -60 {
			return math.Inf(-1)
		}
		dx, dy := -(yy*gx-xy*gy)/det, -(xx*gy-xy*gx)/det
		decrement := -(gx*dx + gy*dy)
		if decrement < 1e-16 {
			break
		}
		step := 1.0
		for ; step > 1e-9; step /= 2 {
			if next, _, _, _, _, _ := dual(x+step*dx, y+step*dy); next < value {
				break
			}
		}
		x, y = x+step*dx, y+step*dy
	}
	value, gx, gy, _, _, _ := dual(x, y)
	if math.Abs(gx)+math.Abs(gy) > 1e-6 {
		return math.Inf(-1)
	}
	for _, f := range o.f[:o.k] {
		value += f * math.Log(f)
	}
	return value
}

func randomCounts(r *rand.Rand, most float64) (p Pentanomial) {
	for i := range p {
		if r.IntN(4) > 0 {
			p[i] = int(math.Exp(r.Float64()*math.Log(most))) - 1
		}
	}
	p[r.IntN(5)]++
	return p
}

func TestScoreTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 2000 {
		counts := randomCounts(r, 1e5)
		o := observed(counts[:])
		s := winprob.Expected(1, r.NormFloat64()*150)
		p, q := o.withScore(s), slowScore(&o, s)
		near(t, "log likelihood", o.ratio(&q, &p), 0, 1e-7)
	}
}

func TestTTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for range 5 {
		counts := randomCounts(r, 1e4)
		o := observed(counts[:])
		for _, v := range []float64{0.01, -0.2, 0.7, -1.5, 3.5} {
			p := o.withT(v)
			fast, u := o.likelihood(&p), o
			if v < 0 {
				u.f = mirrored(o.f, 5)
			}
			if slow := slowT(&u, math.Abs(v)); fast < slow-1e-8 {
				t.Errorf("mean log likelihood %.9g, %.9g is possible", fast, slow)
			}
			near(t, "t-value", o.tValue(&p), v, 1e-8*max(1, math.Abs(v)))
			if t.Failed() {
				t.Fatalf("%v at t = %g", counts, v)
			}
		}
	}
}

// TestOneMaximum: see oneRoot.
func TestOneMaximum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 6000 {
		counts := randomCounts(r, 1e5)
		o := observed(counts[:])
		v := 0.65 * math.Exp(-4*r.Float64())
		fit := tFit{outcomes: &o, t: v}
		if fit.rms() <= oneRoot*v {
			continue
		}
		roots := 0
		fit.roots(func(_, _ float64) { roots++ })
		if roots != 1 {
			t.Errorf("%v at t = %g: %d roots", counts, v, roots)
		}
	}
}

func BenchmarkLLR(b *testing.B) {
	p := Pentanomial{365, 16618, 36229, 16974, 390}
	for _, c := range []struct {
		name string
		sprt SPRT
		p    Pentanomial
	}{
		{"normalized", SPRT{Elo0: 0, Elo1: 5}, p},
		{"logistic", SPRT{Model: Logistic, Elo0: 0, Elo1: 5}, p},
		{"few-pairs", SPRT{Elo0: 0, Elo1: 5}, Pentanomial{0, 1, 3, 2, 0}},
		{"absurd", SPRT{Elo0: -1500, Elo1: -500}, Pentanomial{1000}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.sprt.LLR(c.p)
			}
		})
	}
}
