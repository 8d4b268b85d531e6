package sparse

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"centipawn/ordered"
	"centipawn/winprob"
)

// Curvature is a kind of second derivative of the loss.
type Curvature uint8

const (
	// GaussNewton leaves out the curvature of the logistic itself: never
	// negative, and the expectation of Exact if the model is right.
	GaussNewton Curvature = iota

	// Exact is the matrix of second derivatives.
	Exact
)

// curveRows is the most rows of a partial of a curvature. Its matrix is as large
// as all columns squared, so that there are few of them.
const curveRows = 1 << 17

// A curve is the partial of a curvature: Σ d·x·xᵀ over rows of one pair of
// factors, by column, or its diagonal by weight.
type curve struct {
	*worker
	kind  Curvature
	every int
	size  int // of gram in use

	gram    []float64 // upper triangle in rows or diagonal, and slack that is never touched
	row     []float64 // a row by weight
	columns []uint16  // of a row
	counts  []float64
	rows    []int

	bySymbol bool // the first of the worker's slopes holds squares by symbol
}

// Curvature stores the second derivatives of the loss at weights w in h, from
// one row in every so many, scaled up to estimate those of all.
func (d *Design) Curvature(ctx context.Context, w []float64, kind Curvature, every int, h *mat.SymDense) error {
	h.Zero()
	sum := &sumOfCurves{d: d, h: h}
	err := d.curves(ctx, w, kind, every, len(d.Columns)*(len(d.Columns)+1)/2, (*curve).addRow, sum.add)
	sum.scale()
	return err
}

// Diagonal stores the diagonal of the Gauss-Newton matrix, see [Design.Curvature].
func (d *Design) Diagonal(ctx context.Context, w []float64, every int, diagonal []float64) error {
	clear(diagonal)
	sum := &sumOfCurves{d: d, diagonal: diagonal}
	add := (*curve).addSymbols
	if d.valued || d.tied() {
		add = (*curve).addSquares
	}
	err := d.curves(ctx, w, GaussNewton, every, d.Weights, add, sum.addDiagonal)
	sum.scale()
	return err
}

// tied reports whether a weight stands behind a column twice, or behind two.
func (d *Design) tied() bool {
	seen := make([]bool, d.Weights)
	for _, c := range d.Columns {
		for _, w := range c.weights() {
			if w < 0 {
				continue
			}
			if seen[w] {
				return true
			}
			seen[w] = true
		}
	}
	return false
}

// An adder adds a row, v its second derivative by its evaluation.
type adder func(c *curve, s *segment, cl *cell, row int, v float64)

// curves makes the partials of a curvature.
func (d *Design) curves(ctx context.Context, w []float64, kind Curvature, every, size int, add adder, merge func(*curve)) error {
	var unused []*curve
	for i := range d.plans {
		s, err := d.segment(ctx, i)
		if err != nil {
			return err
		}
		groups := s.byFactors()
		var made []*curve
		fresh := func() *curve {
			if n := len(unused); n > 0 {
				c := unused[n-1]
				unused = unused[:n-1]
				made = append(made, c)
				return c
			}
			c := &curve{worker: d.worker(w), kind: kind, every: max(1, every), size: size}
			made = append(made, c)
			return c
		}
		err = ordered.Sum(ctx, d.Threads, len(groups), fresh,
			func(c *curve, g int) error { c.group(s, groups[g], add); return nil },
			func(c *curve) { merge(c); clear(c.gram[:c.size]); c.weight = 0 })
		if err != nil {
			return err
		}
		unused = append(unused, made...)
	}
	for _, c := range unused {
		c.codes = -1
		d.unused = append(d.unused, c.worker)
	}
	return ctx.Err()
}

// byFactors cuts the segment into groups of rows of one pair of factors.
func (s *segment) byFactors() (groups []group) {
	rows := 0
	for i := range s.cells {
		c := &s.cells[i]
		for low := c.low; low < c.low+c.rows; low += curveRows {
			high := min(low+curveRows, c.low+c.rows)
			if i == 0 || c.codes() != s.cells[i-1].codes() || rows+high-low > curveRows {
				groups, rows = append(groups, group{}), 0
			}
			g := &groups[len(groups)-1]
			g.tiles = append(g.tiles, tile{i, low, high})
			rows += high - low
		}
	}
	return groups
}

