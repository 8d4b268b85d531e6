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
// at the true weights. ũ(g) = (I − H(g)·M⁻¹)⁻¹·u(g) mends that: M⁻¹ũ(g) is the change of
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
	"gonum.org/v1/gonum/mat"
)

// A Problem is the minimum of a loss. Vectors hold Order values: the weights, then the
// intercepts.
type Problem struct {
	Order int

	// Inverse is M⁻¹, generalised if some weights are not determined: it turns
	// scores into changes of the weights.
	Inverse *mat.Dense

	// Effect turns scores into changes of what the bars are of, a row for each; nil:
	// Inverse.
	Effect *mat.Dense

	// Sums are the scores u, a row of Order values for each game or pool of games.
	Sums []float64

	// Single are the games that are left out one by one, all other games are in
	// Sums. Exact says by weight that all games which tell much of it are Single; nil: of all.
	Single []Game
	Exact  []bool

	// Games is the number of games in all, Freedom the degrees of freedom by weight
	// where Exact does not hold.
	Games   int
	Freedom []float64

	Penalty *Penalty // nil: none
	Threads int

	Done func() // is called after each of the Steps, if not nil
}

// Steps are those of Bars: games left out, their products, these between the inverses, and degrees of
// freedom with what a penalty does.
const Steps = 4

// done says that a step is done.
func (p *Problem) done() {
	if p.Done != nil {
		p.Done()
	}
}

// meat returns (G−1)/G · Σ ũ·ũᵀ.
func (p *Problem) meat(single []float64) *mat.SymDense {
	sum := outer(p.Order, p.Threads, p.Sums, single)
	g := float64(p.Games)
	factor := g / (g - 1)
	if len(p.Sums) == 0 {
		factor = 1 / factor
	}
	sum.ScaleSym(factor, sum)
	return sum
}

// between returns the diagonal of Effect · x · Effectᵀ.
func (p *Problem) between(x mat.Matrix) []float64 {
	var half mat.Dense
	half.Mul(p.Effect, mat.DenseCopyOf(x)) // dense matrices are multiplied in parallel
	return p.diagonal(&half)
}

// diagonal returns the diagonal of half · Effectᵀ.
func (p *Problem) diagonal(half *mat.Dense) []float64 {
	v := make([]float64, p.Order)
	for j := range v {
		v[j] = mat.Dot(half.RowView(j), p.Effect.RowView(j))
	}
	return v
}
