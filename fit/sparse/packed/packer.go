package packed

import (
	"cmp"
	"slices"
)

// A packer packs blocks. Different blocks go to different places.
type packer struct {
	d       *Coding
	source  Source
	symbols []uint16 // see [Coding.codes]
	form    []uint16 // likewise
	rows    Rows
	next    *byCell[place]
	places  []uint32 // of the block's rows
}

// block packs a block of the segment.
func (k *packer) block(s *Segment, block int) error {
	if err := k.source.Block(s.first+block, &k.rows); err != nil {
		return err
	}
	for i, c := range s.blocks[block] {
		at, _ := slices.BinarySearchFunc(s.Cells, c.key, func(x Cell, key uint64) int { return cmp.Compare(x.key, key) })
		*k.next.at(int(c.key>>32), int(uint32(c.key))) = place{cell: &s.Cells[at], row: s.start[block][i].row, form: s.start[block][i].form}
	}
	if k.d.Places != nil {
		k.places = k.d.Places.Place(s.first+block, &k.rows, k.places)
	}
	for r := range k.rows.Low {
		k.row(s, r)
	}
	return nil
}

// A place is where the next row of a cell goes.
type place struct {
	cell *Cell
	row  int
	form int // the row's first entry of the form
}

// row packs a row.
func (k *packer) row(s *Segment, r int) {
	rows, n := &k.rows, k.length(r)
	p := k.next.at(rows.codes(r), n)
	to := p.row
	p.row++
	k.entries(s, r, p.cell.Base+(to-p.cell.Low)*n)
	if k.d.Form != nil {
		p.form = k.formEntries(s, r, to, p.form)
	}
	s.Target[to], s.Cluster[to] = rows.Target[r], rows.Cluster[r]
	if s.Place != nil {
		s.Place[to] = k.places[r]
	}
	if s.Weight != nil {
		s.Weight[to] = float32(WeightAt(rows.Weight, r))
	}
	if s.Offset != nil {
		s.Offset[to] = 0
		if rows.Offset != nil {
			s.Offset[to] = rows.Offset[r]
		}
	}
}

// length returns the number of a row's entries.
func (k *packer) length(r int) (n int) {
	rows := &k.rows
	for _, column := range rows.Columns[rows.Low[r]:rows.High[r]] {
		if k.d.source[column].used() {
			n++
		}
	}
	if rows.Intercept != nil {
		n++
	}
	return n
}

// entries packs the linear entries of row r at at.
func (k *packer) entries(s *Segment, r, at int) {
	rows := &k.rows
	for i := rows.Low[r]; i < rows.High[r]; i++ {
		if column := rows.Columns[i]; k.d.source[column].used() {
			k.entry(s, at, column, rows.Counts[i])
			at++
		}
	}
	if rows.Intercept != nil {
		k.entry(s, at, rows.Intercept[r], 1)
	}
}

func (k *packer) entry(s *Segment, at int, column uint16, count float32) {
	if k.symbols == nil {
		s.Entries[at], s.Values[at] = k.d.ranked(column), count
		return
	}
	s.Entries[at] = k.symbols[int(column)<<8+int(uint8(int8(count)))]
}

// formEntries packs those of the form of row r, by sum, as those of row to, at at, and returns their end.
func (k *packer) formEntries(s *Segment, r, to, at int) int {
	rows, sums, places := &k.rows, k.d.Form.Sums, k.d.places
	ends := s.FormEnd[1+to*sums:][:sums]
	clear(ends)
	for _, column := range rows.Columns[rows.Low[r]:rows.High[r]] {
		if sum := places[column]; sum >= 0 {
			ends[sum]++
		}
	}
	for i, n := range ends { // where the sum's next entry goes
		ends[i] = uint32(at)
		at += int(n)
	}
	for i := rows.Low[r]; i < rows.High[r]; i++ {
		column := rows.Columns[i]
		switch sum := places[column]; {
		case sum >= 0:
			k.formEntry(s, int(ends[sum]), column, rows.Counts[i])
			ends[sum]++
		case sum < -1:
			s.Inputs[int(-2-sum)*s.Rows+to] = rows.Counts[i]
		}
	}
	return at
}

func (k *packer) formEntry(s *Segment, at int, column uint16, count float32) {
	if k.form == nil {
		s.FormEntries[at], s.FormValues[at] = column, count
		return
	}
	s.FormEntries[at] = k.form[int(column)<<8+int(uint8(int8(count)))]
}
