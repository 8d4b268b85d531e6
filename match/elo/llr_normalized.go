package elo

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// withT returns the likeliest distribution whose t-value, (expected score − ½) over
// standard deviation, is t.
//
// With σ the standard deviation and m = ½ + t·σ the expected score, it is the
// f/(1 + x·g) under which
//
//	g(a) = (a − ½) − t·σ/2 − t·(a − m)²/(2σ)
//
// has the mean 0 (Lagrange). For any σ there is one such x, and σ is right if
// E(a − m)² = σ²: two roots, one within the other.
//
// Source: M. Van den Bergh, "Normalized Elo" (2020), who iterates from the sample;
// the brackets are ours.
func (o *outcomes) withT(t float64) (p [5]float64) {
	if t < 0 {
		m := *o
		m.f = mirrored(o.f, o.k)
		return mirrored(m.withT(-t), o.k)
	}
	fit := tFit{outcomes: o, t: t}
	if rms := fit.rms(); rms > oneRoot*t {
		lo, hi := fit.between(o.c[(o.k+1)/2])
		fit.solve(lo, hi, rms)
		return o.tilted(&fit.g, fit.x)
	}
	return fit.best()
}

// tValue returns that of a distribution over the cells.
func (o *outcomes) tValue(p *[5]float64) float64 {
	mean, variance := stat.PopMeanVariance(o.c[:o.k], p[:o.k])
	return mean / math.Sqrt(variance)
}

// mirrored returns the distribution of the other player's points.
func mirrored(p [5]float64, k int) (q [5]float64) {
	for i := range k {
		q[i] = p[k-1-i]
	}
	return q
}

// A tFit is the search for the σ of [outcomes.withT], t ≥ 0.
type tFit struct {
	*outcomes
	t float64
	g [5]float64 // at the σ last tried, and
	x float64    // its multiplier
}

// oneRoot says from which [tFit.rms] on, in t, there is one root. Below 0.6, where the
// sample is of nearly one cell or far from the hypothesis, there may be two. Both numbers
// were found on random samples (TestOneMaximum).
const oneRoot = 0.75

// rms returns the root of the mean square of points less ½.
func (s *tFit) rms() float64 {
	sum := 0.0
	for i, f := range s.f[:s.k] {
		sum += f * s.c[i] * s.c[i]
	}
	return math.Sqrt(sum)
}

// between returns between which σ the g of a cell at ½ + c is positive, or ends where no
// distribution has the t-value. Some g must be: of such cells alone, and g of ½ is
// negative. At the lower end all that is not of the cell is tilted away and
// E(a − m)² > σ²; at the upper end it is less.
func (s *tFit) between(c float64) (lo, hi float64) {
	h := 1 / math.Sqrt(1+s.t*s.t)
	return c * s.t * h * h / (1 + h), min(c*(1+h)/s.t, h/2)
}

// residual returns E(a − m)² − σ² at σ.
func (s *tFit) residual(sigma float64) float64 {
	m := s.t * sigma // less ½
	a, b := m/2, s.t/(2*sigma)
	for i, c := range s.c[:s.k] {
		s.g[i] = c - a - b*(c-m)*(c-m)
	}
	s.x = s.multiplier(&s.g, s.x)
	sum := -sigma * sigma
	for i, f := range s.f[:s.k] {
		d := s.c[i] - m
		sum += d * d * f / (1 + s.x*s.g[i])
	}
	return sum
}

// solve finds the root between lo and hi, where the residual is positive and negative:
// by the secant, and by bisection where that takes long.
func (s *tFit) solve(lo, hi, start float64) {
	x, last, lastY := start, 0.0, 0.0
	for n := range 200 {
		if !(x > lo && x < hi) || n >= 8 && n%2 == 0 {
			x = lo + (hi-lo)/2
		}
		y := s.residual(x)
		if y > 0 {
			lo = x
		} else {
			hi = x
		}
		next := math.Sqrt(max(0, x*x+y)) // what the sample so tilted has
		if n > 0 {
			next = x - y*(x-last)/(y-lastY)
		}
		if y == 0 || math.Abs(next-x) <= 1e-10*x || hi-lo <= 1e-15*hi {
			return
		}
		last, lastY, x = x, y, next
	}
}

// best tries all roots that a fine grid separates and returns the likeliest
// distribution.
func (s *tFit) best() (p [5]float64) {
	most := math.Inf(-1)
	try := func(lo, hi float64) {
		s.solve(lo, hi, math.Sqrt(lo*hi))
		q := s.tilted(&s.g, s.x)
		if l := s.likelihood(&q); l > most {
			most, p = l, q
		}
	}
	s.roots(try)
	return p
}

// roots calls try with brackets of the roots. Cells above ½ have ranges of σ, which
// overlap up to a t of √8.
func (s *tFit) roots(try func(lo, hi float64)) {
	lo, hi := s.between(s.c[(s.k+1)/2])
	lo2, hi2 := s.between(s.c[s.k-1])
	if hi >= lo2 {
		s.scan(lo, hi2, try)
		return
	}
	s.scan(lo, hi, try)
	s.scan(lo2, hi2, try)
}

// scan calls try with brackets of the roots between lo and hi, where the residual is
// positive and negative.
func (s *tFit) scan(lo, hi float64, try func(lo, hi float64)) {
	const steps = 64
	factor := math.Pow(hi/lo, 1.0/steps)
	positive := true
	for n, below := 1, lo; n <= steps; n++ {
		x := below * factor
		now := n < steps && s.residual(x) > 0
		if positive && !now {
			try(below, min(x, hi))
		}
		below, positive = x, now
	}
}