// group adds the rows of a group.
func (c *curve) group(s *segment, g group, add adder) {
	c.use(s.cells[g.tiles[0].cell].codes())
	if c.gram == nil {
		c.gram, c.row = make([]float64, c.size+len(table{})), make([]float64, c.d.Weights)
	}
	for _, t := range g.tiles {
		cl := &s.cells[t.cell]
		for row := (t.low + c.every - 1) / c.every * c.every; row < t.high; {
			c.rows = c.rows[:0]
			for ; row < t.high && len(c.rows) < batch; row += c.every {
				c.rows = append(c.rows, row)
			}
			c.batch(s, cl, add)
		}
	}
	c.flushSquares()
}

// batch adds some rows of a cell.
func (c *curve) batch(s *segment, cl *cell, add adder) {
	z := c.z[:len(c.rows)]
	for i, row := range c.rows {
		z[i] = c.evaluateRow(s, cl, row)
	}
	winprob.ExpectedBatch(z)
	for i, row := range c.rows {
		w := s.weightOf(row)
		c.weight += w
		if v := w * c.second(z[i], float64(s.target[row])); v != 0 {
			add(c, s, cl, row, v)
		}
		if c.kind == Exact && len(c.block) > 0 {
			c.addBend(s, cl, row, w*c.first(z[i], float64(s.target[row])))
		}
	}
}

// first returns the derivative of a row's loss by z, halved for squared errors.
func (c *curve) first(e, target float64) float64 {
	if c.d.Loss == CrossEntropy {
		return e - target
	}
	return (e - target) * (e - e*e)
}

// second returns the second derivative of a row's loss by z, halved for squared
// errors.
func (c *curve) second(e, target float64) float64 {
	slope := e - e*e
	switch {
	case c.d.Loss == CrossEntropy:
		return slope
	case c.kind == Exact:
		return slope*slope + (e-target)*slope*(1-2*e)
	}
	return slope * slope
}

// load sets columns and counts to those of a row, the block's derivatives last.
func (c *curve) load(s *segment, cl *cell, row int) {
	c.loadEntries(s, cl, row)
	if len(c.block) > 0 {
		c.addUnits(s, cl, row)
	}
}

// loadEntries sets columns and counts to those of a row's entries.
func (c *curve) loadEntries(s *segment, cl *cell, row int) {
	at := cl.base + (row-cl.low)*cl.entries
	entries := s.entries[at:][:cl.entries]
	c.columns = slices.Grow(c.columns[:0], len(entries))[:len(entries)]
	c.counts = slices.Grow(c.counts[:0], len(entries))[:len(entries)]
	columns, counts := c.columns[:len(entries)], c.counts[:len(entries)]
	if s.values != nil {
		for j, x := range s.values[at:][:len(entries)] {
			columns[j], counts[j] = entries[j], float64(x)
		}
		return
	}
	symbols := c.d.symbols
	for j, e := range entries {
		sym := &symbols[e]
		columns[j], counts[j] = sym.column, sym.count
	}
}

// addRow adds v·x·xᵀ. Columns ascend, so that the sums are an upper triangle,
// of which row a begins at a·order − a·(a+1)/2. Each row is long enough, with the
// slack, to be taken for a table: then no index need be checked.
func (c *curve) addRow(s *segment, cl *cell, row int, v float64) {
	c.load(s, cl, row)
	n := len(c.d.Columns)
	columns, counts := c.columns, c.counts[:len(c.columns)]
	for i, a := range columns {
		va := v * counts[i]
		sums := (*table)(c.gram[int(a)*n-int(a)*(int(a)+1)/2:])
		x := counts[i:]
		for j, b := range columns[i:][:len(x)] {
			sums[b] += va * x[j]
		}
	}
}

// addSquares adds the diagonal of v·x·xᵀ by weight, of which several may stand
// behind a column, and several columns before it.
func (c *curve) addSquares(s *segment, cl *cell, row int, v float64) {
	c.load(s, cl, row)
	columns, p := c.d.Columns, c.d.pairs[c.codes]
	for i, a := range c.columns {
		columns[a].spread(c.row, p, c.counts[i])
	}
	for _, a := range c.columns {
		for _, w := range columns[a].weights() {
			if w >= 0 {
				c.gram[w] += v * c.row[w] * c.row[w]
				c.row[w] = 0
			}
		}
	}
}

