package candidates

import "sync"

// Build returns the columns of a candidate, without those that count nowhere. It may be called from
// several goroutines. It keeps the columns of scalars for the products to come.
func (d *Columns) Build(x *Candidate) []Column {
	if len(x.Factors) > 0 {
		return counting([]Column{d.multiply(x)})
	}
	list := make([]Column, 0, len(x.Columns))
	for _, i := range x.Columns {
		var c Column
		switch x.Kind {
		case Where:
			c = d.where(i, x.Condition)
		case Mover, Ahead:
			c = d.Column(i)
			d.keep(x, &c)
		default:
			c = d.Column(i)
		}
		c.Name = x.columnName(d.base[i].Name)
		list = append(list, c)
	}
	return counting(list)
}

// counting returns the columns that count somewhere.
func counting(list []Column) (some []Column) {
	for _, c := range list {
		if len(c.Rows) > 0 {
			some = append(some, c)
		}
	}
	return some
}

// columnName names a candidate's column that is made of a base column.
func (x *Candidate) columnName(base string) string {
	switch x.Kind {
	case Where:
		return base + " where " + conditions[x.Condition].Name
	case Mover:
		return base + " of the side to move"
	case Ahead:
		return base + " of the side ahead"
	}
	return base
}

// keep leaves what a candidate takes of a base column.
func (d *Columns) keep(x *Candidate, c *Column) {
	kept := Column{c.Name, c.Rows[:0], c.White[:0], c.Black[:0]}
	for i, row := range c.Rows {
		if white, black := x.taken(d.facts[row], c.White[i], c.Black[i]); white != 0 || black != 0 {
			kept.add(row, white, black)
		}
	}
	*c = kept
}

// taken returns what a candidate takes of the counts of a base column, given what is true of the position.
func (x *Candidate) taken(facts Facts, white, black float32) (float32, float32) {
	switch {
	case x.Kind == Where && !facts.Has(x.Condition):
		return 0, 0
	case x.Kind == Mover && facts.BlackToMove():
		return 0, black
	case x.Kind == Mover:
		return white, 0
	case x.Kind == Ahead:
		switch facts.Ahead() {
		case 1:
			return white, 0
		case -1:
			return 0, white
		}
		return 0, 0
	}
	return white, black
}

// multiply returns the column of a square or a product.
func (d *Columns) multiply(x *Candidate) Column {
	a := d.scalar(x.Factors[0])
	b := a
	if len(x.Factors) > 1 {
		b = d.scalar(x.Factors[1])
	}
	c := newColumn(x.Name, min(len(a.Rows), len(b.Rows)))
	for i, k := 0, 0; i < len(a.Rows) && k < len(b.Rows); {
		switch {
		case a.Rows[i] < b.Rows[k]:
			i++
		case a.Rows[i] > b.Rows[k]:
			k++
		default:
			if white, black := a.White[i]*b.White[k], a.Black[i]*b.Black[k]; white != 0 || black != 0 {
				c.add(a.Rows[i], white, black)
			}
			i, k = i+1, k+1
		}
	}
	return c
}

// scalar returns the column of a scalar, which is made once.
func (d *Columns) scalar(s *Scalar) Column {
	made, _ := d.scalars.LoadOrStore(s.Name, sync.OnceValue(func() Column { return d.sum(s) }))
	return made.(func() Column)()
}

// sum returns the column of a scalar.
func (d *Columns) sum(s *Scalar) Column {
	white, black := make([]float32, d.rows), make([]float32, d.rows)
	for i, column := range s.Columns {
		c := d.Column(column)
		for k, row := range c.Rows {
			white[row] += s.Weights[i] * c.White[k]
			black[row] += s.Weights[i] * c.Black[k]
		}
	}
	c := newColumn(s.Name, 0)
	for row := range white {
		if white[row] != 0 || black[row] != 0 {
			c.add(uint32(row), white[row], black[row])
		}
	}
	return c
}
