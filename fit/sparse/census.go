package sparse

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"centipawn/ordered"
)

// segmentBlocks is the number of blocks of a segment: about a million rows. Tests
// make it smaller.
var segmentBlocks = 128

// A census is what the packing must know of all rows: which symbols and factors
// occur, and how many rows of each cell every block has.
type census struct {
	symbols []uint64 // bits by column·256 + count as a byte
	pairs   []uint64 // bits by mg code·256 + eg code
	other   bool     // a count is not a whole number of 8 bits
	longest int      // entries of a row
	total   float64
	targets float64 // Σ weight·target
	rows    int
	units   []bool // of the block: has a count other than 0

	weighted, offsets bool
	blocks            [][]cellCount
	read              Rows // scratch
	cells             *byCell[int]
}

// A cellCount is the number of rows of a cell in a block.
type cellCount struct {
	key  uint64 // codes<<32 + entries
	rows int
}

// take makes the census of the source.
func (d *Design) take(ctx context.Context) (*census, error) {
	all := d.newCensus()
	err := ordered.Sum(ctx, d.Threads, d.source.Blocks(), d.newCensus,
		func(c *census, block int) error { return d.count(c, block) },
		func(c *census) { all.merge(c); c.reset() })
	return all, err
}

func (d *Design) newCensus() *census {
	return &census{symbols: make([]uint64, len(d.Columns)*256/64), pairs: make([]uint64, 1<<16/64), cells: new(byCell[int]), units: make([]bool, len(d.Block))}
}

func (c *census) reset() {
	clear(c.symbols)
	clear(c.pairs)
	clear(c.units)
	*c = census{symbols: c.symbols, pairs: c.pairs, read: c.read, cells: c.cells, units: c.units}
}

func (c *census) merge(o *census) {
	for i, b := range o.symbols {
		c.symbols[i] |= b
	}
	for i, b := range o.pairs {
		c.pairs[i] |= b
	}
	for i, active := range o.units {
		c.units[i] = c.units[i] || active
	}
	c.other = c.other || o.other
	c.weighted, c.offsets = c.weighted || o.weighted, c.offsets || o.offsets
	c.longest = max(c.longest, o.longest)
	c.total += o.total
	c.targets += o.targets
	c.rows += o.rows
	c.blocks = append(c.blocks, o.blocks...)
}

// count looks at a block.
func (d *Design) count(c *census, block int) error {
	rows := &c.read
	if err := d.source.Block(block, rows); err != nil {
		return err
	}
	for r := range rows.Low {
		n := 0
		for i := rows.Low[r]; i < rows.High[r]; i++ {
			column, count := rows.Columns[i], rows.Counts[i]
			if !d.Columns[column].used() {
				if slot := d.slot(column); slot >= 0 {
					if err := c.countSide(slot, int(column), count); err != nil {
						return err
					}
				}
				continue
			}
			n++
			small := int8(count)
			if float32(small) != count {
				c.other, small = true, 1 // one that is not 0 stands for all
			}
			bit := uint(column)<<8 + uint(uint8(small))
			c.symbols[bit/64] |= 1 << (bit % 64)
		}
		if rows.Intercept != nil {
			n++
			bit := uint(rows.Intercept[r])<<8 + 1
			c.symbols[bit/64] |= 1 << (bit % 64)
		}
		codes := uint(rows.MG[r])<<8 + uint(rows.EG[r])
		c.pairs[codes/64] |= 1 << (codes % 64)
		*c.cells.at(int(codes), n)++
		c.longest = max(c.longest, n)
		c.total += weightOf(rows, r)
		c.targets += weightOf(rows, r) * float64(rows.Target[r])
	}
	c.rows += len(rows.Low)
	c.weighted, c.offsets = rows.Weight != nil, rows.Offset != nil
	c.blocks = append(c.blocks, take(c.cells))
	return nil
}

// countSide notes a count of the block.
func (c *census) countSide(slot, column int, count float32) error {
	if float32(int8(count)) != count {
		return &CountError{column, count}
	}
	if count != 0 {
		c.units[slot%len(c.units)] = true
	}
	return nil
}

// byCell holds a value for each cell, by codes of the factors and number of
// entries: a map that rows look into without hashing.
type byCell[T any] struct {
	slot   [1 << 16]uint32 // by codes; 0: none yet
	codes  []int           // by slot less 1
	values [][]T           // by slot less 1 and entries
}

// at returns the value of a cell.
func (m *byCell[T]) at(codes, entries int) *T {
	s := int(m.slot[codes])
	if s == 0 {
		m.codes, m.values = append(m.codes, codes), append(m.values, nil)
		s = len(m.codes)
		m.slot[codes] = uint32(s)
	}
	v := &m.values[s-1]
	if entries >= len(*v) {
		*v = append(*v, make([]T, entries+1-len(*v))...)
	}
	return &(*v)[entries]
}

// take returns the cells that are not zero, in order, and makes them zero.
func take(m *byCell[int]) (list []cellCount) {
	for s, codes := range m.codes {
		for n, rows := range m.values[s] {
			if rows != 0 {
				list = append(list, cellCount{uint64(codes)<<32 + uint64(n), rows})
			}
		}
		clear(m.values[s])
	}
	slices.SortFunc(list, func(a, b cellCount) int { return cmp.Compare(a.key, b.key) })
	return list
}

func weightOf(rows *Rows, r int) float64 {
	if rows.Weight == nil {
		return 1
	}
	return float64(rows.Weight[r])
}

// plan decides on the layout.
func (d *Design) plan(c *census) {
	d.rows, d.total, d.weighted, d.offsets = c.rows, c.total, c.weighted, c.offsets
	d.mean = c.targets / max(1e-300, c.total)
	d.symbols, d.units = c.list(), c.units
	if d.valued = c.other || len(d.symbols) > math.MaxUint16; d.valued {
		d.symbols = d.columns()
	}
	d.pairs = make([]pair, 1<<16)
	for codes := range d.pairs {
		if c.pairs[codes/64]>>(codes%64)&1 != 0 {
			d.pairs[codes] = pair{factor(d.MG, codes>>8), factor(d.EG, codes&255)}
		}
	}
	for first := 0; first < len(c.blocks); first += segmentBlocks {
		d.plans = append(d.plans, newPlan(first, c.blocks[first:min(first+segmentBlocks, len(c.blocks))]))
	}
}

// columns returns the columns as symbols; the count of those that are in no row
// is 0.
func (d *Design) columns() []symbol {
	all := make([]symbol, len(d.Columns))
	for i := range all {
		all[i].column = uint16(i)
	}
	for _, s := range d.symbols {
		if s.count != 0 {
			all[s.column].count = 1
		}
	}
	return all
}

// factor returns an entry of a table; sets without tapered columns have none.
func factor(table []float64, code int) float64 {
	if code >= len(table) {
		return 0
	}
	return table[code]
}

// list returns the symbols that occur, in the order of columns and counts.
func (c *census) list() (all []symbol) {
	for word, set := range c.symbols {
		for ; set != 0; set &= set - 1 {
			bit := word*64 + bits.TrailingZeros64(set)
			all = append(all, symbol{uint16(bit >> 8), float64(int8(bit))})
		}
	}
	return all
}
