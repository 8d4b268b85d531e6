package packed

import (
	"math/bits"
	"slices"

	"example.org/centipawn/internal/formula"
)

// Batch is the most rows that are evaluated together.
const Batch = 256

// lanes holds a number for each symbol of the form and part of its sum: middlegame and endgame. It has a
// place for every uint16, so that no index need be checked.
type lanes [1 << 16][2]float64

// A FormTape evaluates the form for some rows at a time and differentiates it. It is for one goroutine.
// First Begin; then Load, or Put for each row, and Run; then what is asked of the rows.
type FormTape struct {
	*Coding
	tape   *formula.Tape
	value  *lanes            // of a symbol, at the weights of Begin
	slope  [2]*lanes         // that Scatter adds to: neighbouring rows have many symbols in common, and would wait for one another
	dirty  bool              // Scatter has added something
	apart  []bool            // by sum: see alone; nil before the first squares
	by     [2][Batch]float64 // by part of a sum and row: what it adds
	direct []float64         // by leaf that is a weight: what Scatter has added
	of     []leafOf          // by leaf
	n      int               // rows of Run

	tangent *lanes    // of a symbol, at those of a direction
	along   []float64 // by leaf that is a weight: likewise

	sum     []float64 // by unit: derivatives of a row
	touched []uint64  // bits: units with sums
	Unit    []uint16  // of the row that Derive was asked for, ascending
	By      []float64 // the derivatives by them

	bend []float64    // leaves × leaves
	side [2][]weighed // of two leaves
}

// A leafOf is what a leaf of the program is.
type leafOf struct {
	kind  formula.LeafKind
	index int32 // of the sum, the input or the unit; −1: a weight that is fixed
	into  []float64
}

// NewFormTape returns a tape; nil without a form.
func (d *Coding) NewFormTape() *FormTape {
	if d.Form == nil {
		return nil
	}
	p := d.Form.Program
	t := &FormTape{
		Coding: d, tape: p.NewTape(Batch), value: new(lanes), direct: make([]float64, len(p.Leaves)),
		sum: make([]float64, len(d.Units)), touched: make([]uint64, (len(d.Units)+63)/64),
	}
	for i, leaf := range p.Leaves {
		of := leafOf{leaf.Kind, d.Form.Leaves[i].Index, t.tape.Leaf(i)}
		if leaf.Kind == formula.Weight && of.index >= 0 {
			at, _ := slices.BinarySearch(d.Units, of.index)
			of.index = int32(at)
		}
		t.of = append(t.of, of)
	}
	return t
}

// Begin makes the tape ready for weights w.
func (t *FormTape) Begin(w []float64) {
	t.fill(t.value, w, true)
	for i, of := range t.of {
		if of.kind != formula.Weight {
			continue
		}
		v := t.Form.Leaves[i].Value
		if of.index >= 0 {
			v = w[t.Units[of.index]]
		}
		for r := range of.into {
			of.into[r] = v
		}
	}
}

// fill stores what symbols are worth at weights, with or without those that are fixed.
func (t *FormTape) fill(to *lanes, w []float64, fixed bool) {
	for i := range t.FormSymbols {
		s := &t.FormSymbols[i]
		if t.place(s.Column) < 0 {
			continue
		}
		var v [3]float64
		if fixed {
			v = t.Form.Columns[s.Column].Fixed
		}
		for k, u := range s.Unit {
			if u >= 0 {
				v[k] = w[t.Units[u]]
			}
		}
		to[i] = [2]float64{s.Count * (v[0] + v[1]), s.Count * (v[0] + v[2])}
	}
}

// Load sets the rows low to high−1 of a cell, at most Batch, and evaluates them.
func (t *FormTape) Load(s *Segment, c *Cell, low, high int) []float64 {
	n := high - low
	p := t.Pairs[c.Codes()]
	for i := range t.of {
		switch of := &t.of[i]; of.kind {
		case formula.Input:
			for r, x := range s.Inputs[int(of.index)*s.Rows+low:][:n] {
				of.into[r] = float64(x)
			}
		case formula.RowMG:
			repeat(of.into[:n], p.MG)
		case formula.RowEG:
			repeat(of.into[:n], p.EG)
		}
	}
	t.sums(t.value, s, low, n)
	return t.Run(n)
}

