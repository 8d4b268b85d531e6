package sparse

import (
	"slices"

	"example.org/centipawn/internal/shards"
)

// Spec says what rows mean.
type Spec struct {
	Columns []Column
	Block   []Unit    // see the package comment; nil: none
	MG, EG  []float64 // factors by code
	Weights int       // number of weights
	Loss    *Loss     // nil: Sigmoid
	Threads int       // fewer than one are one
	Grouped bool      // rows have groups, see [Groups]

	// Memory bounds the bytes of the working copy; a larger one is packed again,
	// a segment at a time, in every pass. Zero means no bound.
	Memory int64

	// Exchange, if it is not nil, puts the sums of processes together that have some of the segments each.
	Exchange shards.Exchange
	Number   int // of these rows among those that the processes pack
}

// A coding says what the numbers of packed rows mean.
type coding struct {
	Spec
	symbols  []symbol
	pairs    []pair // of factors that occur
	valued   bool   // entries are columns and have values of their own
	weighted bool
	offsets  bool

	slots     []int16 // by column, see slot; nil without a block
	firstUnit int     // the first of the columns that stand for units
	units     []bool  // those that have a count other than 0 in a row
}

// A symbol is a column with a count.
type symbol struct {
	column uint16
	count  float64
}

// newCoding says where the counts of the block's columns go, and adds a column
// for each unit: its count in a row is the derivative of the row's evaluation by
// the weight, so that curvatures need know no more of the block.
func newCoding(spec Spec) coding {
	if spec.Loss == nil {
		spec.Loss = Sigmoid
	}
	d := coding{Spec: spec}
	if len(d.Block) == 0 {
		return d
	}
	d.slots = slices.Repeat([]int16{-1}, len(d.Columns))
	d.firstUnit = len(d.Columns)
	d.Columns = slices.Clip(d.Columns)
	for i, u := range d.Block {
		d.slots[u.White], d.slots[u.Black] = int16(i), int16(len(d.Block)+i)
		d.Columns = append(d.Columns, Column{Plain: u.Weight, MG: -1, EG: -1})
	}
	return d
}

// slot returns the place of a column among the counts of the block in a row, or −1.
func (d *coding) slot(column uint16) int {
	if d.slots == nil {
		return -1
	}
	return int(d.slots[column])
}

// blockWeights stores the weights of the block in to.
func (d *coding) blockWeights(w, to []float64) []float64 {
	to = to[:0]
	for _, u := range d.Block {
		if u.Weight >= 0 {
			to = append(to, w[u.Weight])
		} else {
			to = append(to, u.Value)
		}
	}
	return to
}

// blockFactor returns what the block is multiplied with where factors have codes.
func (d *coding) blockFactor(codes int) float64 { return blockUnit * d.pairs[codes].mg }

// columnsAsSymbols makes the columns the symbols; the count of those that are in no
// row is 0.
func (d *coding) columnsAsSymbols() {
	all := make([]symbol, len(d.Columns))
	for i := range all {
		all[i].column = uint16(i)
	}
	for _, s := range d.symbols {
		if s.count != 0 {
			all[s.column].count = 1
		}
	}
	d.symbols = all
}

// codes returns the symbol of each column and count, by column·256 + count as a
// byte; nil where entries are columns.
func (d *coding) codes() []uint16 {
	if d.valued {
		return nil
	}
	codes := make([]uint16, len(d.Columns)*256)
	for i, s := range d.symbols {
		codes[int(s.column)<<8+int(uint8(int8(s.count)))] = uint16(i)
	}
	return codes
}

// Active reports for each weight whether a column of it has a count other than 0
// in a row.
func (d *coding) Active() []bool {
	active := make([]bool, d.Weights)
	for _, s := range d.symbols {
		for _, w := range d.Columns[s.column].weights() {
			if w >= 0 && s.count != 0 {
				active[w] = true
			}
		}
	}
	for i, u := range d.Block {
		if u.Weight >= 0 && d.units[i] {
			active[u.Weight] = true
		}
	}
	return active
}

// tied reports whether a weight stands behind a column twice, or behind two.
func (d *coding) tied() bool {
	seen := make([]bool, d.Weights)
	for _, c := range d.Columns {
		for _, w := range c.weights() {
			if w < 0 {
				continue
			}
			if seen[w] {
				return true
			}
			seen[w] = true
		}
	}
	return false
}

// shares lists the weights behind the columns, those of column i from start[i]
// to start[i+1].
func (d *coding) shares(p pair) (list []share, start []int) {
	for _, c := range d.Columns {
		start = append(start, len(list))
		list = append(list, c.shares(p)...)
	}
	return list, append(start, len(list))
}
