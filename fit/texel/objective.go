package texel

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"centipawn/fit/descent"
	"centipawn/fit/rows"
	"centipawn/fit/sparse"
)

// An Objective is the loss of packed rows with its penalties, as a function of
// what is free to move: the weights, then the intercepts. The weights of a chain
// are given by the lowest and the steps from each to the next, which bounds keep
// from falling.
type Objective struct {
	rows    *sparse.Design
	penalty *Penalty
	Chains  [][]int
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
	o.w = append(o.w[:0], point...)
	for _, chain := range o.Chains {
		for k, j := range chain[1:] {
			o.w[j] += o.w[chain[k]]
		}
	}
	return o.w
}

// Point is the inverse of weights; steps that fall become 0.
func (o *Objective) Point(w []float64) []float64 {
	p := append([]float64(nil), w...)
	for _, chain := range o.Chains {
		at := w[chain[0]]
		for _, j := range chain[1:] {
			p[j] = max(0, w[j]-at)
			at += p[j]
		}
	}
	return p
}

// pull turns derivatives by weights into those by the point.
func (o *Objective) pull(g []float64) {
	for _, chain := range o.Chains {
		for k := len(chain) - 1; k > 0; k-- {
			g[chain[k-1]] += g[chain[k]]
		}
	}
}

// Gradient implements descent.Objective.
func (o *Objective) Gradient(ctx context.Context, point, g []float64) (float64, error) {
	w := o.Weights(point)
	f, err := o.rows.Gradient(ctx, w, g)
	f += o.penalty.Add(w, g)
	o.pull(g)
	return f, err
}

// Batches implements descent.Batched.
func (o *Objective) Batches() int { return o.batches }

// Batch implements descent.Batched.
func (o *Objective) Batch(ctx context.Context, b int, point, g []float64) (float64, error) {
	w := o.Weights(point)
	f, err := o.rows.Batch(ctx, b, o.batches, w, g)
	f += o.penalty.Add(w, g)
	o.pull(g)
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
	o.pullSym(h)
	return nil
}

// pullSym is pull for second derivatives: the rows, then the columns.
func (o *Objective) pullSym(h *mat.SymDense) {
	if len(o.Chains) == 0 {
		return
	}
	n := h.SymmetricDim()
	full := mat.NewDense(n, n, nil)
	full.Copy(h)
	for range 2 {
		for _, chain := range o.Chains {
			for k := len(chain) - 1; k > 0; k-- {
				to := full.RawRowView(chain[k-1])
				for i, v := range full.RawRowView(chain[k]) {
					to[i] += v
				}
			}
		}
		full.CloneFrom(full.T())
	}
	for i := range n {
		for j := i; j < n; j++ {
			h.SetSym(i, j, full.At(i, j))
		}
	}
}

// Diagonal implements descent.Objective. With chains it leaves out what their
// weights have in common.
func (o *Objective) Diagonal(ctx context.Context, point []float64, every int, d []float64) error {
	if err := o.rows.Diagonal(ctx, o.Weights(point), every, d); err != nil {
		return err
	}
	o.penalty.Diagonal(d)
	o.pull(d)
	return nil
}

// product multiplies with the Gauss–Newton matrix of an objective.
type product struct {
	*Objective
	rows *sparse.Product
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
	p.penalty.times(w, to)
	p.pull(to)
	return err
}

// plain returns the objective without penalties.
func (o *Objective) plain() *Objective {
	p := *o
	p.penalty = &Penalty{Weights: o.penalty.Weights}
	return &p
}

// curvature is the kind of second derivatives that errors are made of. Penalties leave
// residuals that the curvature of the logistic itself would take for information.
func (o *Objective) curvature() sparse.Curvature {
	if o.penalty.Ridge+o.penalty.prior+o.penalty.Smooth > 0 {
		return sparse.GaussNewton
	}
	return sparse.Exact
}

// A Penalty is quadratic: Σ ridge·w² + Σ prior·(w−mean)² + Σ smooth·bend(w)².
type Penalty struct {
	Ridge, prior, Smooth float64 // per square of a centipawn, in the unit of the mean loss
	mean                 []float64
	Weights              int // those that are pulled; intercepts come after
	Bends                []rows.Bend
}

// Add returns the penalty and adds its gradient to g.
func (p *Penalty) Add(w, g []float64) (f float64) {
	for j, v := range w[:p.Weights] {
		f += p.Ridge * v * v
		g[j] += 2 * p.Ridge * v
	}
	if p.prior > 0 {
		for j, m := range p.mean {
			v := w[j] - m
			f += p.prior * v * v
			g[j] += 2 * p.prior * v
		}
	}
	if p.Smooth > 0 {
		for _, b := range p.Bends {
			v := bendOf(b, w)
			f += p.Smooth * v * v
			for i, j := range b {
				if j != rows.Reference {
					g[j] += 2 * p.Smooth * v * bendFactors[i]
				}
			}
		}
	}
	return f
}

// bendOf returns a second difference.
func bendOf(b rows.Bend, w []float64) (v float64) {
	for i, j := range b {
		if j != rows.Reference {
			v += bendFactors[i] * w[j]
		}
	}
	return v
}

// times adds the second derivatives times v to a product.
func (p *Penalty) times(v, to []float64) {
	q := *p // about 0, its gradient is linear
	q.Ridge, q.prior = p.Ridge+p.prior, 0
	q.Add(v, to)
}

// Curve adds the second derivatives to h.
func (p *Penalty) Curve(h *mat.SymDense) {
	for j := range p.Weights {
		h.SetSym(j, j, h.At(j, j)+2*(p.Ridge+p.prior))
	}
	if p.Smooth == 0 {
		return
	}
	for _, b := range p.Bends {
		for i := range b {
			for k := i; k < len(b); k++ {
				if b[i] != rows.Reference && b[k] != rows.Reference {
					h.SetSym(b[i], b[k], h.At(b[i], b[k])+2*p.Smooth*bendFactors[i]*bendFactors[k])
				}
			}
		}
	}
}

// bendFactors make a second difference.
var bendFactors = [3]float64{1, -2, 1}

// Diagonal adds the diagonal of what curve adds.
func (p *Penalty) Diagonal(d []float64) {
	for j := range p.Weights {
		d[j] += 2 * (p.Ridge + p.prior)
	}
	for _, b := range p.Bends {
		for i, j := range b {
			if j != rows.Reference {
				d[j] += 2 * p.Smooth * bendFactors[i] * bendFactors[i]
			}
		}
	}
}
