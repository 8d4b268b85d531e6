package choice

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/penalty"
)

// An Objective is the mean loss of roots with its penalties, as a function of the point that
// penalty.Chains speaks of.
type Objective struct {
	Roots   *Roots
	Penalty *penalty.Penalty
	Chains  penalty.Chains
	w       []float64 // scratch
}

var _ descent.Curved = (*Objective)(nil)

// Size implements descent.Objective.
func (o *Objective) Size() int { return o.Roots.Weights }

// weights returns what a point stands for, until the next call.
func (o *Objective) weights(point []float64) []float64 {
	o.w = o.Chains.Weights(point, o.w[:0])
	return o.w
}

// Gradient implements descent.Objective.
func (o *Objective) Gradient(ctx context.Context, point, g []float64) (float64, error) {
	w := o.weights(point)
	f, err := o.Roots.Gradient(ctx, w, g)
	f += o.Penalty.Add(w, g)
	o.Chains.Pull(g)
	return f, err
}

// Curvature implements descent.Objective.
func (o *Objective) Curvature(ctx context.Context, point []float64, every int, h *mat.SymDense) error {
	return o.second(ctx, point, Positive, every, h)
}

// second stores second derivatives with those of the penalties.
func (o *Objective) second(ctx context.Context, point []float64, kind Curvature, every int, h *mat.SymDense) error {
	if err := o.Roots.Curvature(ctx, o.weights(point), kind, every, h); err != nil {
		return err
	}
	o.Penalty.Curve(h)
	o.Chains.PullSym(h)
	return nil
}

// plain returns the objective without penalties.
func (o *Objective) plain() *Objective {
	p := *o
	p.Penalty = &penalty.Penalty{Weights: o.Penalty.Weights}
	return &p
}

// Diagonal implements descent.Objective. With chains it leaves out what their weights have in common.
func (o *Objective) Diagonal(ctx context.Context, point []float64, every int, d []float64) error {
	if err := o.Roots.Diagonal(ctx, o.weights(point), every, d); err != nil {
		return err
	}
	o.Penalty.Diagonal(d)
	o.Chains.Pull(d)
	return nil
}

// Product implements descent.Curved.
func (o *Objective) Product(ctx context.Context, point []float64) (descent.Product, error) {
	p, err := o.Roots.Product(ctx, o.weights(point))
	return &product{Objective: o, roots: p}, err
}

// product multiplies with the positive second derivatives of an objective.
type product struct {
	*Objective
	roots *Product
}

// Times implements descent.Product.
func (p *product) Times(ctx context.Context, v, to []float64) error {
	w := p.weights(v)
	err := p.roots.Times(ctx, w, to)
	p.Penalty.Times(w, to)
	p.Chains.Pull(to)
	return err
}
