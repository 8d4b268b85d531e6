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
	other   bool     // a count of a linear column is not a whole number of 8 bits
	odd     bool     // a count of the form is not one
	total   float64
	targets float64 // Σ weight·target
	rows    int

	weighted, offsets bool
	blocks            [][]cellCount // of a segment, while it is counted
	segments          []segmentCensus
	read              Rows               // scratch
	cells             *byCell[cellCount] // scratch; nil before the first block
}

func newCensus(of *Coding) *census {
	return &census{
		of: of, symbols: make([]uint64, len(of.source)*256/64), pairs: make([]uint64, 1<<16/64),
	}
}

func (c *census) reset() {
	clear(c.symbols)
	clear(c.pairs)
	*c = census{of: c.of, symbols: c.symbols, pairs: c.pairs, read: c.read, cells: c.cells}
}

func (c *census) merge(o *census) {
	for i, b := range o.symbols {
		c.symbols[i] |= b
	}
	for i, b := range o.pairs {
		c.pairs[i] |= b
	}
	c.other, c.odd = c.other || o.other, c.odd || o.odd
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
		c.cells = new(byCell[cellCount])
	}
	for r := range rows.Low {
		n, form := c.countEntries(rows, r)
		codes := rows.codes(r)
		setBit(c.pairs, uint(codes))
		cell := c.cells.at(codes, n)
		cell.rows++
		cell.form += form
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

// countEntries notes the entries of a row, and returns how many it will have, and how many of the form.
func (c *census) countEntries(rows *Rows, r int) (n, form int) {
	for i := rows.Low[r]; i < rows.High[r]; i++ {
		column, count := rows.Columns[i], rows.Counts[i]
		if c.of.source[column].used() {
			n++
			c.countSymbol(column, count, &c.other)
		} else if c.of.place(column) >= 0 {
			form++
			c.countSymbol(column, count, &c.odd)
		}
	}
	if rows.Intercept != nil {
		n++
		c.countSymbol(rows.Intercept[r], 1, &c.other)
	}
	return n, form
}

// countSymbol notes a column with a count, and one that is not a whole number of 8 bits.
func (c *census) countSymbol(column uint16, count float32, other *bool) {
	small := int8(count)
	if float32(small) != count {
		*other, small = true, 1 // one that is not 0 stands for all
	}
	setBit(c.symbols, uint(column)<<8+uint(uint8(small)))
}

func setBit(bits []uint64, bit uint) { bits[bit/64] |= 1 << (bit % 64) }

// code makes the coding that of the rows.
func (c *census) code() {
	d := c.of
	d.weighted, d.offsets = c.weighted, c.offsets
	linear, form := c.list()
	if d.Valued = c.other || len(linear) > math.MaxUint16; d.Valued {
		linear = asColumns(linear, len(d.Columns))
	}
	d.Symbols = linear
	if d.FormValued = c.odd || len(form) > math.MaxUint16; d.FormValued {
		form = asColumns(form, len(d.source))
	}
	d.formSymbols(form)
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

// list returns the symbols that occur, of linear columns and of the form, in the order of columns and counts.
func (c *census) list() (linear, form []symbol) {
	for word, set := range c.symbols {
		for ; set != 0; set &= set - 1 {
			bit := word*64 + bits.TrailingZeros64(set)
			s := symbol{uint16(bit >> 8), float64(int8(bit))}
			if c.of.place(s.Column) >= 0 {
				form = append(form, s)
			} else {
				linear = append(linear, symbol{c.of.ranked(s.Column), s.Count})
			}
		}
	}
	return linear, form
}
