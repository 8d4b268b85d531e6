package choice

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/ordered"
)

// matrixChunk are the roots of a partial matrix: adding up those must not cost more than making them.
const matrixChunk = 2048

// Curvature sets h to the second derivatives of the mean loss at weights w, from every every-th root.
func (r *Roots) Curvature(ctx context.Context, w []float64, kind sparse.Curvature, every int, h *mat.SymDense) error {
	part, scale := r.sample(every)
	n, coef := r.Weights, r.coefficients(w)
	raw := h.RawSymmetric()
	for i := range n {
		clear(raw.Data[i*raw.Stride : i*raw.Stride+n])
	}
	return ordered.Sum(ctx, r.Threads, (len(part)+matrixChunk-1)/matrixChunk, func() *curver {
		return newCurver(r, coef, kind, n*n)
	}, func(c *curver, chunk int) error {
		for _, g := range part[chunk*matrixChunk : min((chunk+1)*matrixChunk, len(part))] {
			c.load(int(g))
			c.addMatrix()
		}
		return ctx.Err()
	}, func(c *curver) {
		for i := range n {
			row := raw.Data[i*raw.Stride : i*raw.Stride+n]
			row[i] += scale * c.out[i*n+i]
			for j := i + 1; j < n; j++ {
				row[j] += scale * (c.out[i*n+j] + c.out[j*n+i])
			}
		}
		clear(c.out)
	})
}

// Diagonal sets d to the diagonal of the positive second derivatives of the mean loss.
func (r *Roots) Diagonal(ctx context.Context, w []float64, every int, d []float64) error {
	clear(d)
	part, scale := r.sample(every)
	return r.diagonals(ctx, part, w, func(c *curver) {
		for j, v := range c.out {
			d[j] += scale * v
		}
		clear(c.out)
	}, func(c *curver) { c.diagonal(func(j int32, v float64) { c.out[j] += v }) })
}

// diagonals makes a pass over some roots, with what is done for each of them that is loaded.
func (r *Roots) diagonals(ctx context.Context, part []int32, w []float64, merge, work func(*curver)) error {
	coef := r.coefficients(w)
	return ordered.Sum(ctx, r.Threads, (len(part)+chunkRoots-1)/chunkRoots, func() *curver {
		return newCurver(r, coef, Positive, r.Weights)
	}, func(c *curver, chunk int) error {
		for _, g := range part[chunk*chunkRoots : min((chunk+1)*chunkRoots, len(part))] {
			c.load(int(g))
			work(c)
		}
		return ctx.Err()
	}, merge)
}

// sample returns every every-th root, and what makes its sum a mean over all.
func (r *Roots) sample(every int) (part []int32, scale float64) {
	if every <= 1 {
		part = r.list
	} else {
		for i := 0; i < len(r.list); i += every {
			part = append(part, r.list[i])
		}
	}
	total := 0.0
	for _, g := range part {
		total += r.root[g].Weight
	}
	return part, 1 / (total * r.Temperature * r.Temperature)
}

// A curver adds up second derivatives. The derivative of a move's evaluation is
//
//	x(r) = Σₖ f(r,k)·B(k) + a(r)
//
// with B the common counts by weight and a those of its own. With the means F(k) of f and A of a by
// the chances p, y(k) = Σ h·(f−F)(k)·(a−A), m = Σ h·a and H = Σ h, Σ h·x̃·x̃ᵀ is
//
//	Σ h·a·aᵀ − A·mᵀ − m·Aᵀ + H·A·Aᵀ + Σₖ (B·yᵀ + y·Bᵀ)(k) + Σₖₗ (Σ h·(f−F)(k)·(f−F)(l))·B(k)·B(l)ᵀ.
//
// The first sum is over few entries, the others are outer products of few vectors.
type curver struct {
	*worker
	kind         sparse.Curvature
	out, squares []float64
	weight       float64

	place  []int32       // by weight: where it stands in the vectors below; −1: nowhere
	last   []int         // by place: the last entry of a move
	own    []float64     // by place: of the diagonal
	used   []int32       // weights by place
	mean   []float64     // A
	moment []float64     // m
	base   [3][]float64  // B
	cross  [3][]float64  // y
	total  float64       // H
	spread [3][3]float64 // Σ h·(f−F)(k)·(f−F)(l)
	varies bool          // it is not 0
	shared int           // places of weights that have a base
	local  []float64     // by two places: the root's matrix

	index []int32 // places of the entries of a move
	x     []float64
	at    []int // entries of a move begin there
}

