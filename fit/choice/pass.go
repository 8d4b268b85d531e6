package choice

import (
	"context"

	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/ordered"
)

// chunkRoots are the roots of a partial sum. Rounding depends on it, so it depends on nothing.
const chunkRoots = 256

// triple holds a value for each of the factors 1, middlegame and endgame.
type triple [3]float64

// A worker works on the roots of a chunk.
type worker struct {
	*Roots
	coef   []triple // weights by column
	sum    []triple // derivatives by column
	f      float64  // loss
	choice choice
	form   *formTape // nil: evaluations are linear
}

func (r *Roots) newWorker(coef []triple) *worker {
	return &worker{Roots: r, coef: coef, sum: make([]triple, len(r.Columns)), form: r.form.newTape()}
}

// coefficients returns weights by column.
func (r *Roots) coefficients(w []float64) []triple {
	coef := make([]triple, len(r.Columns))
	if r.form != nil {
		r.form.fixed(coef)
	}
	for c, slots := range r.Columns {
		for k, j := range slots {
			if j >= 0 {
				coef[c][k] = w[j]
			}
		}
	}
	return coef
}

// gather adds sums by column to those by weight.
func (r *Roots) gather(sum []triple, g []float64, scale float64) {
	for c, slots := range r.Columns {
		for k, j := range slots {
			if j >= 0 {
				g[j] += scale * sum[c][k]
			}
		}
	}
}

// chunks calls work for each root of the chunks, and merge after each chunk, in order.
func (r *Roots) chunks(ctx context.Context, coef []triple, work func(k *worker, g int), merge func(k *worker)) error {
	n := (len(r.list) + chunkRoots - 1) / chunkRoots
	return ordered.Sum(ctx, r.Threads, n, func() *worker { return r.newWorker(coef) }, func(k *worker, chunk int) error {
		for _, g := range r.list[chunk*chunkRoots : min((chunk+1)*chunkRoots, len(r.list))] {
			work(k, int(g))
		}
		return ctx.Err()
	}, merge)
}

// span returns the moves of root g.
func (p *packed) span(g int) (low, high int) { return p.moves[g], p.moves[g+1] }

// factors returns those of move r.
func (p *packed) factors(r int) triple {
	if p.empty[r] {
		return triple{}
	}
	f := p.factor[r]
	return triple{1, float64(f[0]), float64(f[1])}
}

// evaluate sets the evaluations of the moves of root g, less their offsets if these do not count.
func (k *worker) evaluate(g int, offsets bool) {
	if k.form != nil {
		k.evaluateForm(g, offsets)
		return
	}
	low, high := k.span(g)
	k.choice.resize(high - low)
	var base triple
	for e := k.common[g]; e < k.common[g+1]; e++ {
		base.add(&k.coef[k.commonColumn[e]], float64(k.commonCount[e]))
	}
	for r := low; r < high; r++ {
		d := base
		from, to := k.start[r], k.start[r+1]
		column, count := k.column[from:to], k.count[from:to]
		for i, c := range column {
			d.add(&k.coef[c], float64(count[i]))
		}
		f := k.factors(r)
		s := f[0]*d[0] + f[1]*d[1] + f[2]*d[2]
		if offsets {
			s += k.offset[r]
		}
		k.choice.s[r-low] = s
	}
}

// add adds x times the values of o.
func (t *triple) add(o *triple, x float64) {
	t[0] += x * o[0]
	t[1] += x * o[1]
	t[2] += x * o[2]
}

// derive evaluates root g and sets what its choice says; it returns the loss.
func (k *worker) derive(g int) float64 {
	k.evaluate(g, true)
	low, high := k.span(g)
	if k.form != nil {
		k.form.tape.Slopes(high - low)
	}
	return k.choice.derive(k.Loss, k.Temperature, k.target[low:high], k.cost[low:high])
}

