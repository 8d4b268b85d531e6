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

	// Of the form; nil without one. Rows of a cell stand in blocks of Batch, and the entries of a block by sum
	// and then by row: see FormRange.
	FormEnd     []uint32  // by block, sum and row: the end of the row's entries, after a 0
	FormRow     []uint8   // by entry: the row's number in its block
	FormEntries []uint16  // symbols, or columns with values
	FormValues  []float32 // nil if the entries are symbols
	Inputs      []float32 // input i of row r is at i·Rows + r
	sums        int       // of the form
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
	ends, inputs := 1+d.Form.Sums*p.Rows, d.Form.Inputs*p.Rows
	s.sums = d.Form.Sums
	s.FormEnd = slices.Grow(s.FormEnd[:0], ends)[:ends]
	s.FormEnd[0] = 0
	s.FormRow = slices.Grow(s.FormRow[:0], p.form)[:p.form]
	s.FormEntries = slices.Grow(s.FormEntries[:0], p.form)[:p.form]
	if d.FormValued {
		s.FormValues = slices.Grow(s.FormValues[:0], p.form)[:p.form]
	}
	s.Inputs = slices.Grow(s.Inputs[:0], inputs)[:inputs]
	clear(s.Inputs)
}

// FormRange returns where the entries of sum k are in a row of a cell.
func (s *Segment) FormRange(c *Cell, row, k int) (low, high int) {
	first := row - (row-c.Low)%Batch
	at := first*s.sums + k*min(Batch, c.Low+c.Rows-first) + row - first
	return int(s.FormEnd[at]), int(s.FormEnd[at+1])
}

// formBlock returns the ends of the entries of sum k in the n rows of a block that begins at row low, after their start.
func (s *Segment) formBlock(low, n, k int) []uint32 { return s.FormEnd[low*s.sums+k*n:][:n+1] }

// A sorter puts the entries of a block, which stand by row and then by sum, into their order.
type sorter struct {
	entries []uint16
	values  []float32
	ends    []uint32
}

// sort does so for the n rows from low on.
func (k *sorter) sort(s *Segment, low, n int) {
	ends := s.FormEnd[low*s.sums:][:n*s.sums+1]
	from, to := ends[0], ends[len(ends)-1]
	k.ends = append(k.ends[:0], ends...)
	k.entries = append(k.entries[:0], s.FormEntries[from:to]...)
	if s.FormValues != nil {
		k.values = append(k.values[:0], s.FormValues[from:to]...)
	}
	at := from
	for sum := range s.sums {
		for row := range n {
			i := row*s.sums + sum
			for e := k.ends[i]; e < k.ends[i+1]; e++ {
				s.FormEntries[at], s.FormRow[at] = k.entries[e-from], uint8(row)
				if s.FormValues != nil {
					s.FormValues[at] = k.values[e-from]
				}
				at++
			}
			if i := sum*n + row + 1; i < len(ends)-1 { // the last end stays, which the next block begins with
				ends[i] = at
			}
		}
	}
}