func newCurver(r *Roots, coef []triple, kind sparse.Curvature, size int) *curver {
	c := &curver{worker: r.newWorker(coef), kind: kind, out: make([]float64, size), squares: make([]float64, r.Weights), place: make([]int32, r.Weights)}
	for j := range c.place {
		c.place[j] = -1
	}
	return c
}

// load sets the vectors of root g.
func (c *curver) load(g int) {
	c.derive(g)
	c.choice.positive(c.kind)
	c.weight = c.root[g].Weight
	c.forget()
	c.spreadFactors(g)
	c.enter(g)
	c.sums(g)
}

// forget empties the vectors.
func (c *curver) forget() {
	for _, j := range c.used {
		c.place[j] = -1
	}
	c.used, c.last, c.index, c.x, c.at = c.used[:0], c.last[:0], c.index[:0], c.x[:0], append(c.at[:0], 0)
	c.mean, c.moment = c.mean[:0], c.moment[:0]
	for k := range c.base {
		c.base[k], c.cross[k] = c.base[k][:0], c.cross[k][:0]
	}
}

// find returns the place of a weight.
func (c *curver) find(j int32) int32 {
	if c.place[j] < 0 {
		c.place[j] = int32(len(c.used))
		c.used, c.last = append(c.used, j), append(c.last, -1)
		c.mean, c.moment = append(c.mean, 0), append(c.moment, 0)
		for k := range c.base {
			c.base[k], c.cross[k] = append(c.base[k], 0), append(c.cross[k], 0)
		}
	}
	return c.place[j]
}

// enter lists the entries of the moves by weight, those of tied weights added up.
func (c *curver) enter(g int) {
	low, high := c.span(g)
	for r := low; r < high; r++ {
		f, first := c.factors(r), len(c.index)
		if c.form != nil {
			c.enterForm(g, r, r-low)
			c.at = append(c.at, len(c.index))
			continue
		}
		for e := c.start[r]; e < c.start[r+1]; e++ {
			for k, j := range c.Columns[c.column[e]] {
				if x := f[k] * float64(c.count[e]); j >= 0 && x != 0 {
					c.put(c.find(j), x, first)
				}
			}
		}
		c.at = append(c.at, len(c.index))
	}
}

// put adds an entry to a move whose entries begin at first.
func (c *curver) put(place int32, x float64, first int) {
	if at := c.last[place]; at >= first {
		c.x[at] += x
		return
	}
	c.last[place] = len(c.index)
	c.index, c.x = append(c.index, place), append(c.x, x)
}

// spreadFactors sets the spread of the factors and, where they vary, enters the common counts.
func (c *curver) spreadFactors(g int) {
	low, high := c.span(g)
	var mean triple
	for r := low; r < high; r++ {
		f := c.factors(r)
		mean.add(&f, c.choice.p[r-low])
	}
	c.spread, c.varies, c.total, c.shared = [3][3]float64{}, false, 0, 0
	for r := low; r < high; r++ {
		f, h := c.factors(r), c.choice.h[r-low]
		c.total += h
		f.add(&mean, -1)
		for k := range f {
			for l := range f {
				c.spread[k][l] += h * f[k] * f[l]
			}
		}
		c.varies = c.varies || c.factors(r) != c.factors(low)
	}
	if !c.varies {
		return
	}
	for e := c.common[g]; e < c.common[g+1]; e++ {
		if c.isForm(c.commonColumn[e]) {
			continue // these are the moves' own, see enterForm
		}
		for k, j := range c.Columns[c.commonColumn[e]] {
			if j >= 0 {
				at := c.find(j)
				c.base[k][at] += float64(c.commonCount[e])
			}
		}
	}
	c.shared = len(c.used)
}

