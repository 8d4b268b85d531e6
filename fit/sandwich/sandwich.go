// Package sandwich computes the error bars of weights that minimise a sum over games.
//
// With u(g) the derivative of the loss summed over the rows of game g, H the second
// derivatives of the sum over all rows, P those of the penalties and M = H + P, the
// variance of the weights is
//
//	V = (G−1)/G · M⁻¹ (Σ ũ(g)·ũ(g)ᵀ) M⁻¹ + τ·M⁻¹PM⁻¹
//
// The first part is the sampling error, whatever the rows of a game have to do with
// one another. The fit has seen game g, and so u(g) is smaller than the derivative
// at the true weights. ũ(g) = (I − H(g)·M⁻¹)⁻¹·u(g) corrects that: M⁻¹ũ(g) is the change of
// the weights when game g is left out, exactly for a quadratic loss. That is the
// estimator CR3, the jackknife by game. Where all weights are seen in many games, ũ and u
// agree, and u is taken.
//
// The second part is what a penalty does to the weights: it pulls them to its
// centre, away from the truth. How far the truth is from the centre is not known of a
// single weight, but of all together: τ is estimated from how far the data moved the
// weights from the centre (see pull.go). Without penalties it is not there.
//
// A 95 % interval is ± Student's t of the weight's degrees of freedom times the root of
// V (see freedom.go).
//
// Sources: K.-Y. Liang, S. Zeger, "Longitudinal Data Analysis Using Generalized Linear
// Models" (1986); R. Bell, D. McCaffrey, "Bias Reduction in Standard Errors for
// Linear Regression with Multi-Stage Samples" (2002); J. MacKinnon, M. Nielsen,
// M. Webb, "Fast and Reliable Jackknife and Bootstrap Methods for Cluster-Robust Inference"
// (2023).
package sandwich

import (
	"math"
)

// Bars are the errors of weights.
type Bars struct {
	StdErr  []float64
	Freedom []float64 // of StdErr; 0: one game decides the weight, and there is no error

	// Penalty is the share of what is known of a weight that the penalty says: (M⁻¹P)ⱼⱼ, the
	// variance that the rows leave of that which the penalty alone would leave. 0 for sums of weights.
	Penalty []float64
}

// Bars computes the errors. Fewer than two games give zeros.
func (p *Problem) Bars() Bars {
	b := Bars{StdErr: make([]float64, p.Order), Freedom: make([]float64, p.Order), Penalty: make([]float64, p.Order)}
	if p.Games < 2 || p.Order == 0 {
		return b
	}
	if p.Effect == nil {
		p.Effect = p.Inverse
	}
	left := p.leaveOut()
	p.done()
	meat := p.meat(left.sums)
	p.done()
	v := p.between(meat)
	p.done()
	p.freedom(left, b.Freedom)
	for j, many := range b.Freedom {
		if p.Exact != nil && !p.Exact[j] && many > 0 { // what leaving out games of equal share would do
			v[j] *= (many + 1) / many * (many + 1) / many
		}
	}
	if p.Penalty != nil {
		p.shares(b.Penalty)
		p.pulled(left, meat, v, b.Freedom)
	}
	p.done()
	for j := range v {
		b.StdErr[j] = math.Sqrt(max(0, v[j]))
	}
	return b
}
