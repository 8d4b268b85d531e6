package search

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse"
)

// Rows are what a loss is the weighted mean over: positions, or roots with their moves. Weights come
// first, intercepts after them.
type Rows interface {
	Rows() int // of roots, their moves
	TotalWeight() float64

	// Gradient returns the loss at weights w and stores its gradient in g.
	Gradient(ctx context.Context, w, g []float64) (loss float64, err error)

	// Curvature stores the second derivatives of the loss at weights w in h, Diagonal the diagonal of
	// those of kind GaussNewton in d: from one row in every so many, scaled up to estimate those of all.
	Curvature(ctx context.Context, w []float64, kind sparse.Curvature, every int, h *mat.SymDense) error
	Diagonal(ctx context.Context, w []float64, every int, d []float64) error

	// Product makes what multiplies with the matrix of GaussNewton at weights w; nil: the rows cannot.
	Product(ctx context.Context, w []float64) (sparse.Product, error)

	// Single returns the rows of games one by one: of those in which a weight takes part that wanted
	// says, or of all with a nil wanted.
	Single(ctx context.Context, w []float64, kind sparse.Curvature, wanted []bool) ([]sandwich.Game, error)
}

// An Objective is the loss of rows with its penalties, as a function of
// what is free to move: the weights, then the intercepts. The weights of a chain
// are given by the lowest and the steps from each to the next, which bounds keep
// from falling.
type Objective struct {
	Rows    Rows
	Penalty *penalty.Penalty
	Chains  penalty.Chains
	N       int       // weights and intercepts
	Parts   int       // batches of rows that have any
	w       []float64 // scratch
}

var (
	_ descent.Batched = (*Objective)(nil)
	_ descent.Curved  = (*Objective)(nil)
)

// Size implements descent.Objective.
func (o *Objective) Size() int { return o.N }

// Weights returns what a point stands for; it is used again by the next call.
func (o *Objective) Weights(point []float64) []float64 {
	o.w = o.Chains.Weights(point, o.w[:0])
	return o.w
}

// Gradient implements descent.Objective.
func (o *Objective) Gradient(ctx context.Context, point, g []float64) (float64, error) {
	w := o.Weights(point)
	f, err := o.Rows.Gradient(ctx, w, g)
	return o.pull(f, w, g), err
}

// pull adds the penalties to a loss and its gradient.
func (o *Objective) pull(f float64, w, g []float64) float64 {
	f += o.Penalty.Add(w, g)
	o.Chains.Pull(g)
	return f
}

// batched are rows that have batches.
type batched interface {
	Batch(ctx context.Context, b, batches int, w, g []float64) (float64, error)
}

// Batches implements descent.Batched: 0 of rows that have none.
func (o *Objective) Batches() int {
	if _, has := o.Rows.(batched); !has {
		return 0
	}
	return o.Parts
}

// Batch implements descent.Batched, for rows that have batches.
func (o *Objective) Batch(ctx context.Context, b int, point, g []float64) (float64, error) {
	w := o.Weights(point)
	f, err := o.Rows.(batched).Batch(ctx, b, o.Parts, w, g)
	return o.pull(f, w, g), err
}

// Curvature implements descent.Objective.
func (o *Objective) Curvature(ctx context.Context, point []float64, every int, h *mat.SymDense) error {
	return o.Second(ctx, point, sparse.GaussNewton, every, h)
}

// Second stores second derivatives with those of the penalties.
func (o *Objective) Second(ctx context.Context, point []float64, kind sparse.Curvature, every int, h *mat.SymDense) error {
	if err := o.Rows.Curvature(ctx, o.Weights(point), kind, every, h); err != nil {
		return err
	}
	o.Penalty.Curve(h)
	o.Chains.PullSym(h)
	return nil
}

// Diagonal implements descent.Objective. With chains it leaves out what their
// weights have in common.
func (o *Objective) Diagonal(ctx context.Context, point []float64, every int, d []float64) error {
	if err := o.Rows.Diagonal(ctx, o.Weights(point), every, d); err != nil {
		return err
	}
	o.Penalty.Diagonal(d)
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
	rows, err := o.Rows.Product(ctx, o.Weights(point))
	if rows == nil || err != nil {
		return nil, err
	}
	return &product{Objective: o, rows: rows}, nil
}

// Times implements descent.Product.
func (p *product) Times(ctx context.Context, v, to []float64) error {
	w := p.Weights(v)
	err := p.rows.Times(ctx, w, to)
	p.Penalty.Times(w, to)
	p.Chains.Pull(to)
	return err
}

// Plain returns the objective without penalties.
func (o *Objective) Plain() *Objective {
	p := *o
	p.Penalty = &penalty.Penalty{Weights: o.Penalty.Weights}
	return &p
}