// addSymbols adds what a row has on the diagonal, by symbol, where no weights are
// tied: 55 ns a row of pesto, and some six times less than addSquares.
func (c *curve) addSymbols(s *segment, cl *cell, row int, v float64) {
	at := cl.base + (row-cl.low)*cl.entries
	sums := c.slope[0]
	for _, e := range s.entries[at:][:cl.entries] {
		sums[e] += v
	}
	c.bySymbol = true
	if len(c.block) > 0 {
		for i, d := range c.derivatives(s, cl, row) {
			if j := c.d.Block[i].Weight; j >= 0 {
				c.gram[j] += v * d * d
			}
		}
	}
}

// flushSquares takes a diagonal by symbol over to that by weight.
func (c *curve) flushSquares() {
	if !c.bySymbol {
		return
	}
	c.bySymbol = false
	p := c.d.pairs[c.codes]
	for i, sym := range c.d.symbols {
		v := c.slope[0][i] * sym.count * sym.count
		c.slope[0][i] = 0
		if v == 0 {
			continue
		}
		for k, w := range c.d.Columns[sym.column].weights() {
			if f := [...]float64{1, p.mg, p.eg}[k]; w >= 0 {
				c.gram[w] += v * f * f
			}
		}
	}
}

// sumOfCurves turns partials by column into second derivatives by weight.
type sumOfCurves struct {
	d        *Design
	h        *mat.SymDense
	diagonal []float64
	weight   float64
}

// A share is a weight of a column with its factor.
type share struct {
	weight int
	factor float64
}

// shares lists the weights behind the columns, those of column i from start[i]
// to start[i+1].
func (d *Design) shares(p pair) (list []share, start []int) {
	for _, c := range d.Columns {
		start = append(start, len(list))
		list = append(list, c.shares(p)...)
	}
	return list, append(start, len(list))
}

// shares lists the weights behind a column.
func (c Column) shares(p pair) []share {
	list := make([]share, 0, 3)
	for _, s := range [...]share{{int(c.Plain), 1}, {int(c.MG), p.mg}, {int(c.EG), p.eg}} {
		if s.weight >= 0 && s.factor != 0 {
			list = append(list, s)
		}
	}
	return list
}

// add adds a partial.
func (s *sumOfCurves) add(c *curve) {
	s.weight += c.weight
	n := len(s.d.Columns)
	list, start := s.d.shares(s.d.pairs[c.codes])
	h := s.h.RawSymmetric()
	for i, low := range start[:n] {
		row := c.gram[i*n-i*(i+1)/2:][:n]
		for k, a := range list[low:start[i+1]] {
			to := h.Data[a.weight*h.Stride:]
			for m, b := range list[low+k : start[i+1]] { // the column with itself
				s.put(h.Data[min(a.weight, b.weight)*h.Stride:], a, b, row[i], m > 0)
			}
			for j := i + 1; j < n; j++ {
				if row[j] == 0 {
					continue
				}
				v := row[j] * a.factor
				for _, b := range list[start[j]:start[j+1]] {
					if b.weight > a.weight {
						to[b.weight] += v * b.factor
					} else {
						s.put(h.Data[b.weight*h.Stride:], a, b, row[j], true)
					}
				}
			}
		}
	}
}

// put adds the product of two shares where the row of the smaller weight is
// given: the way of columns that share a weight. A product of two columns
// stands for its mirror image too, and so does that of two shares of a column.
func (s *sumOfCurves) put(row []float64, a, b share, v float64, mirrored bool) {
	v *= a.factor * b.factor
	if a.weight == b.weight && mirrored {
		v *= 2
	}
	row[max(a.weight, b.weight)] += v
}

// addDiagonal adds a partial of squares.
func (s *sumOfCurves) addDiagonal(c *curve) {
	s.weight += c.weight
	floats.Add(s.diagonal, c.gram[:c.size])
}

// scale turns sums over the rows looked at into the derivatives of the mean.
func (s *sumOfCurves) scale() {
	if s.weight == 0 {
		return
	}
	f := s.d.Scale * s.d.Scale * s.d.slopeUnit() / s.weight
	for i := range s.diagonal {
		s.diagonal[i] *= f
	}
	if s.h != nil {
		s.h.ScaleSym(f, s.h)
	}
}
