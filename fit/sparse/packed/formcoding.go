package packed

import (
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/internal/formula"
)

// A formCoding says what the numbers of packed rows mean to the form.
type formCoding struct {
	FormSymbols []FormSymbol
	FormValued  bool       // form entries are columns and have values of their own
	Lanes       [][2]int32 // by sum: the leaves of its middlegame and of its endgame part; −1: not read

	// Units are the weights that the form touches, ascending. Each has a column of its own, from FirstUnit
	// on, the count of which in a row is the derivative of the form by the weight: curvatures need know no more of it.
	Units     []int32
	FirstUnit int

	// Main is the sum that holds most of an evaluation that is all form, −1 if none is long enough. Wide are its
	// columns that have units, see [FormSymbol].
	Main int
	Wide [][3]int32 // units of Plain, MG and EG; −1: none

	// By column of the source:
	source []Column // its weights, if it is linear
	places []int32  // the number of its sum, or −2 less that of its input; −1: linear, or of no use; nil without a form
	rank   []uint16 // which of Columns it is, if it is linear; nil without a form: then it is the same
}

// A FormSymbol is a column of the form with a count.
type FormSymbol struct {
	Column uint16
	Wide   int32    // of a column of the sum Main: which of Wide it is; −1: none
	Unit   [3]int32 // of Plain, MG and EG; −1: none
	Count  float64
}

// codeForm says where counts of the form go, and makes the columns those that are linear and have weights, and
// one for each unit.
func (d *Coding) codeForm() error {
	f := d.Form
	d.Main = -1
	if d.source = d.Columns; f == nil {
		return nil
	}
	if err := f.check(len(d.Columns)); err != nil {
		return err
	}
	d.Lanes = slices.Repeat([][2]int32{{-1, -1}}, f.Sums)
	unit := make([]bool, d.Weights)
	for i, leaf := range f.Program.Leaves {
		switch at := f.Leaves[i].Index; leaf.Kind {
		case formula.SumMG:
			d.Lanes[at][0] = int32(i)
		case formula.SumEG:
			d.Lanes[at][1] = int32(i)
		case formula.Weight:
			if at >= 0 {
				unit[at] = true
			}
		}
	}
	d.source = slices.Clone(d.Columns)
	d.places = slices.Repeat([]int32{-1}, len(d.Columns))
	for c := range f.Columns {
		d.placeColumn(c, unit)
	}
	d.Columns, d.rank = nil, make([]uint16, len(d.source))
	for c, weights := range d.source {
		if d.rank[c] = uint16(len(d.Columns)); weights.used() {
			d.Columns = append(d.Columns, weights)
		}
	}
	d.FirstUnit = len(d.Columns)
	for w, of := range unit {
		if of {
			d.Units = append(d.Units, int32(w))
			d.Columns = append(d.Columns, Column{Plain: int32(w), MG: -1, EG: -1})
		}
	}
	return nil
}

// placeColumn says where the counts of column c go, and notes its weights.
func (d *Coding) placeColumn(c int, unit []bool) {
	switch of := &d.Form.Columns[c]; {
	case of.Input >= 0:
		d.places[c] = -2 - of.Input
	case of.Sum >= 0:
		lanes := d.Lanes[of.Sum]
		for k, w := range of.Weights.Weights() {
			read := k == 0 && lanes != [2]int32{-1, -1} || k > 0 && lanes[k-1] >= 0
			if read && (w >= 0 || of.Fixed[k] != 0) {
				d.places[c] = of.Sum
			}
			if read && w >= 0 {
				unit[w] = true
			}
		}
	}
	if d.Form.Columns[c].Input >= 0 || d.Form.Columns[c].Sum >= 0 {
		d.source[c] = Linear.Weights
	}
}