func repeat(to []float64, v float64) {
	for i := range to {
		to[i] = v
	}
}

// sums makes the leaves of sums those of n rows.
func (t *FormTape) sums(value *lanes, s *Segment, low, n int) {
	for k, leaf := range t.Lanes {
		switch {
		case leaf[0] >= 0 && leaf[1] >= 0:
			bothSums(value, s, low, n, k, t.of[leaf[0]].into, t.of[leaf[1]].into)
		case leaf[0] >= 0:
			oneSum(value, s, low, n, k, 0, t.of[leaf[0]].into)
		case leaf[1] >= 0:
			oneSum(value, s, low, n, k, 1, t.of[leaf[1]].into)
		}
	}
}

// long is the mean number of entries of a row from which on they are added one row after the other. Where rows have
// fewer, the ends of loops over each would not be foreseen, and one loop over the entries of all is faster.
const long = 12

// oneSum stores one part of sum k of n rows.
func oneSum(value *lanes, s *Segment, low, n, k, lane int, to []float64) {
	ends, all := s.formBlock(low, n, k), (*[Batch]float64)(to)
	from, end := ends[0], ends[n]
	if s.FormValues != nil || end-from >= long*uint32(n) {
		for i, end := range ends[1:] {
			all[i] = s.rowSum(value, int(from), int(end), lane)
			from = end
		}
		return
	}
	clear(all[:n])
	entries := s.FormEntries[from:end]
	for j, row := range s.FormRow[from:end][:len(entries)] {
		all[row] += value[entries[j]][lane]
	}
}

// rowSum returns one part of the entries low to high−1.
func (s *Segment) rowSum(value *lanes, low, high, lane int) (sum float64) {
	if s.FormValues != nil {
		x := s.FormValues[low:high]
		for j, e := range s.FormEntries[low:high] {
			sum += value[e][lane] * float64(x[j])
		}
		return sum
	}
	for _, e := range s.FormEntries[low:high] {
		sum += value[e][lane]
	}
	return sum
}

// bothSums stores both parts of sum k of n rows.
func bothSums(value *lanes, s *Segment, low, n, k int, mg, eg []float64) {
	ends := s.formBlock(low, n, k)
	from, end := ends[0], ends[n]
	if s.FormValues != nil {
		oneSum(value, s, low, n, k, 0, mg)
		oneSum(value, s, low, n, k, 1, eg)
		return
	}
	first, second := (*[Batch]float64)(mg), (*[Batch]float64)(eg)
	if end-from < long*uint32(n) {
		clear(first[:n])
		clear(second[:n])
		entries := s.FormEntries[from:end]
		for j, row := range s.FormRow[from:end][:len(entries)] {
			v := &value[entries[j]]
			first[row] += v[0]
			second[row] += v[1]
		}
		return
	}
	for i, end := range ends[1:] {
		var m, e float64
		for _, sym := range s.FormEntries[from:end] {
			v := &value[sym]
			m += v[0]
			e += v[1]
		}
		first[i], second[i] = m, e
		from = end
	}
}

// Put makes a row the one at i, less than Batch, for Run.
func (t *FormTape) Put(i int, s *Segment, c *Cell, row int) {
	p := t.Pairs[c.Codes()]
	for k := range t.of {
		switch of := &t.of[k]; of.kind {
		case formula.Input:
			of.into[i] = float64(s.Inputs[int(of.index)*s.Rows+row])
		case formula.RowMG:
			of.into[i] = p.MG
		case formula.RowEG:
			of.into[i] = p.EG
		}
	}
	for k, leaf := range t.Lanes {
		low, high := s.FormRange(c, row, k)
		for lane, l := range leaf {
			if l >= 0 {
				t.of[l].into[i] = s.rowSum(t.value, low, high, lane)
			}
		}
	}
}

// Run evaluates the n rows that were put, in centipawns.
func (t *FormTape) Run(n int) []float64 {
	t.n = n
	return t.tape.Values(n)
}