// spread adds the sum of q times the derivatives of the evaluations of root g to sum.
func (k *worker) spread(g int, q []float64, scale float64, sum []triple) {
	if k.form != nil {
		k.spreadForm(g, q, scale, sum)
		return
	}
	low, high := k.span(g)
	var base triple
	for r := low; r < high; r++ {
		f := k.factors(r)
		v := scale * q[r-low]
		f = triple{v * f[0], v * f[1], v * f[2]}
		base.add(&f, 1)
		from, to := k.start[r], k.start[r+1]
		column, count := k.column[from:to], k.count[from:to]
		for i, c := range column {
			sum[c].add(&f, float64(count[i]))
		}
	}
	for e := k.common[g]; e < k.common[g+1]; e++ {
		sum[k.commonColumn[e]].add(&base, float64(k.commonCount[e]))
	}
}

// Gradient returns the mean loss at weights w and sets g to its gradient: one pass.
func (r *Roots) Gradient(ctx context.Context, w, g []float64) (f float64, err error) {
	clear(g)
	total := r.TotalWeight()
	err = r.chunks(ctx, r.coefficients(w), func(k *worker, root int) {
		weight := k.root[root].Weight
		k.f += weight * k.derive(root)
		k.spread(root, k.choice.q, weight, k.sum)
	}, func(k *worker) {
		f += k.f
		r.gather(k.sum, g, 1/(total*r.Temperature))
		k.f = 0
		clear(k.sum)
	})
	return f / total, err
}

// Evaluations returns those of all moves at weights w, root by root.
func (r *Roots) Evaluations(ctx context.Context, w []float64) ([]float64, error) {
	all := make([]float64, 0, r.Rows())
	var part []float64
	err := r.serial(ctx, r.coefficients(w), func(k *worker, g int) {
		k.evaluate(g, true)
		part = append(part[:0], k.choice.s...)
		all = append(all, part...)
	})
	return all, err
}

// serial calls work for each root, on one thread.
func (r *Roots) serial(ctx context.Context, coef []triple, work func(k *worker, g int)) error {
	k := r.newWorker(coef)
	for i, g := range r.list {
		if i%chunkRoots == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		work(k, int(g))
	}
	return nil
}

// A product multiplies with the positive second derivatives of the mean loss at some weights.
type product struct {
	*Roots
	total float64
	p, h  []float64 // of all moves of the packed roots
}

// Product makes what multiplies with the second derivatives at weights w: one pass.
func (r *Roots) Product(ctx context.Context, w []float64) (sparse.Product, error) {
	out := &product{Roots: r, total: r.TotalWeight(), p: make([]float64, len(r.offset)), h: make([]float64, len(r.offset))}
	return out, r.chunks(ctx, r.coefficients(w), func(k *worker, g int) {
		k.derive(g)
		k.choice.positive(Positive)
		low, high := k.span(g)
		copy(out.p[low:high], k.choice.p)
		copy(out.h[low:high], k.choice.h)
	}, func(*worker) {})
}

// Times implements sparse.Product: one pass.
func (p *product) Times(ctx context.Context, v, to []float64) error {
	clear(to)
	scale := 1 / (p.total * p.Temperature * p.Temperature)
	return p.chunks(ctx, p.coefficients(v), func(k *worker, g int) {
		k.evaluate(g, false)
		low, high := k.span(g)
		k.choice.times(p.p[low:high], p.h[low:high])
		k.spread(g, k.choice.q, k.root[g].Weight, k.sum)
	}, func(k *worker) {
		p.gather(k.sum, to, scale)
		clear(k.sum)
	})
}

// times sets q to what Σ h·x̃·(x̃·v) is as a sum over x, s being x·v.
func (c *choice) times(p, h []float64) {
	mean, sum := 0.0, 0.0
	for r, u := range c.s {
		mean += p[r] * u
	}
	for r, u := range c.s {
		c.q[r] = h[r] * (u - mean)
		sum += c.q[r]
	}
	for r := range c.q {
		c.q[r] -= p[r] * sum
	}
}
