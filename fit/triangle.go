package fit

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"centipawn/matrix"
)

// A triangle is a least-squares problem with order weights in the form R of a QR
// decomposition: for every source an upper triangular matrix whose columns are
// the intercept's, the weights' and the label's, with RᵀR the sums of products of
// the source's rows times the root of their weights. Triangles of parts of the data are
// merged by stacking and decomposing again; nothing is ever squared.
//
// Source: J. Demmel, L. Grigori, M. Hoemmen, J. Langou, "Communication-optimal
// Parallel and Sequential QR and LU Factorizations" (2012), section 3.
type triangle struct {
	order  int
	rows   int
	labels float64 // Σ w·label, before offsets and fixed weights are taken off
	active []int
	panels [256]*panel
}

// panelRows is the number of rows that a panel collects before it is reduced.
const panelRows = 1024

// A panel is the triangle of a source, with rows below it that wait to be
// decomposed.
type panel struct {
	rows    int // of data, in all
	waiting int // rows below the triangle
	a       *mat.Dense
}

func newTriangle(order int) *triangle { return &triangle{order: order, active: make([]int, order)} }

func (t *triangle) panel(source uint8) *panel {
	if t.panels[source] == nil {
		k := t.order + 2
		t.panels[source] = &panel{a: mat.NewDense(k+max(k, panelRows), k, nil)}
	}
	return t.panels[source]
}

// addRow adds a row given by its entries.
func (t *triangle) addRow(source uint8, entries []entry, y, w float64) {
	p := t.panel(source)
	row, root := p.next(), math.Sqrt(w)
	row[0] = root
	for _, e := range entries {
		row[1+e.weight] = root * e.value
		if e.value != 0 {
			t.active[e.weight]++
		}
	}
	row[t.order+1] = root * y
	p.rows++
	t.rows++
}

// next returns the next waiting row, all zeros.
func (p *panel) next() []float64 {
	n, k := p.a.Dims()
	if k+p.waiting == n {
		p.reduce()
	}
	row := p.a.RawRowView(k + p.waiting)
	clear(row)
	p.waiting++
	return row
}

// reduce brings the waiting rows into the triangle.
func (p *panel) reduce() {
	if p.waiting == 0 {
		return
	}
	_, k := p.a.Dims()
	upper(p.a.Slice(0, k+p.waiting, 0, k).(*mat.Dense))
	p.waiting = 0
}

// upper replaces a by the R of its QR decomposition; a has at least as many rows
// as columns.
func upper(a *mat.Dense) {
	raw := a.RawMatrix()
	tau, size := make([]float64, raw.Cols), make([]float64, 1)
	lapack64.Geqrf(raw, tau, size, -1)
	work := make([]float64, max(int(size[0]), raw.Rows))
	lapack64.Geqrf(raw, tau, work, len(work))
	for i := 1; i < raw.Rows; i++ {
		clear(a.RawRowView(i)[:min(i, raw.Cols)])
	}
}

// merge stacks the triangles of o under those of t.
func (t *triangle) merge(o *triangle) {
	t.rows += o.rows
	t.labels += o.labels
	for j, n := range o.active {
		t.active[j] += n
	}
	for s, p := range o.panels {
		if p == nil || p.rows == 0 {
			continue
		}
		p.reduce()
		to := t.panel(uint8(s))
		to.rows += p.rows
		for i := range t.order + 2 {
			copy(to.next(), p.a.RawRowView(i))
		}
		to.reduce()
	}
}

// reset makes an empty triangle.
func (t *triangle) reset() {
	t.rows, t.labels = 0, 0
	clear(t.active)
	for _, p := range t.panels {
		if p != nil {
			p.rows, p.waiting = 0, 0
			p.a.Zero()
		}
	}
}

// qrTolerance is as gramTolerance, for triangles. Counts and factors are float32,
// so dependent columns agree to 6e-8 only, and their squares to 4e-15.
const qrTolerance = 1e-13

// system eliminates the intercepts: the first row of each triangle is the
// intercept's own, the rest is free of it.
func (t *triangle) system(intercept Intercept) *system {
	s := &system{order: t.order, active: t.active, rows: t.rows, labels: t.labels, raw: make([]float64, t.order), tolerance: qrTolerance}
	rest := mat.NewDense(t.order+1, t.order+1, nil)
	for src, p := range t.panels {
		if p == nil || p.rows == 0 {
			continue
		}
		if p.reduce(); p.a.At(0, 0) == 0 {
			continue // all its rows weigh nothing
		}
		means := p.means(uint8(src), intercept)
		s.sources = append(s.sources, means)
		s.weight += means.weight
		skip := 1
		if intercept == NoIntercept {
			skip = 0
		}
		var stacked mat.Dense
		stacked.Stack(rest, p.a.Slice(skip, t.order+2, 1, t.order+2))
		upper(&stacked)
		rest.Copy(stacked.Slice(0, t.order+1, 0, t.order+1))
		s.addRaw(p.a)
	}
	s.fromRoot(rest)
	return s
}

// means returns the weighted means of the panel's columns; with no intercept they
// are not wanted.
func (p *panel) means(source uint8, intercept Intercept) sourceMeans {
	_, k := p.a.Dims()
	first := p.a.RawRowView(0)
	m := sourceMeans{source: source, rows: p.rows, weight: first[0] * first[0]}
	if intercept == WithIntercept {
		m.x = []float64{} // not nil, even of no columns
		for _, v := range first[1 : k-1] {
			m.x = append(m.x, v/first[0])
		}
		m.y = first[k-1] / first[0]
	}
	return m
}

// addRaw adds the sums of squares of the weights' columns.
func (s *system) addRaw(r *mat.Dense) {
	for j := range s.order {
		col := r.ColView(1 + j).(*mat.VecDense).RawVector()
		col.N = s.order + 2
		norm := blas64.Nrm2(col)
		s.raw[j] += norm * norm
	}
}

// fromRoot sets the sums of products from the triangle of weights and label.
func (s *system) fromRoot(r *mat.Dense) {
	p := s.order
	s.root = mat.DenseCopyOf(r)
	s.cross, s.rhs = mat.NewSymDense(max(1, p), nil), make([]float64, p)
	if p > 0 {
		s.cross.SymOuterK(1, r.Slice(0, p+1, 0, p).T())
		var rhs mat.VecDense
		rhs.MulVec(r.Slice(0, p+1, 0, p).T(), r.ColView(p))
		copy(s.rhs, rhs.RawVector().Data)
	}
	norm := mat.Norm(r.ColView(p), 2)
	s.yy = norm * norm
}

// triangleSum is the partial of a pass that builds a triangle.
type triangleSum struct {
	triangle
	rows rowFeed
}

// add adds the training rows of a block.
func (t *triangleSum) add(b *matrix.Block) error {
	f := &t.rows
	t.labels += f.take(b)
	for r, i := range f.index {
		f.entries = f.design.expand(b, int(i), f.entries[:0])
		t.addRow(source(b, int(i)), f.entries, f.y[r], f.w[r])
	}
	return nil
}
