package fit

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"centipawn/matrix"
)

// A gram is the sums of products of a weighted least-squares problem with order
// weights: what its normal equations are made of. Grams of parts of the data
// add up to the gram of the whole. Intercepts need no rows of their own, the
// margins of their sources are enough.
type gram struct {
	order   int
	rows    int
	active  []int     // rows in which a weight takes part
	xx      []float64 // Σ w·x·xᵀ, upper triangle, in rows
	xy      []float64 // Σ w·x·y
	yy      float64   // Σ w·y²
	labels  float64   // Σ w·label, before offsets and fixed weights are taken off
	margins [256]*margin
}

// A margin is the sums over the rows of a source.
type margin struct {
	rows int
	w, y float64   // Σ w, Σ w·y
	x    []float64 // Σ w·x
}

func newGram(order int) *gram {
	return &gram{order: order, active: make([]int, order), xx: make([]float64, order*order), xy: make([]float64, order)}
}

// margin returns the sums of a source.
func (g *gram) margin(source uint8) *margin {
	if g.margins[source] == nil {
		g.margins[source] = &margin{x: make([]float64, g.order)}
	}
	return g.margins[source]
}

// merge adds the sums of o.
func (g *gram) merge(o *gram) {
	g.rows += o.rows
	g.yy += o.yy
	g.labels += o.labels
	for j, n := range o.active {
		g.active[j] += n
	}
	for i := range g.order {
		lo, hi := i*g.order+i, (i+1)*g.order
		floats.Add(g.xx[lo:hi], o.xx[lo:hi])
	}
	floats.Add(g.xy, o.xy)
	for s, m := range o.margins {
		if m == nil || m.rows == 0 {
			continue
		}
		to := g.margin(uint8(s))
		to.rows += m.rows
		to.w += m.w
		to.y += m.y
		floats.Add(to.x, m.x)
	}
}

// reset makes all sums 0.
func (g *gram) reset() {
	g.rows, g.yy, g.labels = 0, 0, 0
	clear(g.active)
	clear(g.xx)
	clear(g.xy)
	for _, m := range g.margins {
		if m != nil {
			m.rows, m.w, m.y = 0, 0, 0
			clear(m.x)
		}
	}
}

// addRow adds a row given by its entries, weights ascending. For rows with few
// entries; tiles are faster for the others.
func (g *gram) addRow(source uint8, entries []entry, y, w float64) {
	m := g.margin(source)
	m.rows++
	m.w += w
	m.y += w * y
	g.rows++
	g.yy += w * y * y
	for i, a := range entries {
		if a.value != 0 {
			g.active[a.weight]++
		}
		wa := w * a.value
		m.x[a.weight] += wa
		g.xy[a.weight] += wa * y
		row := g.xx[int(a.weight)*g.order:][:g.order]
		for _, b := range entries[i:] {
			row[b.weight] += wa * b.value
		}
	}
}

// addTile adds the rows of a tile whose columns are √w·x, √w and √w·y.
func (g *gram) addTile(source uint8, t *tile) {
	t.addProducts(g.xx, g.order, 0, g.order)
	m, y := g.margin(source), t.column(g.order+1)
	for j := range g.order {
		x := t.column(j)
		m.x[j] += t.rootSum(g.order, x)
		g.xy[j] += floats.Dot(y, x)
	}
	m.rows += t.n
	m.w += t.rootSum(g.order, t.column(g.order))
	m.y += t.rootSum(g.order, y)
	g.rows += t.n
	g.yy += floats.Dot(y, y)
}

// rootSum returns the sum of products of x with the column of roots of weights.
func (t *tile) rootSum(root int, x []float64) float64 {
	if t.unit {
		return floats.Sum(x)
	}
	return floats.Dot(t.column(root), x)
}

// system eliminates the intercepts: the sums are taken about the means of each
// source.
func (g *gram) system(intercepts bool) *system {
	s := &system{order: g.order, active: g.active, rows: g.rows, yy: g.yy, labels: g.labels, tolerance: gramTolerance}
	s.cross, s.rhs = mat.NewSymDense(max(1, g.order), nil), append([]float64(nil), g.xy...)
	for i := range g.order {
		s.raw = append(s.raw, g.xx[i*g.order+i])
		for j := i; j < g.order; j++ {
			s.cross.SetSym(i, j, g.xx[i*g.order+j])
		}
	}
	for src, m := range g.margins {
		if m == nil || m.w == 0 {
			continue
		}
		s.weight += m.w
		means := sourceMeans{source: uint8(src), rows: m.rows, weight: m.w}
		if intercepts {
			means.y, means.x = m.y/m.w, append([]float64{}, m.x...) // not nil, even of no columns
			floats.Scale(1/m.w, means.x)
			s.centre(&means)
		}
		s.sources = append(s.sources, means)
	}
	return s
}

