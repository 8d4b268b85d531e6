package packed

import (
	"example.org/centipawn/internal/shards"
)

// Spec says what rows mean.
type Spec struct {
	Columns []Column
	Form    *Form     // nil: the evaluation is linear
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

	formCoding
}

// A symbol is a column with a count.
type symbol struct {
	Column uint16
	Count  float64
}

// newCoding says what rows mean, before they are counted.
func newCoding(spec Spec) (Coding, error) {
	d := Coding{Spec: spec}
	return d, d.codeForm()
}

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

// asColumns makes the columns the symbols; the count of those that are in no row is 0.
func asColumns(symbols []symbol, columns int) []symbol {
	all := make([]symbol, columns)
	for i := range all {
		all[i].Column = uint16(i)
	}
	for _, s := range symbols {
		if s.Count != 0 {
			all[s.Column].Count = 1
		}
	}
	return all
}

// codes returns the symbol of each column and count, by column·256 + count as a
// byte: of linear columns, which are nil where entries are columns, and of those of the form.
func (d *Coding) codes() (linear, form []uint16) {
	if !d.Valued {
		linear = make([]uint16, len(d.source)*256)
		raw := d.unranked()
		for i, s := range d.Symbols {
			linear[codeOf(raw[s.Column], s.Count)] = uint16(i)
		}
	}
	if d.Form != nil && !d.FormValued {
		form = make([]uint16, len(d.source)*256)
		for i := range d.FormSymbols {
			form[codeOf(d.FormSymbols[i].Column, d.FormSymbols[i].Count)] = uint16(i)
		}
	}
	return linear, form
}

// unranked returns by column which of the source's it is.
func (d *Coding) unranked() []uint16 {
	raw := make([]uint16, len(d.source)+1)
	for c := range d.source {
		if d.rank == nil || d.source[c].used() {
			raw[d.ranked(uint16(c))] = uint16(c)
		}
	}
	return raw
}

// codeOf returns column·256 + count as a byte.
func codeOf(column uint16, count float64) int { return int(column)<<8 + int(uint8(int8(count))) }

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
	d.activeUnits(active)
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
