package packed

import (
	"slices"
)

// A Segment is the rows of a plan.
type Segment struct {
	*plan
	Entries []uint16  // symbols, or columns with values
	Values  []float32 // nil if the entries are symbols
	Target  []float32
	Weight  []float32 // nil: all 1
	Offset  []float32 // nil: all 0
	Cluster []uint32
	Place   []uint32 // see [Placer]; nil: rows have none

	slots int    // counts of the block a row
	Sides []int8 // those counts
}

// resize makes room for the rows of a plan.
func (s *Segment) resize(d *Coding, p *plan) {
	s.plan = p
	s.Entries = slices.Grow(s.Entries[:0], p.words)[:p.words]
	if d.Valued {
		s.Values = slices.Grow(s.Values[:0], p.words)[:p.words]
	}
	s.Target = slices.Grow(s.Target[:0], p.Rows)[:p.Rows]
	s.Cluster = slices.Grow(s.Cluster[:0], p.Rows)[:p.Rows]
	s.slots = 2 * len(d.Block)
	s.Sides = slices.Grow(s.Sides[:0], s.slots*p.Rows)[:s.slots*p.Rows]
	clear(s.Sides)
	if d.Places != nil {
		s.Place = slices.Grow(s.Place[:0], p.Rows)[:p.Rows]
	}
	if d.weighted {
		s.Weight = slices.Grow(s.Weight[:0], p.Rows)[:p.Rows]
	}
	if d.offsets {
		s.Offset = slices.Grow(s.Offset[:0], p.Rows)[:p.Rows]
	}
}

// Value returns what an entry's symbol is multiplied with.
func (s *Segment) Value(at int) float64 {
	if s.Values == nil {
		return 1
	}
	return float64(s.Values[at])
}

// SideCounts returns the counts of the block in a row: White's, then Black's.
func (s *Segment) SideCounts(row int) []int8 {
	n := s.slots
	return s.Sides[row*n:][:n]
}

// Derivatives stores those of a row's evaluation by the weights of the block, which are given, in to.
func (d *Coding) Derivatives(s *Segment, c *Cell, row int, weights, to []float64) []float64 {
	counts := s.SideCounts(row)
	clear(to)
	SumSides(weights, counts).AddSlopes(to, counts, 2*d.BlockFactor(c.Codes()))
	return to
}
