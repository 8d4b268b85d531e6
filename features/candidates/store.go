package candidates

import (
	"cmp"
	"slices"
)

// blockRows is the number of rows of a block: a row's number in it has 16 bits, and a block's entries
// fit a processor's cache as they are sorted.
const blockRows = 8192

// A block holds the entries of some rows in a row, sorted by column. Most counts fit a byte.
type block struct {
	starts       []uint32 // by column, and the end
	rows         []uint16 // in the block
	white, black []int8
	wide         []wide // entries whose counts do not fit, ascending
}

// A wide is an entry with what it counts.
type wide struct {
	at           uint32
	white, black float32
}

// noByte stands for counts in wide.
const noByte = -128

// A blockWriter collects the rows of a block.
type blockWriter struct {
	entries []Entry
	ends    []int // of the rows
}

// add adds a row.
func (w *blockWriter) add(entries []Entry) {
	w.entries = append(w.entries, entries...)
	w.ends = append(w.ends, len(w.entries))
}

// block returns the rows by column, and empties the writer.
func (w *blockWriter) block(columns int) block {
	n := len(w.entries)
	b := block{make([]uint32, columns+1), make([]uint16, n), make([]int8, n), make([]int8, n), nil}
	for i := range w.entries {
		b.starts[w.entries[i].Column+1]++
	}
	for i := range columns {
		b.starts[i+1] += b.starts[i]
	}
	next, from := slices.Clone(b.starts), 0
	for row, end := range w.ends {
		for _, e := range w.entries[from:end] {
			b.set(next[e.Column], row, e.White, e.Black)
			next[e.Column]++
		}
		from = end
	}
	slices.SortFunc(b.wide, func(x, y wide) int { return cmp.Compare(x.at, y.at) })
	w.entries, w.ends = w.entries[:0], w.ends[:0]
	return b
}

// set writes an entry.
func (b *block) set(at uint32, row int, white, black float32) {
	b.rows[at], b.white[at], b.black[at] = uint16(row), int8(white), int8(black)
	if white != float32(int8(white)) || black != float32(int8(black)) || int8(white) == noByte {
		b.white[at] = noByte
		b.wide = append(b.wide, wide{at, white, black})
	}
}

// appendColumn appends the entries of a column; first is the block's first row. Of rows of which some
// facts are wanted, given by row, those that have one of them.
func (b *block) appendColumn(to *Column, column, first int, facts []Facts, wanted Facts) {
	from, end := b.starts[column], b.starts[column+1]
	k, _ := slices.BinarySearchFunc(b.wide, from, func(w wide, at uint32) int { return cmp.Compare(w.at, at) })
	for at := from; at < end; at++ {
		white, black := float32(b.white[at]), float32(b.black[at])
		if white == noByte {
			white, black = b.wide[k].white, b.wide[k].black
			k++
		}
		if wanted != 0 && facts[first+int(b.rows[at])]&wanted == 0 {
			continue
		}
		to.add(uint32(first)+uint32(b.rows[at]), white, black)
	}
}

// A store holds columns in blocks.
type store struct{ blocks []block }

// count returns the number of entries of a column.
func (s *store) count(column int) (n int) {
	for i := range s.blocks {
		n += int(s.blocks[i].starts[column+1] - s.blocks[i].starts[column])
	}
	return n
}

// column returns a column.
func (s *store) column(name string, column int) Column {
	c := newColumn(name, s.count(column))
	for i := range s.blocks {
		s.blocks[i].appendColumn(&c, column, i*blockRows, nil, 0)
	}
	return c
}

// columnWhere returns a column in the rows that have a wanted fact. To leave the others out at once is
// twice as fast as to leave them out of the column.
func (s *store) columnWhere(name string, column int, facts []Facts, wanted Facts) (c Column) {
	c.Name = name
	for i := range s.blocks {
		s.blocks[i].appendColumn(&c, column, i*blockRows, facts, wanted)
	}
	return c
}

// newColumn returns an empty column with room for n entries.
func newColumn(name string, n int) Column {
	return Column{name, make([]uint32, 0, n), make([]float32, 0, n), make([]float32, 0, n)}
}

// add appends an entry.
func (c *Column) add(row uint32, white, black float32) {
	c.Rows, c.White, c.Black = append(c.Rows, row), append(c.White, white), append(c.Black, black)
}

// storeOf returns the columns in blocks.
func storeOf(list []Column, rows int) (s store) {
	next := make([]int, len(list)) // entry of a column
	for first := 0; first < rows; first += blockRows {
		ends, n := make([]int, len(list)), 0
		b := block{starts: make([]uint32, 1, len(list)+1)}
		for i := range list {
			length, _ := slices.BinarySearch(list[i].Rows[next[i]:], uint32(first+blockRows))
			ends[i] = next[i] + length
			n += length
			b.starts = append(b.starts, uint32(n))
		}
		b.rows, b.white, b.black = make([]uint16, n), make([]int8, n), make([]int8, n)
		for i := range list {
			c := &list[i]
			for k := next[i]; k < ends[i]; k++ {
				b.set(b.starts[i]+uint32(k-next[i]), int(c.Rows[k])-first, c.White[k], c.Black[k])
			}
		}
		next = ends
		s.blocks = append(s.blocks, b)
	}
	return s
}
