package linear

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
)

// A Gram is the sums of products of a weighted least-squares problem with order
// weights: what its normal equations are made of. Grams of parts of the data
// add up to the gram of the whole. Intercepts need no rows of their own, the
// margins of their sources are enough.
type Gram struct {
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

// count adds rows without their columns.
func (m *margin) count(rows int, w, y float64) {
	m.rows += rows
	m.w += w
	m.y += y
}

// NewGram returns the sums of no rows.
func NewGram(order int) *Gram {
	return &Gram{order: order, active: make([]int, order), xx: make([]float64, order*order), xy: make([]float64, order)}
}

// margin returns the sums of a source.
func (g *Gram) margin(source uint8) *margin {
	if g.margins[source] == nil {
		g.margins[source] = &margin{x: make([]float64, g.order)}
	}
	return g.margins[source]
}

// Merge adds the sums of o.
func (g *Gram) Merge(o *Gram) {
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
		to.count(m.rows, m.w, m.y)
		floats.Add(to.x, m.x)
	}
}

// Reset makes all sums 0.
func (g *Gram) Reset() {
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

// AddRow adds a row given by its entries, weights ascending. For rows with few
// entries; tiles are faster for the others.
func (g *Gram) AddRow(source uint8, entries []rows.Entry, y, w float64) {
	m := g.margin(source)
	m.count(1, w, w*y)
	g.rows++
	g.yy += w * y * y
	g.countActive(entries)
	for i, a := range entries {
		wa := w * a.Value
		m.x[a.Weight] += wa
		g.xy[a.Weight] += wa * y
		row := g.xx[int(a.Weight)*g.order:][:g.order]
		for _, b := range entries[i:] {
			row[b.Weight] += wa * b.Value
		}
	}
}

// countActive notes a row in which the weights of entries take part.
func (g *Gram) countActive(entries []rows.Entry) {
	for _, e := range entries {
		if e.Value != 0 {
			g.active[e.Weight]++
		}
	}
}

// addTile adds the rows of a tile whose columns are √w·x, √w and √w·y.
func (g *Gram) addTile(source uint8, t *tile) {
	t.addProducts(g.xx, g.order, 0, g.order)
	m, y := g.margin(source), t.column(g.order+1)
	for j := range g.order {
		x := t.column(j)
		m.x[j] += t.rootSum(g.order, x)
		g.xy[j] += floats.Dot(y, x)
	}
	m.count(t.n, t.rootSum(g.order, t.column(g.order)), t.rootSum(g.order, y))
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

// System eliminates the intercepts: the sums are taken about the means of each
// source.
func (g *Gram) System(intercepts bool) *System {
	s := &System{Order: g.order, Active: g.active, Rows: g.rows, YY: g.yy, Labels: g.labels, Tolerance: gramTolerance}
	s.Cross, s.RHS = mat.NewSymDense(max(1, g.order), nil), append([]float64(nil), g.xy...)
	for i := range g.order {
		s.Raw = append(s.Raw, g.xx[i*g.order+i])
		for j := i; j < g.order; j++ {
			s.Cross.SetSym(i, j, g.xx[i*g.order+j])
		}
	}
	for src, m := range g.margins {
		if m != nil && m.w != 0 {
			s.Weight += m.w
			s.Sources = append(s.Sources, m.means(uint8(src), intercepts))
		}
	}
	for i := range s.Sources {
		s.centre(&s.Sources[i])
	}
	return s
}

// means returns the means of a source, those that an intercept needs if it has one.
func (m *margin) means(source uint8, intercept bool) SourceMeans {
	means := SourceMeans{Source: source, Rows: m.rows, Weight: m.w}
	if intercept {
		means.Y, means.X = m.y/m.w, append([]float64{}, m.x...) // not nil, even of no columns
		floats.Scale(1/m.w, means.X)
	}
	return means
}

// centre takes the products of a source's means out of the sums.
func (s *System) centre(m *SourceMeans) {
	if m.X == nil {
		return
	}
	s.YY -= m.Weight * m.Y * m.Y
	for i, xi := range m.X {
		s.RHS[i] -= m.Weight * xi * m.Y
		for j := i; j < s.Order; j++ {
			s.Cross.SetSym(i, j, s.Cross.At(i, j)-m.Weight*xi*m.X[j])
		}
	}
}

// gramTolerance is the share of a column's variance that must be left, when the
// columns before it have explained what they can, for the column to count as
// independent. Sums of products of n rows are exact to about 1e-16·√n.
const gramTolerance = 1e-11

// GramSum is the partial of a pass that adds up a gram.
type GramSum struct {
	Gram
	Rows RowFeed
	tile tile
}

// Add adds the training rows of a block.
func (g *GramSum) Add(b *matrix.Block, sel *rows.Selection) error {
	f := &g.Rows
	g.labels += f.take(b, sel)
	add := g.addRows
	if g.Dense(b) {
		add = g.addTiles
	}
	f.Sources(b, func(source uint8, lo, hi int) { add(b, source, lo, hi) })
	return nil
}

// addRows adds rows of a source one by one.
func (g *GramSum) addRows(b *matrix.Block, source uint8, lo, hi int) {
	f := &g.Rows
	for r := lo; r < hi; r++ {
		f.entries = f.Design.Expand(b, int(f.Index[r]), f.entries[:0])
		g.AddRow(source, f.entries, f.Y[r], f.W[r])
	}
}

// addTiles adds rows of a source by tiles.
func (g *GramSum) addTiles(b *matrix.Block, source uint8, lo, hi int) {
	for ; lo < hi; lo += tileRows {
		g.fill(b, lo, min(lo+tileRows, hi))
		g.addTile(source, &g.tile)
	}
}

// Dense reports whether the rows of b have so many entries that tiles are
// faster: an entry of a sparse product costs about eight times one of a tile.
func (g *GramSum) Dense(b *matrix.Block) bool {
	perRow := float64(len(b.Columns)) / float64(max(1, b.Rows()))
	perRow *= float64(g.order) / float64(max(1, len(g.Rows.Design.Terms)))
	return 8*perRow*perRow >= float64(g.order)*float64(g.order)
}

// fill puts the rows lo to hi of the selection into the tile.
func (g *GramSum) fill(b *matrix.Block, lo, hi int) {
	f, t := &g.Rows, &g.tile
	if t.data == nil {
		*t = newTile(g.order + 2)
	}
	t.weigh(g.order, f.W[lo:hi], f.Y[lo:hi])
	if f.full(b) {
		g.fillFull(b, lo)
	} else {
		g.fillSparse(b, lo)
	}
}

// fillSparse fills the tile from any rows.
func (g *GramSum) fillSparse(b *matrix.Block, lo int) {
	f, t := &g.Rows, &g.tile
	clear(t.data[:g.order*tileStride])
	for r, root := range t.column(g.order) {
		f.entries = f.Design.Expand(b, int(f.Index[lo+r]), f.entries[:0])
		g.countActive(f.entries)
		for _, e := range f.entries {
			t.data[int(e.Weight)*tileStride+r] = root * e.Value
		}
	}
}

// fillFull fills the tile from rows that have an entry for each of the columns,
// all plain and fitted: then the counts are a dense matrix already.
func (g *GramSum) fillFull(b *matrix.Block, lo int) {
	t := &g.tile
	var starts [tileRows]int64
	for r, i := range g.Rows.Index[lo : lo+t.n] {
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
		g.active[j] += t.finish(t.column(j), t.column(g.order))
	}
}
