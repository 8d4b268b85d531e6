package sparse

import (
	"slices"
)

// A curve is the partial of a curvature: Σ d·x·xᵀ over rows of one pair of
// factors, by column, or its diagonal by weight.
type curve struct {
	*worker
	groups  *Groups // with the profile, of rows by group
	profile *profile

	kind  Curvature
	every int
	size  int // of gram in use

	gram    []float64 // upper triangle in rows or diagonal, and slack that is never touched
	row     []float64 // a row by weight
	columns []uint16  // of a row
	counts  []float64
	rows    []int
	done    int // rows of the group

	bySymbol bool // the first of the worker's slopes holds squares by symbol
}

// An adder adds a row, v its second derivative by its evaluation.
type adder func(c *curve, s *segment, cl *cell, row int, v float64)

// group adds the rows of a group.
func (c *curve) group(s *segment, g group, add adder) {
	c.use(s.cells[g.tiles[0].cell].codes())
	if c.gram == nil {
		c.gram, c.row = make([]float64, c.size+len(table{})), make([]float64, c.Weights)
	}
	for _, t := range g.tiles {
		c.done += t.high - t.low
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
	if c.groups != nil {
		c.batchOfGroups(s, cl, add)
		return
	}
	z := c.z[:len(c.rows)]
	for i, row := range c.rows {
		z[i] = c.evaluateRow(s, cl, row)
	}
	c.now.expected(z)
	for i, row := range c.rows {
		e, w, target := z[i], weightAt(s.weight, row), float64(s.target[row])
		c.weight += w
		if v := w * c.now.Curvature(c.kind, e, e-e*e, target); v != 0 {
			add(c, s, cl, row, v)
		}
		if c.kind == Exact && len(c.block) > 0 {
			c.addBend(s, cl, row, w*c.now.Slope(e, e-e*e, target))
		}
	}
}

// batchOfGroups is batch for rows whose second derivatives are known, 0 of groups that are passed over.
func (c *curve) batchOfGroups(s *segment, cl *cell, add adder) {
	for _, row := range c.rows {
		place := int(s.place[row])
		v := c.profile.value[place]
		if v == 0 {
			continue
		}
		add(c, s, cl, row, v)
		if c.kind == Exact && len(c.block) > 0 {
			z := c.z[:1]
			z[0] = c.evaluateRow(s, cl, row) + c.profile.at[c.groups.at(place)]
			c.now.expected(z)
			c.addBend(s, cl, row, weightAt(s.weight, row)*c.now.Slope(z[0], z[0]-z[0]*z[0], float64(s.target[row])))
		}
	}
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
	symbols := c.symbols
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
	n := len(c.Columns)
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
	columns, p := c.Columns, c.pairs[c.codes]
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
			if j := c.Block[i].Weight; j >= 0 {
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
	p := c.pairs[c.codes]
	for i, sym := range c.symbols {
		v := c.slope[0][i] * sym.count * sym.count
		c.slope[0][i] = 0
		if v == 0 {
			continue
		}
		for k, w := range c.Columns[sym.column].weights() {
			if f := [...]float64{1, p.mg, p.eg}[k]; w >= 0 {
				c.gram[w] += v * f * f
			}
		}
	}
}

// addUnits appends the columns of the units, counted by their derivatives, to what
// load gives.
func (c *curve) addUnits(s *segment, cl *cell, row int) {
	for i, v := range c.derivatives(s, cl, row) {
		if v != 0 && c.Block[i].Weight >= 0 {
			c.columns = append(c.columns, uint16(c.firstUnit+i))
			c.counts = append(c.counts, v)
		}
	}
}

// addBend adds what the second derivatives of the block itself are to a row of
// which slope is the derivative of the loss by the evaluation times c: of a side
// whose sum is more than 0 the products of its counts.
func (c *curve) addBend(s *segment, cl *cell, row int, slope float64) {
	f := 2 * c.blockFactor(cl.codes()) * slope / c.scale
	counts, n := s.sideCounts(row), len(c.Block)
	u := sumSides(c.block, counts)
	if u.white > 0 {
		c.addProducts(counts[:n], f)
	}
	if u.black > 0 {
		c.addProducts(counts[n:], -f)
	}
}

// addProducts adds f times the products of a side's counts.
func (c *curve) addProducts(counts []int8, f float64) {
	order := len(c.Columns)
	for i, a := range counts {
		column := c.firstUnit + i
		sums := c.gram[column*order-column*(column+1)/2+c.firstUnit:]
		if va := f * float64(a); va != 0 {
			for j, b := range counts[i:] {
				sums[i+j] += va * float64(b)
			}
		}
	}
}
