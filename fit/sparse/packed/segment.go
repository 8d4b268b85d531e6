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

	// Of the form; nil without one. The entries of sum k in row r end at FormStart[r] + FormEnd[r·sums + k],
	// and begin where those of the sum before it end.
	FormStart   []uint32
	FormEnd     []uint16
	FormEntries []uint16  // symbols, or columns with values
	FormValues  []float32 // nil if the entries are symbols
	Inputs      []float32 // input i of row r is at i·Rows + r
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
	if d.Form != nil {
		s.resizeForm(d, p)
	}
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

// resizeForm makes room for the entries of the form.
func (s *Segment) resizeForm(d *Coding, p *plan) {
	ends, inputs := d.Form.Sums*p.Rows, d.Form.Inputs*p.Rows
	s.FormStart = slices.Grow(s.FormStart[:0], p.Rows)[:p.Rows]
	s.FormEnd = slices.Grow(s.FormEnd[:0], ends)[:ends]
	s.FormEntries = slices.Grow(s.FormEntries[:0], p.form)[:p.form]
	if d.FormValued {
		s.FormValues = slices.Grow(s.FormValues[:0], p.form)[:p.form]
	}
	s.Inputs = slices.Grow(s.Inputs[:0], inputs)[:inputs]
	clear(s.Inputs)
}
