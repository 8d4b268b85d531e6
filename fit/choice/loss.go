package choice

import (
	"math"

	"example.org/centipawn/fit/sparse"
)

// A Loss is what a choice costs, see the package comment.
type Loss uint8

// The losses.
const (
	CrossEntropy Loss = iota
	Regret
)

// The kinds of second derivatives. Positive is the nearest that has no negative part: what a search can use.
const (
	Exact    = sparse.Exact
	Positive = sparse.GaussNewton
)

// A choice is a root at some weights: what the evaluations of its moves say.
type choice struct {
	s []float64 // evaluations
	p []float64 // chances of the moves
	q []float64 // derivatives of the loss by the evaluations, times T
	h []float64 // of second derivatives, times T²
}

func (c *choice) resize(n int) {
	if cap(c.s) < n {
		c.s, c.p, c.q, c.h = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	}
	c.s, c.p, c.q, c.h = c.s[:n], c.p[:n], c.q[:n], c.h[:n]
}

// softmax stores the chances of values at a temperature, and returns ln Σ exp((v − max v)/T) and
// the largest value.
func softmax(p, v []float64, temperature float64) (logSum, most float64) {
	most = math.Inf(-1)
	for _, x := range v {
		most = max(most, x)
	}
	sum := 0.0
	for r, x := range v {
		p[r] = math.Exp((x - most) / temperature)
		sum += p[r]
	}
	for r := range p {
		p[r] /= sum
	}
	return math.Log(sum), most
}

// derive sets the chances and derivatives of the evaluations, and returns the loss.
func (c *choice) derive(l Loss, temperature float64, target, cost []float64) float64 {
	logSum, most := softmax(c.p, c.s, temperature)
	if l == CrossEntropy {
		f := logSum
		for r, t := range target {
			f -= t * (c.s[r] - most) / temperature
			c.q[r], c.h[r] = c.p[r]-t, c.p[r]
		}
		return f
	}
	f := 0.0
	for r, p := range c.p {
		f += p * cost[r]
	}
	for r, p := range c.p {
		c.q[r] = p * (cost[r] - f)
		c.h[r] = c.q[r]
	}
	return f
}

// positive makes second derivatives those of the kind.
func (c *choice) positive(k sparse.Curvature) {
	if k == Exact {
		return
	}
	for r, h := range c.h {
		c.h[r] = math.Abs(h)
	}
}
