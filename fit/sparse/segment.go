package sparse

import "slices"

// A segment is the rows of a plan.
type segment struct {
	*plan
	entries []uint16  // symbols, or columns with values
	values  []float32 // nil if the entries are symbols
	target  []float32
	weight  []float32 // nil: all 1
	offset  []float32 // nil: all 0
	cluster []uint32
	place   []uint32 // see [Groups]; nil: rows have no groups

	slots int    // counts of the block a row
	sides []int8 // those counts
}

// resize makes room for the rows of a plan.
func (s *segment) resize(d *coding, p *plan) {
	s.plan = p
	s.entries = slices.Grow(s.entries[:0], p.words)[:p.words]
	if d.valued {
		s.values = slices.Grow(s.values[:0], p.words)[:p.words]
	}
	s.target = slices.Grow(s.target[:0], p.rows)[:p.rows]
	s.cluster = slices.Grow(s.cluster[:0], p.rows)[:p.rows]
	s.slots = 2 * len(d.Block)
	s.sides = slices.Grow(s.sides[:0], s.slots*p.rows)[:s.slots*p.rows]
	clear(s.sides)
	if d.Grouped {
		s.place = slices.Grow(s.place[:0], p.rows)[:p.rows]
	}
	if d.weighted {
		s.weight = slices.Grow(s.weight[:0], p.rows)[:p.rows]
	}
	if d.offsets {
		s.offset = slices.Grow(s.offset[:0], p.rows)[:p.rows]
	}
}

// value returns what an entry's symbol is multiplied with.
func (s *segment) value(at int) float64 {
	if s.values == nil {
		return 1
	}
	return float64(s.values[at])
}

// sideCounts returns the counts of the block in a row: White's, then Black's.
func (s *segment) sideCounts(row int) []int8 {
	n := s.slots
	return s.sides[row*n:][:n]
}
