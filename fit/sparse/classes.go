package sparse

import (
	"example.org/centipawn/fit/sparse/gram"
	"example.org/centipawn/fit/sparse/packed"
)

// classes are rows of a group whose products are still to be added to a curvature, of a design with a sum Main.
//
// A row's derivatives by the weights of that sum are its counts times the derivatives f of the formula by the
// sum's two parts. Many rows have the same f, because the formula is made of branches and of factors of the row: such rows are a
// class. Their products are added up by column of the sum, a quarter of those by weight, and the sums are multiplied with f at the
// end of the class.
type classes struct {
	rows  []classRow // in their order
	of    gram.Classes
	apart bool     // rows of the group have little in common, and are added one by one
	units []uint16 // of all rows: those of the form without Main
	by    []float64

	gram   []float64 // of a class, by linear column, column of Main, and unit
	spread gram.Spread
}

// A classRow is a row that waits.
type classRow struct {
	cell *packed.Cell
	row  int
	f    [2]float64 // by the parts of Main
	from int        // its first unit
	to   int
}

// gramAdder returns what adds a row to a matrix.
func (d *Design) gramAdder() adder {
	if d.Form != nil && d.Main >= 0 {
		return (*curve).addClassRow
	}
	return (*curve).addRow
}

// Of the first rows of a group so many must be in classes of more than one, or all are added one by one.
const (
	tryClasses = 2048
	sameClass  = tryClasses / 2
)

// addClassRow has a row added with those of its class.
func (c *curve) addClassRow(s *packed.Segment, cl *packed.Cell, row int, v float64) {
	if c.class == nil {
		c.class = new(classes)
	}
	k := c.class
	if k.apart {
		c.addRow(s, cl, row, v)
		return
	}
	r := classRow{cell: cl, row: row, f: c.form.DeriveRest(s, cl, row, c.at), from: len(k.units)}
	k.units, k.by = append(k.units, c.form.Unit...), append(k.by, c.form.By...)
	r.to = len(k.units)
	k.of.Put(v, r.f)
	if k.rows = append(k.rows, r); len(k.rows) == tryClasses && k.of.Sort() < sameClass {
		c.flushClasses(s)
		k.apart = true
	}
}

// flushClasses adds the rows that wait.
func (c *curve) flushClasses(s *packed.Segment) {
	k := c.class
	if k == nil {
		return
	}
	if k.apart = false; len(k.rows) == 0 {
		return
	}
	k.of.Sort()
	for class := range k.of.All(c.every > 1 && c.kind == GaussNewton, c.classOrder()) {
		if len(class) >= c.classOrder() {
			c.addClass(s, class)
		}
	}
	for i := range k.rows {
		if k.rows[i].cell != nil {
			c.addSingly(s, i)
		}
	}
	k.of.Clear()
	k.rows, k.units, k.by = k.rows[:0], k.units[:0], k.by[:0]
}

// addSingly adds a row by weight.
func (c *curve) addSingly(s *packed.Segment, i int) {
	r := &c.class.rows[i]
	c.loadEntries(s, r.cell, r.row)
	c.form.Join(s, r.cell, r.row, r.f, c.class.units[r.from:r.to], c.class.by[r.from:r.to])
	c.addUnits(c.FirstUnit, c.form.Unit, c.form.By)
	gram.Add(c.gram, len(c.Columns), c.columns, c.counts, c.class.of.V[i])
}

// addUnits appends units and derivatives, from a column on, to columns and counts.
func (c *curve) addUnits(first int, units []uint16, by []float64) {
	for _, u := range units {
		c.columns = append(c.columns, uint16(first)+u)
	}
	c.counts = append(c.counts, by...)
}

// classOrder is the number of columns of a class, and the number of rows from which on one is worth it.
func (c *curve) classOrder() int { return len(c.Columns) + len(c.Wide) }

// addClass adds rows that have the same derivatives by the parts of Main, and takes them off.
func (c *curve) addClass(s *packed.Segment, rows []int32) {
	k, order, first := c.class, c.classOrder(), c.FirstUnit
	if k.gram == nil {
		n := len(c.Columns)
		k.gram = gram.Make(gram.Size(order))
		k.spread = gram.Spread{To: c.gram, Row: func(i int) int { return gram.Row(n, i) }}
	}
	c.shares(k.of.Mean(rows))
	for _, i := range rows {
		r := &k.rows[i]
		c.loadEntries(s, r.cell, r.row)
		c.columns, c.counts = c.form.AddWide(s, r.cell, r.row, first, c.columns, c.counts)
		c.addUnits(first+len(c.Wide), k.units[r.from:r.to], k.by[r.from:r.to])
		gram.Add(k.gram, order, c.columns, c.counts, k.of.V[i])
		r.cell = nil
	}
	for a := range order {
		k.spread.Add(a, k.gram[gram.Row(order, a):][:order])
	}
	clear(k.gram[:gram.Size(order)])
}

// shares lists the columns that those of a class are made of.
func (c *curve) shares(f [2]float64) {
	k := &c.class.spread
	k.List, k.Start = k.List[:0], k.Start[:0]
	one := func(column int, factor float64) {
		if factor != 0 {
			k.List = append(k.List, packed.Share{Weight: column, Factor: factor})
		}
	}
	for j := range c.classOrder() {
		k.Start = append(k.Start, len(k.List))
		switch wide := j - c.FirstUnit; {
		case wide < 0:
			one(j, 1)
		case wide < len(c.Wide):
			for p, factor := range [...]float64{f[0] + f[1], f[0], f[1]} {
				if u := c.Wide[wide][p]; u >= 0 {
					one(c.FirstUnit+int(u), factor)
				}
			}
		default:
			one(j-len(c.Wide), 1)
		}
	}
	k.Start = append(k.Start, len(k.List))
}
