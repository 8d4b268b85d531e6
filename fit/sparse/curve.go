package sparse

import (
	"slices"

	"example.org/centipawn/fit/sparse/gram"
	"example.org/centipawn/fit/sparse/packed"
)

// A curve is the partial of a curvature: Σ d·x·xᵀ over rows of one pair of
// factors, by column, or its diagonal by weight.
type curve struct {
	*worker
	placed *Placed // nil: second derivatives are found

	kind  Curvature
	every int
	size  int // of gram in use

	gram    []float64 // upper triangle in rows or diagonal, and slack that is never touched
	row     []float64 // a row by weight
	columns []uint16  // of a row
	counts  []float64
	class   *classes // nil before the first row
	at      int      // of the row that is added, among those of the batch
	done    int      // rows of the group

	bySymbol bool      // the first of the worker's slopes holds squares by symbol
	seconds  []float64 // of the rows of a batch, if squares of the form are added for all of them together
}

// An adder adds a row, v its second derivative by its evaluation.
type adder func(c *curve, s *packed.Segment, cl *packed.Cell, row int, v float64)

// group adds the rows of a group.
func (c *curve) group(s *packed.Segment, g packed.Part, add adder) {
	if c.gram == nil {
		c.gram, c.row = gram.Make(c.size), make([]float64, c.Weights)
	}
	for _, t := range g.Tiles {
		c.done += t.High - t.Low
		cl := &s.Cells[t.Cell]
		if cl.Codes() != c.codes {
			c.flushSquares()
			c.use(cl.Codes())
		}
		for row := (t.Low + c.every - 1) / c.every * c.every; row < t.High; {
			c.rows = c.rows[:0]
			for ; row < t.High && len(c.rows) < batch; row += c.every {
				c.rows = append(c.rows, row)
			}
			c.batch(s, cl, add)
		}
	}
	c.flushSquares()
	c.flushClasses(s)
}

// batch adds some rows of a cell.
func (c *curve) batch(s *packed.Segment, cl *packed.Cell, add adder) {
	if c.placed != nil {
		c.batchPlaced(s, cl, add)
		return
	}
	z := c.evaluateRows(s, cl)
	c.now.expected(z)
	c.seconds = c.seconds[:0]
	for i, row := range c.rows {
		e, w, target := z[i], packed.WeightAt(s.Weight, row), float64(s.Target[row])
		c.weight += w
		c.at = i
		if v := w * c.now.Curvature(c.kind, e, e-e*e, target); v != 0 {
			add(c, s, cl, row, v)
		}
		if c.kind == Exact && c.form != nil {
			c.addBend(s, cl, row, w*c.now.Slope(e, e-e*e, target))
		}
	}
	if len(c.seconds) > 0 {
		c.form.Squares(s, cl, c.rows[0], c.seconds, c.gram)
	}
}

// evaluateRows returns c·s of the rows, and has the form ready for their derivatives.
func (c *curve) evaluateRows(s *packed.Segment, cl *packed.Cell) []float64 {
	z := c.z[:len(c.rows)]
	for i, row := range c.rows {
		z[i] = c.linearRow(s, cl, row)
	}
	if c.form == nil {
		return z
	}
	if c.every == 1 {
		c.addForm(s, cl, c.rows[0], z)
	} else {
		c.addForms(s, cl, c.rows, z)
	}
	c.slope(s, 0, c.rows)
	return z
}

// batchPlaced is batch for rows whose second derivatives are known, 0 of those that are passed over.
func (c *curve) batchPlaced(s *packed.Segment, cl *packed.Cell, add adder) {
	if c.form != nil {
		c.evaluateRows(s, cl)
	}
	for i, row := range c.rows {
		place := int(s.Place[row])
		v := c.placed.Value[place]
		if v == 0 {
			continue
		}
		c.at = i
		add(c, s, cl, row, v)
		if c.kind == Exact && c.form != nil {
			z := c.z[i:][:1]
			z[0] += c.placed.Intercept(place)
			c.now.expected(z)
			c.addBend(s, cl, row, packed.WeightAt(s.Weight, row)*c.now.Slope(z[0], z[0]-z[0]*z[0], float64(s.Target[row])))
		}
	}
}

// load sets columns and counts to those of a row, those of the form's units last: their counts are derivatives.
func (c *curve) load(s *packed.Segment, cl *packed.Cell, row int) {
	c.loadEntries(s, cl, row)
	if c.form != nil {
		c.form.Derive(s, cl, row, c.at)
		c.addUnits(c.FirstUnit, c.form.Unit, c.form.By)
	}
}

