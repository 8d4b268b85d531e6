package texel

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/sparse"
)

// An Objective is the loss of packed rows with its penalties, as a function of
// what is free to move: the weights, then the intercepts. The weights of a chain
// are given by the lowest and the steps from each to the next, which bounds keep
// from falling.
type Objective struct {
	rows    *Packed
	penalty *penalty.Penalty
	Chains  penalty.Chains
	batches int
	w       []float64 // scratch
}

var (
	_ descent.Batched = (*Objective)(nil)
	_ descent.Curved  = (*Objective)(nil)
)

// Size implements descent.Objective.
func (o *Objective) Size() int { return o.rows.Weights }

// Weights returns what a point stands for; it is used again by the next call.
func (o *Objective) Weights(point []float64) []float64 {
	o.w = o.Chains.Weights(point, o.w[:0])
	return o.w
}

// Gradient implements descent.Objective.
func (o *Objective) Gradient(ctx context.Context, point, g []float64) (float64, error) {
	w := o.Weights(point)
	f, err := o.rows.Gradient(ctx, w, g)
	f += o.penalty.Add(w, g)
	o.Chains.Pull(g)
	return f, err
}

// Batches implements descent.Batched.
func (o *Objective) Batches() int { return o.batches }

// Batch implements descent.Batched.
func (o *Objective) Batch(ctx context.Context, b int, point, g []float64) (float64, error) {
	w := o.Weights(point)
	f, err := o.rows.Batch(ctx, b, o.batches, w, g)
	f += o.penalty.Add(w, g)
	o.Chains.Pull(g)
	return f, err
}

// Curvature implements descent.Objective.
func (o *Objective) Curvature(ctx context.Context, point []float64, every int, h *mat.SymDense) error {
	return o.Second(ctx, point, sparse.GaussNewton, every, h)
}

// Second stores second derivatives with those of the penalties.
func (o *Objective) Second(ctx context.Context, point []float64, kind sparse.Curvature, every int, h *mat.SymDense) error {
	if err := o.rows.Curvature(ctx, o.Weights(point), kind, every, h); err != nil {
		return err
	}
	o.penalty.Curve(h)
	o.Chains.PullSym(h)
	return nil
}

// Diagonal implements descent.Objective. With chains it leaves out what their
// weights have in common.
func (o *Objective) Diagonal(ctx context.Context, point []float64, every int, d []float64) error {
	if err := o.rows.Diagonal(ctx, o.Weights(point), every, d); err != nil {
		return err
	}
	o.penalty.Diagonal(d)
	o.Chains.Pull(d)
	return nil
}

// product multiplies with the Gauss–Newton matrix of an objective.
type product struct {
	*Objective
	rows sparse.Product
}

// Product implements descent.Curved.
func (o *Objective) Product(ctx context.Context, point []float64) (descent.Product, error) {
	rows, err := o.rows.Product(ctx, o.Weights(point))
	if rows == nil || err != nil {
		return nil, err
	}
	return &product{Objective: o, rows: rows}, nil
}

// Times implements descent.Product.
func (p *product) Times(ctx context.Context, v, to []float64) error {
	w := p.Weights(v)
	err := p.rows.Times(ctx, w, to)
	p.penalty.Times(w, to)
	p.Chains.Pull(to)
	return err
}

// plain returns the objective without penalties.
func (o *Objective) plain() *Objective {
	p := *o
	p.penalty = &penalty.Penalty{Weights: o.penalty.Weights}
	return &p
}

// curvature is the kind of second derivatives that errors are made of. Penalties leave
// residuals that the curvature of the logistic itself would take for information.
func (o *Objective) curvature() sparse.Curvature {
	if !o.penalty.IsZero() && !o.rows.Loss.Linear {
		return sparse.GaussNewton
	}
	return sparse.Exact
}
