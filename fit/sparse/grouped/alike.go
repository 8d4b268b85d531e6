package grouped

import (
	"cmp"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// alike is what intercepts take of groups all of whose rows have the same factors: a middlegame and an
// endgame weight have the same sum there, times their factors. So it is added up by column, in a quarter
// of the products, for one pair of factors after the other.
type alike struct {
	gram    []float64 // −(Σ d·x)(Σ d·x)ᵀ/D by column, and slack that is never touched
	codes   int       // of the factors; −1: none
	into    func(codes int, gram []float64)
	columns []uint16 // of a group's sum
	x       []float64
	groups  []groupCodes // of a part
}

// long is what a slice with slack is taken for: then no index of 16 bits need be checked.
type long [1 << 16]float64

// groupCodes is a group and the codes of its rows' factors; −1: they differ.
type groupCodes struct{ group, codes int }

// newAlike returns one that ends in the eliminator's sum.
func (c *eliminator) newAlike() *alike {
	n := len(c.Columns)
	h := mat.NewSymDense(c.Weights, c.gram[:c.Weights*c.Weights])
	return &alike{
		into: func(codes int, gram []float64) { c.of.AddColumns(h, codes, gram) }, codes: -1, gram: make([]float64, n*(n+1)/2+len(long{})),
	}
}

// addAlike adds the groups of a part, those with the same factors side by side, and the others first.
func (c *eliminator) addAlike(from, to, every int) {
	a := c.like
	a.groups = a.groups[:0]
	for n := from; n < to; n++ {
		if n%every == 0 {
			a.groups = append(a.groups, groupCodes{n, c.codesOf(n)})
		}
	}
	slices.SortStableFunc(a.groups, func(x, y groupCodes) int { return cmp.Compare(x.codes, y.codes) })
	for _, g := range a.groups {
		if g.codes < 0 {
			c.add(g.group)
			continue
		}
		if g.codes != a.codes {
			a.flush()
			a.codes = g.codes
		}
		c.addColumns(g.group)
	}
	a.flush()
}

// codesOf returns the codes of the factors that all rows of a group have.
func (c *eliminator) codesOf(group int) int {
	g, codes := c.of.Groups, -1
	for _, at := range g.order[g.start[group]:g.start[group+1]] {
		switch now := c.of.Resident[at.segment].Cells[at.cell].Codes(); {
		case codes < 0:
			codes = now
		case codes != now:
			return -1
		}
	}
	return codes
}

// flush takes the sums by column over to those by weight.
func (a *alike) flush() {
	if a.codes >= 0 {
		a.into(a.codes, a.gram)
		clear(a.gram)
	}
	a.codes = -1
}

// addColumns adds a group whose rows have the same factors.
func (c *eliminator) addColumns(group int) {
	g, total := c.of.Groups, 0.0
	for at := g.start[group]; at < g.start[group+1]; at++ {
		if v := c.of.profile.value[at]; v != 0 {
			total += v
			c.addPlain(g.order[at], v)
		}
	}
	a, n := c.like, len(c.Columns)
	a.columns, a.x = a.columns[:0], a.x[:0]
	for word, set := range c.touched {
		for ; set != 0; set &= set - 1 {
			column := word<<6 + bits.TrailingZeros64(set)
			if x := c.sums[column][0]; x != 0 {
				a.columns, a.x = append(a.columns, uint16(column)), append(a.x, x)
			}
			c.sums[column][0] = 0
		}
		c.touched[word] = 0
	}
	if total <= 0 {
		return
	}
	v := -1 / total
	for i, column := range a.columns {
		vx, sums := v*a.x[i], (*long)(a.gram[int(column)*n-int(column)*(int(column)+1)/2:])
		x := a.x[i:]
		for j, other := range a.columns[i:][:len(x)] {
			sums[other] += vx * x[j]
		}
	}
}

// addPlain adds a row's counts, v times, to the first of the sums by column.
func (c *eliminator) addPlain(at rowAt, v float64) {
	s := c.of.Resident[at.segment]
	cl, row := &s.Cells[at.cell], int(at.row)
	first := cl.Base + (row-cl.Low)*cl.Entries
	symbols, sums, touched := c.Symbols, c.sums, c.touched
	for j, e := range s.Entries[first:][:cl.Entries] {
		sym := &symbols[e]
		x := sym.Count
		if s.Values != nil {
			x *= float64(s.Values[first+j])
		}
		sums[sym.Column][0] += v * x
		touched[sym.Column>>6] |= 1 << (sym.Column & 63)
	}
	if len(c.block) > 0 {
		for i, x := range c.Derivatives(s, cl, row, c.block, c.jacobian) {
			column := c.FirstUnit + i
			sums[column][0] += v * x
			touched[column>>6] |= 1 << (column & 63)
		}
	}
}