// loadEntries sets columns and counts to those of a row's entries.
func (c *curve) loadEntries(s *packed.Segment, cl *packed.Cell, row int) {
	at := cl.Base + (row-cl.Low)*cl.Entries
	entries := s.Entries[at:][:cl.Entries]
	c.columns = slices.Grow(c.columns[:0], len(entries))[:len(entries)]
	c.counts = slices.Grow(c.counts[:0], len(entries))[:len(entries)]
	columns, counts := c.columns[:len(entries)], c.counts[:len(entries)]
	if s.Values != nil {
		for j, x := range s.Values[at:][:len(entries)] {
			columns[j], counts[j] = entries[j], float64(x)
		}
		return
	}
	symbols := c.Symbols
	for j, e := range entries {
		sym := &symbols[e]
		columns[j], counts[j] = sym.Column, sym.Count
	}
}

// addRow adds v·x·xᵀ.
func (c *curve) addRow(s *packed.Segment, cl *packed.Cell, row int, v float64) {
	c.load(s, cl, row)
	gram.Add(c.gram, len(c.Columns), c.columns, c.counts, v)
}

// addSquares adds the diagonal of v·x·xᵀ by weight, of which several may be
// of a column, and several columns of it.
func (c *curve) addSquares(s *packed.Segment, cl *packed.Cell, row int, v float64) {
	c.load(s, cl, row)
	columns, p := c.Columns, c.Pairs[c.codes]
	for i, a := range c.columns {
		columns[a].Spread(c.row, p, c.counts[i])
	}
	for _, a := range c.columns {
		for _, w := range columns[a].Weights() {
			if w >= 0 {
				c.gram[w] += v * c.row[w] * c.row[w]
				c.row[w] = 0
			}
		}
	}
}

// addSymbols adds what a row has on the diagonal, by symbol, where no weights are
// tied: 55 ns a row of pesto, and some six times less than addSquares.
func (c *curve) addSymbols(s *packed.Segment, cl *packed.Cell, row int, v float64) {
	at := cl.Base + (row-cl.Low)*cl.Entries
	sums, n := c.by[0], len(c.seconds)
	for _, e := range s.Entries[at:][:cl.Entries] {
		sums[e] += v
	}
	c.bySymbol = true
	if c.form != nil && c.every == 1 && c.placed == nil {
		c.seconds = slices.Grow(c.seconds, len(c.rows))[:len(c.rows)]
		clear(c.seconds[n:])
		c.seconds[c.at] = v
		return
	}
	if c.form != nil {
		c.form.Derive(s, cl, row, c.at)
		for i, u := range c.form.Unit {
			d := c.form.By[i]
			c.gram[c.Units[u]] += v * d * d
		}
	}
}

// flushSquares takes a diagonal by symbol over to that by weight.
func (c *curve) flushSquares() {
	if !c.bySymbol {
		return
	}
	c.bySymbol = false
	if c.form != nil {
		c.form.FlushSquares(c.gram)
	}
	p := c.Pairs[c.codes]
	for i, sym := range c.Symbols {
		v := c.by[0][i] * sym.Count * sym.Count
		c.by[0][i] = 0
		if v == 0 {
			continue
		}
		for k, w := range c.Columns[sym.Column].Weights() {
			if f := [...]float64{1, p.MG, p.EG}[k]; w >= 0 {
				c.gram[w] += v * f * f
			}
		}
	}
}

// addBend adds what the second derivatives of the form itself are to a row of
// which slope is the derivative of the loss by the evaluation times c.
func (c *curve) addBend(s *packed.Segment, cl *packed.Cell, row int, slope float64) {
	n, first := len(c.Columns), c.FirstUnit
	c.form.Bend(s, cl, row, c.at, slope/c.scale, c.gram, func(unit int) int {
		return gram.Row(n, first+unit) + first
	})
}

// Placed is what a caller that sums over rows in an order of its own knows of them by their places, see
// [packed.Placer].
type Placed struct {
	Value     []float64               // the weighted slopes of the rows' losses by their logits, or second derivatives
	Muted     []bool                  // rows that are passed over; nil: none
	Intercept func(place int) float64 // to be added to a row's logit
}

// mutes reports whether a segment's row is passed over.
func (p *Placed) mutes(s *packed.Segment, row int) bool {
	return p != nil && p.Muted != nil && p.Muted[s.Place[row]]
}

// muted returns the number of rows that are passed over.
func (p *Placed) muted() (n int) {
	if p == nil {
		return 0
	}
	for _, muted := range p.Muted {
		if muted {
			n++
		}
	}
	return n
}
