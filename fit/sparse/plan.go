package sparse

import (
	"cmp"
	"slices"
	"sort"
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
	p.order(index)
	p.locate(index)
	p.cut()
	return p
}

// order sorts the cells and gives them their rows and entries.
func (p *plan) order(index map[uint64]int) {
	slices.SortFunc(p.cells, func(a, b cell) int { return cmp.Compare(a.key, b.key) })
	for i := range p.cells {
		c := &p.cells[i]
		index[c.key] = i
		c.low, c.base = p.rows, p.words
		p.rows += c.rows
		p.words += c.rows * c.entries
	}
}

// locate finds where the rows of each block begin in each cell.
func (p *plan) locate(index map[uint64]int) {
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
func (p *plan) bytes(d *coding) int64 {
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
	if d.Grouped {
		row += 4 + 4 + 8 + 12 // place, target, value, where the row is
	}
	return int64(entry)*int64(p.words) + int64(row)*int64(p.rows)
}

// cellOf returns the cell of a row.
func (p *plan) cellOf(row int) *cell {
	return &p.cells[sort.Search(len(p.cells), func(i int) bool { return p.cells[i].low > row })-1]
}

// curveRows is the most rows of a partial of a curvature. Its matrix is as large
// as all columns squared, so that there are few of them.
const curveRows = 1 << 17

// byFactors cuts the rows into groups of one pair of factors.
func (p *plan) byFactors() (groups []group) {
	rows := 0
	for i := range p.cells {
		c := &p.cells[i]
		for low := c.low; low < c.low+c.rows; low += curveRows {
			high := min(low+curveRows, c.low+c.rows)
			if i == 0 || c.codes() != p.cells[i-1].codes() || rows+high-low > curveRows {
				groups, rows = append(groups, group{}), 0
			}
			g := &groups[len(groups)-1]
			g.tiles = append(g.tiles, tile{i, low, high})
			rows += high - low
		}
	}
	return groups
}
