package sparse

import (
	"cmp"
	"context"
	"slices"

	"centipawn/ordered"
)

// A plan says where the rows of a segment go.
type plan struct {
	first  int // block
	cells  []cell
	start  [][]int // by block of the segment and then by its cells: its first row there
	blocks [][]cellCount
	rows   int
	words  int // entries
	groups []group
}

// A cell is the rows of a segment that have the same factors and the same number
// of entries.
type cell struct {
	key     uint64
	entries int // of a row
	low     int // first row
	rows    int
	base    int // first entry
}

func (c *cell) codes() int { return int(c.key >> 32) }

// A group is the rows of a partial sum: tiles one after the other.
type group struct{ tiles []tile }

// A tile is some rows of a cell.
type tile struct{ cell, low, high int } // rows of the segment

// Rows of a tile and, at least, of a group.
const (
	tileRows  = 4096
	groupRows = 16384
)

// newPlan adds up the cells of blocks.
func newPlan(first int, blocks [][]cellCount) plan {
	p := plan{first: first, blocks: blocks}
	index := make(map[uint64]int)
	for _, list := range blocks {
		for _, c := range list {
			i, ok := index[c.key]
			if !ok {
				i = len(p.cells)
				index[c.key] = i
				p.cells = append(p.cells, cell{key: c.key, entries: int(uint32(c.key))})
			}
			p.cells[i].rows += c.rows
		}
	}
	slices.SortFunc(p.cells, func(a, b cell) int { return cmp.Compare(a.key, b.key) })
	for i := range p.cells {
		c := &p.cells[i]
		index[c.key] = i
		c.low, c.base = p.rows, p.words
		p.rows += c.rows
		p.words += c.rows * c.entries
	}
	p.place(index)
	p.cut()
	return p
}

// place finds where the rows of each block begin in each cell.
func (p *plan) place(index map[uint64]int) {
	next := make([]int, len(p.cells))
	for i := range p.cells {
		next[i] = p.cells[i].low
	}
	for _, list := range p.blocks {
		start := make([]int, len(list))
		for k, c := range list {
			i := index[c.key]
			start[k] = next[i]
			next[i] += c.rows
		}
		p.start = append(p.start, start)
	}
}

// cut cuts the cells into tiles and these into groups.
func (p *plan) cut() {
	var open group
	rows := 0
	for i := range p.cells {
		c := &p.cells[i]
		for low := c.low; low < c.low+c.rows; low += tileRows {
			high := min(low+tileRows, c.low+c.rows)
			open.tiles = append(open.tiles, tile{i, low, high})
			if rows += high - low; rows >= groupRows {
				p.groups, open, rows = append(p.groups, open), group{}, 0
			}
		}
	}
	if rows > 0 {
		p.groups = append(p.groups, open)
	}
}

// bytes returns the memory that the segment takes.
func (p *plan) bytes(d *Design) int64 {
	entry, row := 2, 4+4
	if d.valued {
		entry += 4
	}
	if d.weighted {
		row += 4
	}
	if d.offsets {
		row += 4
	}
	row += 2 * len(d.Block)
	return int64(entry)*int64(p.words) + int64(row)*int64(p.rows)
}

// A segment is the rows of a plan.
type segment struct {
	*plan
	entries []uint16  // symbols, or columns with values
	values  []float32 // nil if the entries are symbols
	target  []float32
	weight  []float32 // nil: all 1
	offset  []float32 // nil: all 0
	cluster []uint32

	slots int    // counts of the block a row
	sides []int8 // those counts
}

// resize makes room for the rows of a plan.
func (s *segment) resize(d *Design, p *plan) {
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
	if d.weighted {
		s.weight = slices.Grow(s.weight[:0], p.rows)[:p.rows]
	}
	if d.offsets {
		s.offset = slices.Grow(s.offset[:0], p.rows)[:p.rows]
	}
}

// pack makes segment i.
func (d *Design) pack(ctx context.Context, i int, into *segment) error {
	p := &d.plans[i]
	into.resize(d, p)
	codes := d.codes()
	return ordered.Sum(ctx, d.Threads, len(p.blocks), func() *packer { return &packer{d: d, symbols: codes, next: new(byCell[place])} },
		func(k *packer, block int) error { return k.block(into, block) }, func(*packer) {})
}

// codes returns the symbol of each column and count, by column·256 + count as a
// byte; nil where entries are columns.
func (d *Design) codes() []uint16 {
	if d.valued {
		return nil
	}
	codes := make([]uint16, len(d.Columns)*256)
	for i, s := range d.symbols {
		codes[int(s.column)<<8+int(uint8(int8(s.count)))] = uint16(i)
	}
	return codes
}

// A packer packs blocks. Different blocks go to different places.
type packer struct {
	d       *Design
	symbols []uint16
	rows    Rows
	next    *byCell[place]
}

// block packs a block of the segment.
func (k *packer) block(s *segment, block int) error {
	if err := k.d.source.Block(s.first+block, &k.rows); err != nil {
		return err
	}
	for i, c := range s.blocks[block] {
		at, _ := slices.BinarySearchFunc(s.cells, c.key, func(x cell, key uint64) int { return cmp.Compare(x.key, key) })
		*k.next.at(int(c.key>>32), int(uint32(c.key))) = place{cell: &s.cells[at], row: s.start[block][i]}
	}
	for r := range k.rows.Low {
		k.row(s, r)
	}
	return nil
}

// A place is where the next row of a cell goes.
type place struct {
	cell *cell
	row  int
}

// row packs a row.
func (k *packer) row(s *segment, r int) {
	rows := &k.rows
	n := 0
	for _, column := range rows.Columns[rows.Low[r]:rows.High[r]] {
		if k.d.Columns[column].used() {
			n++
		}
	}
	if rows.Intercept != nil {
		n++
	}
	p := k.next.at(int(rows.MG[r])<<8+int(rows.EG[r]), n)
	to := p.row
	p.row++
	at := p.cell.base + (to-p.cell.low)*n
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
	s.target[to], s.cluster[to] = rows.Target[r], rows.Cluster[r]
	if s.weight != nil {
		s.weight[to] = float32(weightOf(rows, r))
	}
	if s.offset != nil {
		s.offset[to] = 0
		if rows.Offset != nil {
			s.offset[to] = rows.Offset[r]
		}
	}
}

func (k *packer) entry(s *segment, at int, column uint16, count float32) {
	if k.symbols == nil {
		s.entries[at], s.values[at] = column, count
		return
	}
	s.entries[at] = k.symbols[int(column)<<8+int(uint8(int8(count)))]
}