// check reports what is wrong with a form.
func (f *Form) check(columns int) error {
	if len(f.Leaves) != len(f.Program.Leaves) || len(f.Columns) > columns {
		return fmt.Errorf("packed: a form with %d leaves of %d, and %d columns of %d", len(f.Leaves), len(f.Program.Leaves), len(f.Columns), columns)
	}
	for i, leaf := range f.Program.Leaves {
		if leaf.Kind == formula.SumPlain {
			return fmt.Errorf("packed: the form reads the plain columns of the sum %s apart: pass an unmixed program", leaf.Name)
		}
		limit := map[formula.LeafKind]int{formula.SumMG: f.Sums, formula.SumEG: f.Sums, formula.Input: f.Inputs}
		if n, has := limit[leaf.Kind]; has && (f.Leaves[i].Index < 0 || int(f.Leaves[i].Index) >= n) {
			return fmt.Errorf("packed: leaf %s of the form has number %d of %d", leaf.Name, f.Leaves[i].Index, n)
		}
	}
	for c, of := range f.Columns {
		if int(of.Sum) >= f.Sums || int(of.Input) >= f.Inputs {
			return fmt.Errorf("packed: column %d of the form has sum %d of %d and input %d of %d", c, of.Sum, f.Sums, of.Input, f.Inputs)
		}
	}
	return nil
}

// place returns where the counts of a column go: see places.
func (d *Coding) place(column uint16) int32 {
	if d.places == nil {
		return -1
	}
	return d.places[column]
}

// ranked returns which of Columns a linear column of the source is.
func (d *Coding) ranked(column uint16) uint16 {
	if d.rank == nil {
		return column
	}
	return d.rank[column]
}

// formSymbols makes those of the columns and counts that occur.
func (d *Coding) formSymbols(list []symbol) {
	unit := make(map[int32]int32, len(d.Units))
	for i, w := range d.Units {
		unit[w] = int32(i)
	}
	d.FormSymbols = make([]FormSymbol, 0, len(list))
	for _, s := range list {
		all := FormSymbol{Column: s.Column, Count: s.Count, Unit: [3]int32{-1, -1, -1}, Wide: -1}
		if d.place(s.Column) >= 0 {
			for k, w := range d.Form.Columns[s.Column].Weights.Weights() {
				if i, has := unit[w]; has {
					all.Unit[k] = i
				}
			}
		}
		d.FormSymbols = append(d.FormSymbols, all)
	}
	d.widen()
}

// wideColumns is the number of columns from which on a sum is worth it to be Main.
const wideColumns = 16

// widen finds the sum Main: that with most columns, of those of which both parts are read, if there are no
// tapered columns beside the form.
func (d *Coding) widen() {
	if d.Form == nil || slices.ContainsFunc(d.Columns, func(c Column) bool { return c.MG >= 0 || c.EG >= 0 }) {
		return
	}
	columns := make([]int, d.Form.Sums)
	for i := range d.FormSymbols {
		if c := d.FormSymbols[i].Column; d.place(c) >= 0 && (i == 0 || d.FormSymbols[i-1].Column != c) {
			columns[d.place(c)]++
		}
	}
	most := wideColumns - 1
	for k, n := range columns {
		if n > most && d.Lanes[k][0] >= 0 && d.Lanes[k][1] >= 0 {
			d.Main, most = k, n
		}
	}
	if len(d.Columns)+most > math.MaxUint16 {
		d.Main = -1
	}
	for i := range d.FormSymbols {
		s := &d.FormSymbols[i]
		if d.Main < 0 || d.place(s.Column) != int32(d.Main) || s.Unit == [3]int32{-1, -1, -1} {
			continue
		}
		if i == 0 || d.FormSymbols[i-1].Column != s.Column {
			d.Wide = append(d.Wide, s.Unit)
		}
		s.Wide = int32(len(d.Wide) - 1)
	}
}

// activeUnits marks the weights of the form that take part in a row, if only by a count other than 0.
func (d *Coding) activeUnits(active []bool) {
	if d.Form == nil {
		return
	}
	for i := range d.FormSymbols {
		s := &d.FormSymbols[i]
		lanes := [2]int32{-1, -1}
		if s.Count != 0 && d.place(s.Column) >= 0 {
			lanes = d.Lanes[d.place(s.Column)]
		}
		for k, u := range s.Unit {
			if u >= 0 && (k == 0 && lanes != [2]int32{-1, -1} || k > 0 && lanes[k-1] >= 0) {
				active[d.Units[u]] = true
			}
		}
	}
	for i, leaf := range d.Form.Program.Leaves {
		if w := d.Form.Leaves[i].Index; leaf.Kind == formula.Weight && w >= 0 {
			active[w] = true
		}
	}
}
