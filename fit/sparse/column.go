package sparse

// A Column says which weights its count is multiplied with: indices, or −1.
// Weights may stand behind several columns.
type Column struct{ Plain, MG, EG int32 }

// used reports whether a weight stands behind the column.
func (c Column) used() bool { return c.Plain >= 0 || c.MG >= 0 || c.EG >= 0 }

func (c Column) weights() [3]int32 { return [...]int32{c.Plain, c.MG, c.EG} }

// A pair is the factors of a cell.
type pair struct{ mg, eg float64 }

// value returns what a count of 1 of a column is worth under factors.
func (c Column) value(w []float64, p pair) (v float64) {
	if c.Plain >= 0 {
		v += w[c.Plain]
	}
	if c.MG >= 0 {
		v += w[c.MG] * p.mg
	}
	if c.EG >= 0 {
		v += w[c.EG] * p.eg
	}
	return v
}

// spread adds the derivative by a column's value to those by its weights.
func (c Column) spread(g []float64, p pair, v float64) {
	if c.Plain >= 0 {
		g[c.Plain] += v
	}
	if c.MG >= 0 {
		g[c.MG] += v * p.mg
	}
	if c.EG >= 0 {
		g[c.EG] += v * p.eg
	}
}

// A share is a weight of a column with its factor.
type share struct {
	weight int
	factor float64
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