// centre takes the products of a source's means out of the sums.
func (s *system) centre(m *sourceMeans) {
	s.yy -= m.weight * m.y * m.y
	for i, xi := range m.x {
		s.rhs[i] -= m.weight * xi * m.y
		for j := i; j < s.order; j++ {
			s.cross.SetSym(i, j, s.cross.At(i, j)-m.weight*xi*m.x[j])
		}
	}
}

// gramTolerance is the share of a column's variance that must be left, when the
// columns before it have explained what they can, for the column to count as
// independent. Sums of products of n rows are exact to about 1e-16·√n.
const gramTolerance = 1e-11

// gramSum is the partial of a pass that adds up a gram.
type gramSum struct {
	gram
	rows rowFeed
	tile tile
}

// add adds the training rows of a block.
func (g *gramSum) add(b *matrix.Block, rows *selection) error {
	f := &g.rows
	g.labels += f.take(b, rows)
	f.sources(b, func(source uint8, lo, hi int) {
		if !g.dense(b) {
			for r := lo; r < hi; r++ {
				f.entries = f.design.expand(b, int(f.index[r]), f.entries[:0])
				g.addRow(source, f.entries, f.y[r], f.w[r])
			}
			return
		}
		for ; lo < hi; lo += tileRows {
			g.fill(b, lo, min(lo+tileRows, hi))
			g.addTile(source, &g.tile)
		}
	})
	return nil
}

// dense reports whether the rows of b have so many entries that tiles are
// faster: an entry of a sparse product costs about eight times one of a tile.
func (g *gramSum) dense(b *matrix.Block) bool {
	perRow := float64(len(b.Columns)) / float64(max(1, b.Rows()))
	perRow *= float64(g.order) / float64(max(1, len(g.rows.design.terms)))
	return 8*perRow*perRow >= float64(g.order)*float64(g.order)
}

// fill puts the rows lo to hi of the selection into the tile.
func (g *gramSum) fill(b *matrix.Block, lo, hi int) {
	f, t := &g.rows, &g.tile
	if t.data == nil {
		*t = newTile(g.order + 2)
	}
	t.n, t.zeros = hi-lo, false
	root, y := t.column(g.order), t.column(g.order+1)
	copy(root, f.w[lo:hi])
	copy(y, f.y[lo:hi])
	t.unit = true
	for r, w := range root {
		if w != 1 {
			t.unit = false
			root[r] = math.Sqrt(w)
			y[r] *= root[r]
		}
	}
	if f.full(b) {
		g.fillFull(b, lo)
	} else {
		g.fillSparse(b, lo)
	}
}

// fillSparse fills the tile from any rows.
func (g *gramSum) fillSparse(b *matrix.Block, lo int) {
	f, t := &g.rows, &g.tile
	clear(t.data[:g.order*tileStride])
	for r, root := range t.column(g.order) {
		f.entries = f.design.expand(b, int(f.index[lo+r]), f.entries[:0])
		for _, e := range f.entries {
			if e.value != 0 {
				g.active[e.weight]++
			}
			t.data[int(e.weight)*tileStride+r] = root * e.value
		}
	}
}

// fillFull fills the tile from rows that have an entry for each of the columns,
// all plain and fitted: then the counts are a dense matrix already.
func (g *gramSum) fillFull(b *matrix.Block, lo int) {
	t := &g.tile
	var starts [tileRows]int64
	for r, i := range g.rows.index[lo : lo+t.n] {
		starts[r] = b.Start[i]
	}
	j := 0
	for ; j+4 <= g.order; j += 4 {
		t.fillFour(j, b.Counts, starts[:t.n])
	}
	for ; j < g.order; j++ {
		x := t.column(j)
		for r, start := range starts[:t.n] {
			x[r] = float64(b.Counts[start+int64(j)])
			t.zeros = t.zeros || x[r] == 0
		}
	}
	for j := range g.order {
		x := t.column(j)
		g.active[j] += t.n
		if t.zeros {
			g.active[j] -= floats.Count(func(v float64) bool { return v == 0 }, x)
		}
		if !t.unit {
			floats.Mul(x, t.column(g.order))
		}
	}
}
