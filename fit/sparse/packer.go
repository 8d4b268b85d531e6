package sparse

import (
	"cmp"
	"slices"
)

// A packer packs blocks. Different blocks go to different places.
type packer struct {
	d       *coding
	source  Source
	symbols []uint16 // see coding.codes
	rows    Rows
	next    *byCell[place]
	groups  *Groups   // nil: rows have none
	number  numbering // of the block's groups
	places  []uint32  // by group of the block: that of its next row
}

// block packs a block of the segment.
func (k *packer) block(s *segment, block int) error {
	if err := k.source.Block(s.first+block, &k.rows); err != nil {
		return err
	}
	for i, c := range s.blocks[block] {
		at, _ := slices.BinarySearchFunc(s.cells, c.key, func(x cell, key uint64) int { return cmp.Compare(x.key, key) })
		*k.next.at(int(c.key>>32), int(uint32(c.key))) = place{cell: &s.cells[at], row: s.start[block][i]}
	}
	if k.groups != nil {
		k.number.reset()
		k.places = append(k.places[:0], k.groups.first[s.first+block]...)
	}
	for r := range k.rows.Low {
		k.row(s, r)
	}
	return nil
}

// place gives row r of the block, which becomes row to, its place.
func (k *packer) place(s *segment, r, to int) {
	n := k.number.of(k.rows.Group[r])
	at := k.places[n]
	k.places[n]++
	s.place[to], k.groups.target[at] = at, k.rows.Target[r]
	if k.groups.weight != nil {
		k.groups.weight[at] = float32(weightAt(k.rows.Weight, r))
	}
}

// A place is where the next row of a cell goes.
type place struct {
	cell *cell
	row  int
}

// row packs a row.
func (k *packer) row(s *segment, r int) {
	rows, n := &k.rows, k.length(r)
	p := k.next.at(rows.codes(r), n)
	to := p.row
	p.row++
	k.entries(s, r, to, p.cell.base+(to-p.cell.low)*n)
	s.target[to], s.cluster[to] = rows.Target[r], rows.Cluster[r]
	if k.groups != nil {
		k.place(s, r, to)
	}
	if s.weight != nil {
		s.weight[to] = float32(weightAt(rows.Weight, r))
	}
	if s.offset != nil {
		s.offset[to] = 0
		if rows.Offset != nil {
			s.offset[to] = rows.Offset[r]
		}
	}
}

// length returns the number of a row's entries.
func (k *packer) length(r int) (n int) {
	rows := &k.rows
	for _, column := range rows.Columns[rows.Low[r]:rows.High[r]] {
		if k.d.Columns[column].used() {
			n++
		}
	}
	if rows.Intercept != nil {
		n++
	}
	return n
}

// entries packs the entries of row r at at, and its counts of the block as those of
// row to.
func (k *packer) entries(s *segment, r, to, at int) {
	rows := &k.rows
	for i := rows.Low[r]; i < rows.High[r]; i++ {
		if column := rows.Columns[i]; k.d.Columns[column].used() {
			k.entry(s, at, column, rows.Counts[i])
			at++
		} else if slot := k.d.slot(column); slot >= 0 {
			s.sides[to*s.slots+slot] = int8(rows.Counts[i])
		}
	}
	if rows.Intercept != nil {
		k.entry(s, at, rows.Intercept[r], 1)
	}
}

func (k *packer) entry(s *segment, at int, column uint16, count float32) {
	if k.symbols == nil {
		s.entries[at], s.values[at] = column, count
		return
	}
	s.entries[at] = k.symbols[int(column)<<8+int(uint8(int8(count)))]
}
