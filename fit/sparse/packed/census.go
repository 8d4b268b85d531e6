package packed

import (
	"math"
	"math/bits"
)

// A census is what the packing must know of all rows: which symbols and factors occur. Of the segments of
// this process it is also how many rows of each cell every block has.
type census struct {
	of      *Coding  // the columns
	symbols []uint64 // bits by column·256 + count as a byte
	pairs   []uint64 // bits by mg code·256 + eg code
	other   bool     // a count is not a whole number of 8 bits
	total   float64
	targets float64 // Σ weight·target
	rows    int
	units   []bool // of the block: has a count other than 0

	weighted, offsets bool
	blocks            [][]cellCount // of a segment, while it is counted
	segments          []segmentCensus
	read              Rows         // scratch
	cells             *byCell[int] // scratch; nil before the first block
}

func newCensus(of *Coding) *census {
	return &census{
		of: of, symbols: make([]uint64, len(of.Columns)*256/64), pairs: make([]uint64, 1<<16/64),
		units: make([]bool, len(of.Block)),
	}
}

func (c *census) reset() {
	clear(c.symbols)
	clear(c.pairs)
	clear(c.units)
	*c = census{of: c.of, symbols: c.symbols, pairs: c.pairs, read: c.read, cells: c.cells, units: c.units}
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
	c.total += o.total
	c.targets += o.targets
	c.rows += o.rows
	c.blocks = append(c.blocks, o.blocks...)
}

// count looks at a block.
func (c *census) count(source Source, block int) error {
	rows := &c.read
	if err := source.Block(block, rows); err != nil {
		return err
	}
	if c.cells == nil {
		c.cells = new(byCell[int])
	}
	for r := range rows.Low {
		n, err := c.countEntries(rows, r)
		if err != nil {
			return err
		}
		codes := rows.codes(r)
		setBit(c.pairs, uint(codes))
		*c.cells.at(codes, n)++
		w := WeightAt(rows.Weight, r)
		c.total += w
		c.targets += w * float64(rows.Target[r])
	}
	c.rows += len(rows.Low)
	c.weighted, c.offsets = rows.Weight != nil, rows.Offset != nil
	c.blocks = append(c.blocks, take(c.cells))
	if c.of.Places != nil {
		c.of.Places.Count(block, rows)
	}
	return nil
}

// countEntries notes the entries of a row, and returns how many it will have.
func (c *census) countEntries(rows *Rows, r int) (n int, err error) {
	for i := rows.Low[r]; i < rows.High[r]; i++ {
		column, count := rows.Columns[i], rows.Counts[i]
		if c.of.Columns[column].used() {
			n++
			c.countSymbol(column, count)
		} else if slot := c.of.slot(column); slot >= 0 {
			if err := c.countSide(slot, int(column), count); err != nil {
				return 0, err
			}
		}
	}
	if rows.Intercept != nil {
		n++
		c.countSymbol(rows.Intercept[r], 1)
	}
	return n, nil
}

// countSymbol notes a column with a count.
func (c *census) countSymbol(column uint16, count float32) {
	small := int8(count)
	if float32(small) != count {
		c.other, small = true, 1 // one that is not 0 stands for all
	}
	setBit(c.symbols, uint(column)<<8+uint(uint8(small)))
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

func setBit(bits []uint64, bit uint) { bits[bit/64] |= 1 << (bit % 64) }

// code makes the coding that of the rows.
func (c *census) code() {
	d := c.of
	d.weighted, d.offsets, d.units = c.weighted, c.offsets, c.units
	d.Symbols = c.list()
	if d.Valued = c.other || len(d.Symbols) > math.MaxUint16; d.Valued {
		d.columnsAsSymbols()
	}
	d.Pairs = make([]Pair, 1<<16)
	for codes := range d.Pairs {
		if c.pairs[codes/64]>>(codes%64)&1 != 0 {
			d.Pairs[codes] = Pair{factorOf(d.MG, codes>>8), factorOf(d.EG, codes&255)}
		}
	}
}

// factorOf returns an entry of a table; sets without tapered columns have none.
func factorOf(table []float64, code int) float64 {
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
