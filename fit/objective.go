package fit

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"centipawn/fit/descent"
	"centipawn/fit/sparse"
)

// An objective is the loss of packed rows with its penalties, as a function of
// what is free to move: the weights, then the intercepts. The weights of a chain
// are given by the lowest and the steps from each to the next, which bounds keep
// from falling.
type objective struct {
	rows    *sparse.Design
	penalty *penalty
	chains  [][]int
	batches int
	w       []float64 // scratch
}

var _ descent.Batched = (*objective)(nil)

// Size implements descent.Objective.
func (o *objective) Size() int { return o.rows.Weights }

// weights returns what a point stands for; it is used again by the next call.
func (o *objective) weights(point []float64) []float64 {
	o.w = append(o.w[:0], point...)
	for _, chain := range o.chains {
		for k, j := range chain[1:] {
			o.w[j] += o.w[chain[k]]
		}
	}
	return o.w
}

// point is the inverse of weights; steps that fall become 0.
func (o *objective) point(w []float64) []float64 {
	p := append([]float64(nil), w...)
	for _, chain := range o.chains {
		at := w[chain[0]]
		for _, j := range chain[1:] {
			p[j] = max(0, w[j]-at)
			at += p[j]
		}
	}
	return p
}

// pull turns derivatives by weights into those by the point.
func (o *objective) pull(g []float64) {
	for _, chain := range o.chains {
		for k := len(chain) - 1; k > 0; k-- {
			g[chain[k-1]] += g[chain[k]]
		}
	}
}

// Gradient implements descent.Objective.
func (o *objective) Gradient(ctx context.Context, point, g []float64) (float64, error) {
	w := o.weights(point)
	f, err := o.rows.Gradient(ctx, w, g)
	f += o.penalty.add(w, g)
	o.pull(g)
	return f, err
}

// Batches implements descent.Batched.
func (o *objective) Batches() int { return o.batches }

// Batch implements descent.Batched.
func (o *objective) Batch(ctx context.Context, b int, point, g []float64) (float64, error) {
	w := o.weights(point)
	f, err := o.rows.Batch(ctx, b, o.batches, w, g)
	f += o.penalty.add(w, g)
	o.pull(g)
	return f, err
}

// Curvature implements descent.Objective.
func (o *objective) Curvature(ctx context.Context, point []float64, every int, h *mat.SymDense) error {
	return o.second(ctx, point, sparse.GaussNewton, every, h)
}

// second stores second derivatives with those of the penalties.
func (o *objective) second(ctx context.Context, point []float64, kind sparse.Curvature, every int, h *mat.SymDense) error {
	if err := o.rows.Curvature(ctx, o.weights(point), kind, every, h); err != nil {
		return err
	}
	o.penalty.curve(h)
	o.pullSym(h)
	return nil
}

// pullSym is pull for second derivatives: the rows, then the columns.
func (o *objective) pullSym(h *mat.SymDense) {
	if len(o.chains) == 0 {
		return
	}
	n := h.SymmetricDim()
	full := mat.NewDense(n, n, nil)
	full.Copy(h)
	for range 2 {
		for _, chain := range o.chains {
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
func (o *objective) Diagonal(ctx context.Context, point []float64, every int, d []float64) error {
	if err := o.rows.Diagonal(ctx, o.weights(point), every, d); err != nil {
		return err
	}
	o.penalty.diagonal(d)
	o.pull(d)
	return nil
}

// plain returns the objective without penalties.
func (o *objective) plain() *objective {
	p := *o
	p.penalty = &penalty{weights: o.penalty.weights}
	return &p
}

// curvature is the kind of second derivatives that errors are made of. Penalties leave
// residuals that the curvature of the logistic itself would take for information.
func (o *objective) curvature() sparse.Curvature {
	if o.penalty.ridge+o.penalty.prior+o.penalty.smooth > 0 {
		return sparse.GaussNewton
	}
	return sparse.Exact
}

// A penalty is quadratic: Σ ridge·w² + Σ prior·(w−mean)² + Σ smooth·bend(w)².
type penalty struct {
	ridge, prior, smooth float64 // per square of a centipawn, in the unit of the mean loss
	mean                 []float64
	weights              int // those that are pulled; intercepts come after
	bends                []bend
}

// add returns the penalty and adds its gradient to g.
func (p *penalty) add(w, g []float64) (f float64) {
	for j, v := range w[:p.weights] {
		f += p.ridge * v * v
		g[j] += 2 * p.ridge * v
	}
	if p.prior > 0 {
		for j, m := range p.mean {
			v := w[j] - m
			f += p.prior * v * v
			g[j] += 2 * p.prior * v
		}
	}
	if p.smooth > 0 {
		for _, b := range p.bends {
			v := 0.0
			for i, j := range b {
				if j != reference {
					v += bendFactors[i] * w[j]
				}
			}
			f += p.smooth * v * v
			for i, j := range b {
				if j != reference {
					g[j] += 2 * p.smooth * v * bendFactors[i]
				}
			}
		}
	}
	return f
}

// curve adds the second derivatives to h.
func (p *penalty) curve(h *mat.SymDense) {
	for j := range p.weights {
		h.SetSym(j, j, h.At(j, j)+2*(p.ridge+p.prior))
	}
	if p.smooth == 0 {
		return
	}
	for _, b := range p.bends {
		for i := range b {
			for k := i; k < len(b); k++ {
				if b[i] != reference && b[k] != reference {
					h.SetSym(b[i], b[k], h.At(b[i], b[k])+2*p.smooth*bendFactors[i]*bendFactors[k])
				}
			}
		}
	}
}

// bendFactors make a second difference.
var bendFactors = [3]float64{1, -2, 1}

// diagonal adds the diagonal of what curve adds.
func (p *penalty) diagonal(d []float64) {
	for j := range p.weights {
		d[j] += 2 * (p.ridge + p.prior)
	}
	for _, b := range p.bends {
		for i, j := range b {
			if j != reference {
				d[j] += 2 * p.smooth * bendFactors[i] * bendFactors[i]
			}
		}
	}
}