// sums sets the means and moments of the moves' own entries.
func (c *curver) sums(g int) {
	low, high := c.span(g)
	var means triple
	for r := low; r < high; r++ {
		f := c.factors(r)
		means.add(&f, c.choice.p[r-low])
	}
	var left triple // Σ h·(f−F)
	for i := range high - low {
		p, h := c.choice.p[i], c.choice.h[i]
		f := c.factors(low + i)
		f.add(&means, -1)
		left.add(&f, h)
		for e := c.at[i]; e < c.at[i+1]; e++ {
			j, x := c.index[e], c.x[e]
			c.mean[j] += p * x
			c.moment[j] += h * x
			if c.varies {
				for k := range f {
					c.cross[k][j] += h * f[k] * x
				}
			}
		}
	}
	if !c.varies {
		return
	}
	for k := range c.cross {
		for j, a := range c.mean {
			c.cross[k][j] -= left[k] * a
		}
	}
}

// addMatrix adds the root to the matrix. The weights of common counts stand first: beyond them the
// outer products but that of the means are 0.
func (c *curver) addMatrix() {
	m, n := len(c.used), c.Weights
	c.local = slices.Grow(c.local[:0], m*m)[:m*m]
	clear(c.local)
	c.addOwn()
	for a, i := range c.used {
		line := c.local[a*m+a : (a+1)*m]
		c.addRow(a, line)
		out, used := c.out[int(i)*n:][:n], c.used[a:]
		for b, v := range line { // to either half of the matrix, as they come
			out[used[b]] += c.weight * v
		}
	}
}

// addRow adds the outer products in the row of place a, from its own place on.
func (c *curver) addRow(a int, line []float64) {
	row := c.rowOf(a)
	if row.mean != 0 { // never of cross entropy
		floats.AddScaled(line, row.mean, c.mean[a:])
	}
	floats.AddScaled(line, row.moment, c.moment[a:])
	if a >= c.shared {
		return
	}
	for k := range c.base {
		if row.base[k] != 0 {
			floats.AddScaled(line[:c.shared-a], row.base[k], c.base[k][a:c.shared])
		}
		if row.cross[k] != 0 {
			floats.AddScaled(line, row.cross[k], c.cross[k][a:])
		}
	}
}

// A rowOf holds what the vectors are multiplied by in a row of the matrix.
type rowOf struct {
	mean, moment float64
	base, cross  triple
}

// rowOf returns the row of place a.
func (c *curver) rowOf(a int) (r rowOf) {
	r.mean, r.moment = c.total*c.mean[a]-c.moment[a], -c.mean[a]
	if !c.varies {
		return r
	}
	for k := range c.base {
		r.base[k], r.cross[k] = c.cross[k][a], c.base[k][a]
		for l := range c.base {
			r.base[k] += c.spread[k][l] * c.base[l][a]
		}
	}
	return r
}

// addOwn adds Σ h·a·aᵀ.
func (c *curver) addOwn() {
	m := len(c.used)
	for i, h := range c.choice.h {
		index, x := c.index[c.at[i]:c.at[i+1]], c.x[c.at[i]:c.at[i+1]]
		for k, a := range index {
			v := h * x[k]
			for l, b := range index[k:] {
				c.local[int(min(a, b))*m+int(max(a, b))] += v * x[k+l]
			}
		}
	}
}

// diagonal calls f for each weight of the root with its second derivative.
func (c *curver) diagonal(f func(j int32, v float64)) {
	c.own = append(c.own[:0], c.mean...)
	clear(c.own)
	for i, h := range c.choice.h {
		for e := c.at[i]; e < c.at[i+1]; e++ {
			c.own[c.index[e]] += h * c.x[e] * c.x[e]
		}
	}
	for a, j := range c.used {
		row := c.rowOf(a)
		f(j, c.weight*(c.own[a]+row.times(c, a)))
	}
}

// times returns the product of the row with the vectors at place b.
func (r *rowOf) times(c *curver, b int) float64 {
	v := r.mean*c.mean[b] + r.moment*c.moment[b]
	if c.varies {
		for k := range c.base {
			v += r.base[k]*c.base[k][b] + r.cross[k]*c.cross[k][b]
		}
	}
	return v
}
