package elo

import "math"

// lent is what an empty cell is given, so that no hypothesis is impossible: the field's
// 1e-3 (fishtest).
const lent = 1e-3

// outcomes are the frequencies of a unit's results: k cells at 0, 1/(k−1), …, 1, a
// game's three or a pair's five. All are positive and sum to 1.
type outcomes struct {
	k int
	n float64 // units, with what was lent
	f [5]float64
	c [5]float64 // the cells' points less ½
}

// observed returns the outcomes of counted cells.
func observed(counts []int) (o outcomes) {
	o.k = len(counts)
	for i, count := range counts {
		o.c[i] = float64(i)/float64(o.k-1) - 0.5
		o.f[i] = max(float64(count), lent)
		o.n += o.f[i]
	}
	for i := range counts {
		o.f[i] /= o.n
	}
	return o
}

// ratio returns the log likelihood ratio of distributions q to p.
func (o *outcomes) ratio(p, q *[5]float64) (llr float64) {
	for i, f := range o.f[:o.k] {
		llr += f * math.Log(q[i]/p[i])
	}
	return o.n * llr
}

// withScore returns the likeliest distribution whose expected score is s, 0 < s < 1.
func (o *outcomes) withScore(s float64) [5]float64 {
	var g [5]float64
	for i, c := range o.c[:o.k] {
		g[i] = c - (s - 0.5)
	}
	x := o.multiplier(&g, 0)
	return o.tilted(&g, x)
}

// tilted returns the distribution f/(1 + x·g).
func (o *outcomes) tilted(g *[5]float64, x float64) (p [5]float64) {
	for i, f := range o.f[:o.k] {
		p[i] = f / (1 + x*g[i])
	}
	return p
}

// multiplier returns Lagrange's multiplier x of the likeliest distribution under which g
// has the mean 0: Σ f·g/(1 + x·g) = 0. g must have both signs: then the sum falls from
// +∞ to −∞ between the poles. Newton's method, kept between them by bisection, from a
// start if it lies there.
//
// Source: A. Owen, "Empirical Likelihood" (2001), 2.9; M. Van den Bergh,
// "A Practical Introduction to the GSPRT" (2019).
func (o *outcomes) multiplier(g *[5]float64, start float64) float64 {
	least, most := g[0], g[0]
	for _, v := range g[1:o.k] {
		least, most = min(least, v), max(most, v)
	}
	low, high := -1/most, -1/least // the poles
	lo, hi, x := low, high, start
	for range 200 {
		if !(x > lo && x < hi) {
			x = lo + (hi-lo)/2
		}
		sum, slope := 0.0, 0.0
		for i, f := range o.f[:o.k] {
			u := g[i] / (1 + x*g[i])
			sum += f * u
			slope += f * u * u
		}
		if sum > 0 {
			lo = x
		} else {
			hi = x
		}
		step := sum / slope
		if math.Abs(step) <= 1e-8*min(x-low, high-x) { // the error of the next is about the square
			return x + step
		}
		if hi-lo <= 4e-16*math.Abs(x) {
			return x
		}
		x += step
	}
	return x
}

// likelihood returns the mean log likelihood of a distribution.
func (o *outcomes) likelihood(p *[5]float64) (sum float64) {
	for i, f := range o.f[:o.k] {
		sum += f * math.Log(p[i])
	}
	return sum
}
