package packed

import (
	"slices"

	"example.org/centipawn/internal/shards"
)

// Spec says what rows mean.
type Spec struct {
	Columns []Column
	Form    *Form     // nil: the evaluation is linear
	Block   []Unit    // see the package comment; nil: none
	MG, EG  []float64 // factors by code
	Weights int       // number of weights
	Threads int       // fewer than one are one
	Places  Placer    // gives rows places, too; nil: they have none

	// Memory bounds the bytes of the working copy; a larger one is packed again,
	// a segment at a time, in every pass. Zero means no bound.
	Memory int64

	// Exchange, if it is not nil, puts the sums of processes together that have some of the segments each.
	Exchange shards.Exchange
}

// A Coding says what the numbers of packed rows mean.
type Coding struct {
	Spec
	Symbols  []symbol
	Pairs    []Pair // of factors that occur
	Valued   bool   // entries are columns and have values of their own
	weighted bool
	offsets  bool

	slots     []int16 // by column, see slot; nil without a block
	FirstUnit int     // the first of the columns that stand for units
	units     []bool  // those that have a count other than 0 in a row
}

// A symbol is a column with a count.
type symbol struct {
	Column uint16
	Count  float64
}

// newCoding says where the counts of the block's columns go, and adds a column
// for each unit: its count in a row is the derivative of the row's evaluation by
// the weight, so that curvatures need know no more of the block.
func newCoding(spec Spec) Coding {
	d := Coding{Spec: spec}
	if len(d.Block) == 0 {
		return d
	}
	d.slots = slices.Repeat([]int16{-1}, len(d.Columns))
	d.FirstUnit = len(d.Columns)
	d.Columns = slices.Clip(d.Columns)
	for i, u := range d.Block {
		d.slots[u.White], d.slots[u.Black] = int16(i), int16(len(d.Block)+i)
		d.Columns = append(d.Columns, Column{Plain: u.Weight, MG: -1, EG: -1})
	}
	return d
}

// slot returns the place of a column among the counts of the block in a row, or −1.
func (d *Coding) slot(column uint16) int {
	if d.slots == nil {
		return -1
	}
	return int(d.slots[column])
}

// BlockWeights stores the weights of the block in to.
func (d *Coding) BlockWeights(w, to []float64) []float64 {
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

// BlockFactor returns what the block is multiplied with where factors have codes.
func (d *Coding) BlockFactor(codes int) float64 { return BlockUnit * d.Pairs[codes].MG }

// Ascending reports whether the weights of ascending columns ascend, none twice.
func (d *Coding) Ascending() bool {
	last := int32(-1)
	for _, c := range d.Columns {
		for _, w := range c.Weights() {
			if w < 0 {
				continue
			}
			if w <= last {
				return false
			}
			last = w
		}
	}
	return true
}

// columnsAsSymbols makes the columns the symbols; the count of those that are in no
// row is 0.
func (d *Coding) columnsAsSymbols() {
	all := make([]symbol, len(d.Columns))
	for i := range all {
		all[i].Column = uint16(i)
	}
	for _, s := range d.Symbols {
		if s.Count != 0 {
			all[s.Column].Count = 1
		}
	}
	d.Symbols = all
}

// codes returns the symbol of each column and count, by column·256 + count as a
// byte; nil where entries are columns.
func (d *Coding) codes() []uint16 {
	if d.Valued {
		return nil
	}
	codes := make([]uint16, len(d.Columns)*256)
	for i, s := range d.Symbols {
		codes[int(s.Column)<<8+int(uint8(int8(s.Count)))] = uint16(i)
	}
	return codes
}

// Active reports for each weight whether a column of it has a count other than 0
// in a row.
func (d *Coding) Active() []bool {
	active := make([]bool, d.Weights)
	for _, s := range d.Symbols {
		for _, w := range d.Columns[s.Column].Weights() {
			if w >= 0 && s.Count != 0 {
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

// Tied reports whether a weight is of a column twice, or of two.
func (d *Coding) Tied() bool {
	seen := make([]bool, d.Weights)
	for _, c := range d.Columns {
		for _, w := range c.Weights() {
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

// Shares lists the weights of the columns, those of column i from start[i]
// to start[i+1].
func (d *Coding) Shares(p Pair) (list []Share, start []int) {
	for _, c := range d.Columns {
		start = append(start, len(list))
		list = append(list, c.Shares(p)...)
	}
	return list, append(start, len(list))
}

// Own returns the segments of this process: all without an exchange.
func (d *Coding) Own(segments int) (low, high int) {
	if d.Exchange == nil {
		return 0, segments
	}
	return d.Exchange.Range(segments)
}
