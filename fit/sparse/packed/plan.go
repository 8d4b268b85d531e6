package packed

import (
	"cmp"
	"slices"
	"sort"
)

// A plan says where the rows of a segment go.
type plan struct {
	first  int // block
	Cells  []Cell
	start  [][]start // by block of the segment and then by its cells
	blocks [][]cellCount
	Rows   int
	words  int // entries
	form   int // entries of the form
	Parts  []Part
}

// A start is where the rows of a block begin in a cell: the first of them, and its first entry of the form.
type start struct{ row, form int }

// A Cell is the rows of a segment that have the same factors and the same number
// of entries.
type Cell struct {
	key     uint64
	Entries int // of a row
	Low     int // first row
	Rows    int
	Base    int // first entry
	form    int // entries of the form
}

func (c *Cell) Codes() int { return int(c.key >> 32) }

// A Part is the rows of a partial sum: tiles one after the other.
type Part struct{ Tiles []tile }

// A tile is some rows of a cell.
type tile struct{ Cell, Low, High int } // rows of the segment

// Rows of a tile and, at least, of a group.
const (
	tileRows  = 4096
	GroupRows = 16384
)

// newPlan adds up the cells of blocks.
func newPlan(first int, blocks [][]cellCount) plan {
	p := plan{first: first, blocks: blocks}
	index := make(map[uint64]int)
	for _, list := range blocks {
		for _, c := range list {
			i, ok := index[c.key]
			if !ok {
				i = len(p.Cells)
				index[c.key] = i
				p.Cells = append(p.Cells, Cell{key: c.key, Entries: int(uint32(c.key))})
			}
			p.Cells[i].Rows += c.rows
			p.Cells[i].form += c.form
		}
	}
	p.order(index)
	p.locate(index)
	p.cut()
	return p
}

// order sorts the cells and gives them their rows and entries.
func (p *plan) order(index map[uint64]int) {
	slices.SortFunc(p.Cells, func(a, b Cell) int { return cmp.Compare(a.key, b.key) })
	for i := range p.Cells {
		c := &p.Cells[i]
		index[c.key] = i
		c.Low, c.Base = p.Rows, p.words
		p.Rows += c.Rows
		p.words += c.Rows * c.Entries
	}
}

// locate finds where the rows of each block begin in each cell.
func (p *plan) locate(index map[uint64]int) {
	next := make([]start, len(p.Cells))
	for i := range p.Cells {
		next[i] = start{p.Cells[i].Low, p.form}
		p.form += p.Cells[i].form
	}
	for _, list := range p.blocks {
		starts := make([]start, len(list))
		for k, c := range list {
			at := &next[index[c.key]]
			starts[k] = *at
			at.row += c.rows
			at.form += c.form
		}
		p.start = append(p.start, starts)
	}
}

// cut cuts the cells into tiles and these into groups.
func (p *plan) cut() {
	var open Part
	rows := 0
	for i := range p.Cells {
		c := &p.Cells[i]
		for low := c.Low; low < c.Low+c.Rows; low += tileRows {
			high := min(low+tileRows, c.Low+c.Rows)
			open.Tiles = append(open.Tiles, tile{i, low, high})
			if rows += high - low; rows >= GroupRows {
				p.Parts, open, rows = append(p.Parts, open), Part{}, 0
			}
		}
	}
	if rows > 0 {
		p.Parts = append(p.Parts, open)
	}
}

// bytes returns the memory that the segment takes.
func (p *plan) bytes(d *Coding) int64 {
	entry, row := 2, 4+4
	if d.Valued {
		entry += 4
	}
	if d.weighted {
		row += 4
	}
	if d.offsets {
		row += 4
	}
	if d.Places != nil {
		row += 4 + 4 + 8 + 12 // place, target, value, where the row is
	}
	return int64(entry)*int64(p.words) + int64(row)*int64(p.Rows) + p.formBytes(d)
}

// formBytes returns the memory that the entries of the form take.
func (p *plan) formBytes(d *Coding) int64 {
	if d.Form == nil {
		return 0
	}
	entry, row := 2+1, 4*(d.Form.Sums+d.Form.Inputs)
	if d.FormValued {
		entry += 4
	}
	return int64(entry)*int64(p.form) + int64(row)*int64(p.Rows) + 4
}

// CellOf returns the cell of a row.
func (p *plan) CellOf(row int) *Cell {
	return &p.Cells[sort.Search(len(p.Cells), func(i int) bool { return p.Cells[i].Low > row })-1]
}

// CurveRows is the most rows of a partial of a curvature. Its matrix is as large
// as all columns squared, so that there are few of them.
const CurveRows = 1 << 17

// ByFactors cuts the rows into groups of one pair of factors or, if mixed, into a few more that threads can
// share.
func (p *plan) ByFactors(mixed bool) (groups []Part) {
	rows, most := 0, CurveRows
	if mixed {
		most = CurveRows / 4
	}
	for i := range p.Cells {
		c := &p.Cells[i]
		for low := c.Low; low < c.Low+c.Rows; low += most {
			high := min(low+most, c.Low+c.Rows)
			if i == 0 || !mixed && c.Codes() != p.Cells[i-1].Codes() || rows+high-low > most {
				groups, rows = append(groups, Part{}), 0
			}
			g := &groups[len(groups)-1]
			g.Tiles = append(g.Tiles, tile{i, low, high})
			rows += high - low
		}
	}
	return groups
}
