package candidates

import (
	"math"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/features/catalog"
)

// count returns what a candidate counts in one position, by its columns: of a square and a product one.
func (x *Candidate) count(entries []Entry, facts Facts) []Entry {
	of := func(column int) Entry {
		if at, found := find(entries, column); found {
			return entries[at]
		}
		return Entry{}
	}
	if len(x.Factors) > 0 {
		product := Entry{0, 1, 1}
		for i := range 2 {
			var sum Entry
			s := x.Factors[min(i, len(x.Factors)-1)]
			for k, column := range s.Columns {
				e := of(column)
				sum.White += s.Weights[k] * e.White
				sum.Black += s.Weights[k] * e.Black
			}
			product.White *= sum.White
			product.Black *= sum.Black
		}
		return []Entry{product}
	}
	list := make([]Entry, len(x.Columns))
	for i, column := range x.Columns {
		e := of(column)
		white, black := x.taken(facts, e.White, e.Black)
		list[i] = Entry{int32(i), white, black}
	}
	return list
}

// An Example is a position in which a candidate counts for White, with as few pieces as can be.
type Example struct {
	Column string // of the candidate
	catalog.Example
}

// tries is how many positions an example is looked for in.
const tries = 12

// Example returns an example of a candidate, of its first column that has one: a position in which
// it counts as little as it ever does in one of [features.Probes], and without the pieces that this
// does not need. It is false if there is none, as of the engine's own columns.
func (c *Counter) Example(x *Candidate) (Example, bool) {
	if slices.ContainsFunc(x.Columns, func(column int) bool { return column >= len(c.base) }) {
		return Example{}, false
	}
	t := c.NewTally()
	for i := range x.count(nil, 0) {
		best, found := catalog.Example{}, false
		for _, e := range c.least(x, i) {
			e.Position = reduce(e.Position, func(p *board.Position) bool { return lead(x, i, t, p) == e.Count })
			if !found || e.Position.Occupied().Count() < best.Position.Occupied().Count() {
				best, found = e, true
			}
		}
		if found {
			name := x.Name
			if len(x.Factors) == 0 {
				name = x.columnName(c.base[x.Columns[i]].Name)
			}
			return Example{name, best}, true
		}
	}
	return Example{}, false
}

// reduce takes pieces off the board, alone and in twos, as long as the position that is left is as it
// should be: a condition of equal numbers stays if one of each side goes.
func reduce(p board.Position, right func(p *board.Position) bool) board.Position {
	for {
		p = catalog.Reduce(p, right)
		next, ok := withoutTwo(&p, right)
		if !ok {
			return p
		}
		p = next
	}
}

// withoutTwo returns the first position with a piece of each side less that is right.
func withoutTwo(p *board.Position, right func(p *board.Position) bool) (next board.Position, ok bool) {
	kings := p.ByType(board.King)
	for white := p.ByColor(board.White) &^ kings; white != 0; {
		one := board.SquareBB(white.Pop())
		for black := p.ByColor(board.Black) &^ kings; black != 0; {
			if next, ok = catalog.Without(p, one|board.SquareBB(black.Pop())); ok && right(&next) {
				return next, true
			}
		}
	}
	return next, false
}

// lead returns what White counts more than Black, in a column of a candidate.
func lead(x *Candidate, column int, t *Tally, p *board.Position) float64 {
	e := x.count(t.Count(p))[column]
	return float64(e.White) - float64(e.Black)
}

// least returns the first of the fixed positions in which a column of a candidate counts as little as
// it ever does, but not nothing, as White's.
func (c *Counter) least(x *Candidate, column int) (list []catalog.Example) {
	for i := range c.probes {
		e := x.count(c.probes[i].entries, c.probes[i].facts)[column]
		n := float64(e.White) - float64(e.Black)
		if n == 0 {
			continue
		}
		if len(list) > 0 && math.Abs(n) < math.Abs(list[0].Count) {
			list = list[:0]
		}
		if len(list) == 0 || len(list) < tries && math.Abs(n) == math.Abs(list[0].Count) {
			list = append(list, catalog.Example{Position: features.Probes()[i], Count: n})
		}
	}
	for i, e := range list {
		if e.Count < 0 {
			list[i] = catalog.Example{Position: e.Position.Mirror(), Count: -e.Count}
		}
	}
	return list
}
