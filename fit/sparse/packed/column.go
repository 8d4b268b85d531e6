package packed

// A Column says which weights its count is multiplied with: indices, or −1.
// A weight may be of several columns.
type Column struct{ Plain, MG, EG int32 }

// used reports whether the column has a weight.
func (c Column) used() bool { return c.Plain >= 0 || c.MG >= 0 || c.EG >= 0 }

func (c Column) Weights() [3]int32 { return [...]int32{c.Plain, c.MG, c.EG} }

// A Pair is the factors of a cell.
type Pair struct{ MG, EG float64 }

// Value returns what a count of 1 of a column is worth under factors.
func (c Column) Value(w []float64, p Pair) (v float64) {
	if c.Plain >= 0 {
		v += w[c.Plain]
	}
	if c.MG >= 0 {
		v += w[c.MG] * p.MG
	}
	if c.EG >= 0 {
		v += w[c.EG] * p.EG
	}
	return v
}

// Spread adds the derivative by a column's value to those by its weights.
func (c Column) Spread(g []float64, p Pair, v float64) {
	if c.Plain >= 0 {
		g[c.Plain] += v
	}
	if c.MG >= 0 {
		g[c.MG] += v * p.MG
	}
	if c.EG >= 0 {
		g[c.EG] += v * p.EG
	}
}

// A Share is a weight of a column with its factor.
type Share struct {
	Weight int
	Factor float64
}

// Shares lists the weights of a column.
func (c Column) Shares(p Pair) []Share {
	list := make([]Share, 0, 3)
	for _, s := range [...]Share{{int(c.Plain), 1}, {int(c.MG), p.MG}, {int(c.EG), p.EG}} {
		if s.Weight >= 0 && s.Factor != 0 {
			list = append(list, s)
		}
	}
	return list
}