// Fault returns the first of the rows evaluated last of which the value is not finite.
func (t *FormTape) Fault() *formula.Fault { return t.tape.Fault(t.n) }

// Slopes finds the derivatives of the rows evaluated last by what their formula reads.
func (t *FormTape) Slopes() { t.tape.Slopes(t.n) }

// Scatter adds the derivatives of the rows that Load has set, times z, to those by symbol. Slopes must have
// found them.
func (t *FormTape) Scatter(s *Segment, low int, z []float64) {
	t.ready()
	for k, leaf := range t.Lanes {
		for lane, l := range leaf {
			if l >= 0 {
				slope := t.tape.Slope(int(l))[:len(z)]
				for i, v := range z {
					t.by[lane][i] = v * slope[i]
				}
			}
		}
		t.scatterSum(s, low, len(z), k)
	}
	for i, of := range t.of {
		if of.kind != formula.Weight || of.index < 0 {
			continue
		}
		slope := t.tape.Slope(i)[:len(z)]
		for r, v := range z {
			t.direct[i] += v * slope[r]
		}
	}
}

// ready makes room for derivatives by symbol.
func (t *FormTape) ready() {
	if t.slope[0] == nil {
		t.slope = [2]*lanes{new(lanes), new(lanes)}
	}
	t.dirty = true
}

// scatterSum adds what by holds of sum k.
func (t *FormTape) scatterSum(s *Segment, low, n, k int) {
	switch leaf := t.Lanes[k]; {
	case leaf[0] >= 0 && leaf[1] >= 0:
		t.scatterBoth(s, low, n, k)
	case leaf[0] >= 0:
		t.scatterOne(s, low, n, k, 0)
	case leaf[1] >= 0:
		t.scatterOne(s, low, n, k, 1)
	}
}

// scatterOne adds the derivatives by one part of sum k of n rows.
func (t *FormTape) scatterOne(s *Segment, low, n, k, lane int) {
	ends, by := s.formBlock(low, n, k), &t.by[lane]
	from, end := ends[0], ends[n]
	entries := s.FormEntries[from:end]
	rows := s.FormRow[from:end][:len(entries)]
	a, b := t.slope[0], t.slope[1]
	if s.FormValues != nil {
		x := s.FormValues[from:end][:len(entries)]
		for j, e := range entries {
			a[e][lane] += by[rows[j]] * float64(x[j])
		}
		return
	}
	for len(entries) > 1 && len(rows) > 1 {
		a[entries[0]][lane] += by[rows[0]]
		b[entries[1]][lane] += by[rows[1]]
		entries, rows = entries[2:], rows[2:]
	}
	for j, e := range entries {
		a[e][lane] += by[rows[j]]
	}
}

// scatterBoth adds the derivatives by both parts of sum k of n rows.
func (t *FormTape) scatterBoth(s *Segment, low, n, k int) {
	if s.FormValues != nil {
		t.scatterOne(s, low, n, k, 0)
		t.scatterOne(s, low, n, k, 1)
		return
	}
	ends, mg, eg := s.formBlock(low, n, k), &t.by[0], &t.by[1]
	from := ends[0]
	for i, end := range ends[1:] {
		m, e, to := mg[i], eg[i], t.slope[i&1]
		for _, sym := range s.FormEntries[from:end] {
			p := &to[sym]
			p[0] += m
			p[1] += e
		}
		from = end
	}
}

// Flush takes the derivatives by symbol over to those by weight.
func (t *FormTape) Flush(gradient []float64) {
	t.flushSymbols(gradient, func(count float64) float64 { return count })
	for i, v := range t.direct {
		if v != 0 {
			gradient[t.Units[t.of[i].index]] += v
			t.direct[i] = 0
		}
	}
}

// flushSymbols takes what is by symbol over to to, which is by weight, times a factor of the count.
func (t *FormTape) flushSymbols(to []float64, factor func(count float64) float64) {
	if !t.dirty {
		return
	}
	t.dirty = false
	for i := range t.FormSymbols {
		s, v := &t.FormSymbols[i], [2]float64{}
		for _, from := range t.slope {
			v[0] += from[i][0]
			v[1] += from[i][1]
			from[i] = [2]float64{}
		}
		if v == [2]float64{} {
			continue
		}
		for k, by := range [...]float64{v[0] + v[1], v[0], v[1]} {
			if u := s.Unit[k]; u >= 0 {
				to[t.Units[u]] += factor(s.Count) * by
			}
		}
	}
}

// Derive makes Unit and By those of a row of a segment, the one at i. Slopes must have found them.
func (t *FormTape) Derive(s *Segment, c *Cell, row, i int) {
	for k := range t.Lanes {
		if f := t.slopes(k, i); f != [2]float64{} {
			t.deriveSum(s, c, row, k, f)
		}
	}
	t.deriveWeights(i)
	t.collect()
}

// DeriveRest is Derive without what the sum Main adds: that is the derivatives f by its parts times those of the
// parts.
func (t *FormTape) DeriveRest(s *Segment, c *Cell, row, i int) (f [2]float64) {
	for k := range t.Lanes {
		if f := t.slopes(k, i); k != t.Main && f != [2]float64{} {
			t.deriveSum(s, c, row, k, f)
		}
	}
	t.deriveWeights(i)
	t.collect()
	return t.slopes(t.Main, i)
}

// Join makes Unit and By those of a row, from what DeriveRest has found of it.
func (t *FormTape) Join(s *Segment, c *Cell, row int, f [2]float64, units []uint16, by []float64) {
	t.deriveSum(s, c, row, t.Main, f)
	for i, u := range units {
		t.add(int32(u), by[i])
	}
	t.collect()
}

// AddWide appends the columns of Main of a row, from first on, and their counts.
func (t *FormTape) AddWide(s *Segment, c *Cell, row, first int, columns []uint16, counts []float64) ([]uint16, []float64) {
	lo, hi := s.FormRange(c, row, t.Main)
	for j, e := range s.FormEntries[lo:hi] {
		sym := &t.FormSymbols[e]
		if sym.Wide < 0 {
			continue
		}
		x := sym.Count
		if s.FormValues != nil {
			x *= float64(s.FormValues[lo+j])
		}
		columns, counts = append(columns, uint16(first)+uint16(sym.Wide)), append(counts, x)
	}
	return columns, counts
}

// slopes returns the derivatives of the row at i by both parts of sum k.
func (t *FormTape) slopes(k, i int) (f [2]float64) {
	for lane, l := range t.Lanes[k] {
		if l >= 0 {
			f[lane] = t.tape.Slope(int(l))[i]
		}
	}
	return f
}

// deriveWeights adds the derivatives by the weights that the formula reads by name.
func (t *FormTape) deriveWeights(i int) {
	for l, of := range t.of {
		if of.kind == formula.Weight && of.index >= 0 {
			t.add(of.index, t.tape.Slope(l)[i])
		}
	}
}

// collect makes Unit and By what was added.
func (t *FormTape) collect() {
	t.Unit, t.By = t.Unit[:0], t.By[:0]
	for word, set := range t.touched {
		for ; set != 0; set &= set - 1 {
			u := word<<6 + bits.TrailingZeros64(set)
			if v := t.sum[u]; v != 0 {
				t.Unit, t.By = append(t.Unit, uint16(u)), append(t.By, v)
			}
			t.sum[u] = 0
		}
		t.touched[word] = 0
	}
}

// deriveSum adds the derivatives of a row by the weights of sum k, f being those by its parts.
func (t *FormTape) deriveSum(s *Segment, c *Cell, row, k int, f [2]float64) {
	lo, hi := s.FormRange(c, row, k)
	by := [3]float64{f[0] + f[1], f[0], f[1]}
	for j, e := range s.FormEntries[lo:hi] {
		sym := &t.FormSymbols[e]
		x := sym.Count
		if s.FormValues != nil {
			x *= float64(s.FormValues[lo+j])
		}
		for lane, u := range sym.Unit {
			if u >= 0 {
				t.add(u, x*by[lane])
			}
		}
	}
}

func (t *FormTape) add(unit int32, v float64) {
	t.sum[unit] += v
	t.touched[unit>>6] |= 1 << (unit & 63)
}
