package sparse

import (
	"example.org/centipawn/fit/sparse/packed"
)

// A table holds a number for each symbol. It has a place for every uint16, so
// that no index need be checked; what lies beyond the symbols is never touched.
type table [1 << 16]float64

// batch is the number of rows whose evaluations are turned into expected scores
// together.
const batch = packed.Batch

// A worker is the scratch of a partial sum.
type worker struct {
	*packed.Coding
	scale float64
	w     []float64 // weights
	codes int       // of the factors that value is for; −1: none
	loss  *Loss
	now   *Loss         // at these factors
	value *table        // of a symbol, times c
	by    [lanes]*table // derivatives by symbol
	z     [batch]float64

	form   *packed.FormTape // nil without a form
	fault  *rowFault        // the first row of which it is not finite
	turned bool             // the tables are those of a direction, see turn

	of     *Loss         // of which the losses of phases are
	phases map[int]*Loss // by codes

	sum              float64        // of losses
	weight           float64        // of a batch's rows
	targets, weights [batch]float32 // of a batch: targets and weights
	rows             []int          // of a batch
	gradient         []float64
}

// lanes is the number of tables that derivatives are added to: neighbouring rows
// have many symbols in common, and would wait for one another with one table.
const lanes = 2

func newWorker(c *packed.Coding) *worker {
	k := &worker{Coding: c, value: new(table), gradient: make([]float64, c.Weights), form: c.NewFormTape()}
	for i := range k.by {
		k.by[i] = new(table)
	}
	return k
}

// begin makes the worker ready for a pass.
func (k *worker) begin(w []float64, scale float64, loss *Loss) {
	k.w, k.scale, k.codes, k.loss, k.fault, k.turned = w, scale, -1, loss, nil, false
	if k.form != nil {
		k.form.Begin(w)
	}
}

// use makes the tables those of a pair of factors.
func (k *worker) use(codes int) {
	if codes == k.codes {
		return
	}
	k.flush()
	k.codes, k.now = codes, k.phased(codes)
	p := k.Pairs[codes]
	for i, s := range k.Symbols {
		k.value[i] = k.scale * s.Count * k.Columns[s.Column].Value(k.w, p)
	}
}

// finish takes the derivatives that are by symbol over to those by weight.
func (k *worker) finish() {
	k.flush()
	if k.form != nil {
		k.form.Flush(k.gradient)
	}
}

// flush does so for linear columns.
func (k *worker) flush() {
	if k.codes < 0 {
		return
	}
	p := k.Pairs[k.codes]
	for i, s := range k.Symbols {
		v := 0.0
		for _, t := range k.by {
			v += t[i]
			t[i] = 0
		}
		if v != 0 {
			k.Columns[s.Column].Spread(k.gradient, p, v*s.Count)
		}
	}
	k.codes = -1
}

// evaluate stores c·s of rows in z.
func (k *worker) evaluate(s *packed.Segment, c *packed.Cell, low, high int) {
	z := k.linear(s, c, low, high)
	if s.Offset != nil {
		for i, o := range s.Offset[low:high] {
			z[i] += k.scale * float64(o)
		}
	}
	if k.form != nil {
		k.addForm(s, c, low, z)
	}
}

// linear stores c·s of rows in z and returns it, without offsets and form.
func (k *worker) linear(s *packed.Segment, c *packed.Cell, low, high int) []float64 {
	z := k.z[:high-low]
	at := c.Base + (low-c.Low)*c.Entries
	entries := s.Entries[at : at+len(z)*c.Entries]
	if s.Values == nil {
		sums(k.value, entries, c.Entries, z)
	} else {
		valuedSums(k.value, entries, s.Values[at:], c.Entries, z)
	}
	return z
}

// batches calls work for rows low to high of a cell, some at a time, with the tables of
// its factors: for all rows of a group.
func (k *worker) batches(s *packed.Segment, g *packed.Part, work func(c *packed.Cell, low, high int)) {
	for _, t := range g.Tiles {
		c := &s.Cells[t.Cell]
		k.use(c.Codes())
		for low := t.Low; low < t.High; low += batch {
			work(c, low, min(low+batch, t.High))
		}
	}
}

// sums stores in z the sums of rows of n entries.
func sums(value *table, entries []uint16, n int, z []float64) {
	for len(z) >= 4 {
		a, b, c, d := entries[:n], entries[n:][:n], entries[2*n:][:n], entries[3*n:][:n]
		var s0, s1, s2, s3 float64
		for i := range a {
			s0 += value[a[i]]
			s1 += value[b[i]]
			s2 += value[c[i]]
			s3 += value[d[i]]
		}
		z[0], z[1], z[2], z[3] = s0, s1, s2, s3
		z, entries = z[4:], entries[4*n:]
	}
	for i := range z {
		sum := 0.0
		for _, e := range entries[i*n:][:n] {
			sum += value[e]
		}
		z[i] = sum
	}
}

// valuedSums is sums for entries with values.
func valuedSums(value *table, entries []uint16, values []float32, n int, z []float64) {
	for i := range z {
		row, x := entries[i*n:][:n], values[i*n:][:n]
		sum := 0.0
		for j, e := range row {
			sum += value[e] * float64(x[j])
		}
		z[i] = sum
	}
}

// linearRow returns c·s of a row without the form.
func (k *worker) linearRow(s *packed.Segment, c *packed.Cell, row int) (z float64) {
	at := c.Base + (row-c.Low)*c.Entries
	for j, e := range s.Entries[at:][:c.Entries] {
		z += k.value[e] * s.Value(at+j)
	}
	if s.Offset != nil {
		z += k.scale * float64(s.Offset[row])
	}
	return z
}

// derive stores in z the derivatives of rows' losses, and adds the losses.
func (k *worker) derive(s *packed.Segment, c *packed.Cell, low, high int) {
	k.evaluate(s, c, low, high)
	var weight []float32
	if s.Weight != nil {
		weight = s.Weight[low:high]
	}
	k.sum = k.now.Add(k.sum, k.z[:high-low], s.Target[low:high], weight)
}

// scatter adds the derivatives in z to those of the rows' symbols, of rows that evaluate was for.
func (k *worker) scatter(s *packed.Segment, c *packed.Cell, low, high int) {
	z, n := k.z[:high-low], c.Entries
	if k.form != nil {
		k.slope(s, low, nil)
		k.form.Scatter(s, low, z)
	}
	at := c.Base + (low-c.Low)*n
	entries := s.Entries[at : at+len(z)*n]
	if s.Values != nil {
		k.scatterValued(entries, s.Values[at:], n, z)
		return
	}
	g0, g1 := k.by[0], k.by[1]
	for len(z) >= 2 {
		a, b := entries[:n], entries[n:][:n]
		v0, v1 := z[0], z[1]
		for i := range a {
			g0[a[i]] += v0
			g1[b[i]] += v1
		}
		z, entries = z[2:], entries[2*n:]
	}
	for _, v := range z {
		for _, e := range entries {
			g0[e] += v
		}
	}
}

// scatterValued is scatter for entries with values.
func (k *worker) scatterValued(entries []uint16, values []float32, n int, z []float64) {
	for i, v := range z {
		row, x := entries[i*n:][:n], values[i*n:][:n]
		for j, e := range row {
			k.by[0][e] += v * float64(x[j])
		}
	}
}

// place stores the logits of a group of rows by place.
func (k *worker) place(s *packed.Segment, g *packed.Part, value []float64) {
	k.batches(s, g, func(c *packed.Cell, low, high int) {
		k.evaluate(s, c, low, high)
		for i, at := range s.Place[low:high] {
			value[at] = k.z[i]
		}
	})
	k.codes = -1
}

// scatterPlaces adds derivatives by place to those of the rows' symbols.
func (k *worker) scatterPlaces(s *packed.Segment, g *packed.Part, value []float64) {
	k.batches(s, g, func(c *packed.Cell, low, high int) {
		z := k.z[:high-low]
		if k.form != nil {
			k.form.Load(s, c, low, high)
		}
		for i, at := range s.Place[low:high] {
			z[i] = value[at]
		}
		k.scatter(s, c, low, high)
	})
	k.finish()
}

// placeAlong stores products of rows' derivatives with v by place.
func (k *worker) placeAlong(s *packed.Segment, g *packed.Part, v, value []float64) {
	k.turn(v)
	k.batches(s, g, func(c *packed.Cell, low, high int) {
		z := k.along(s, c, low, high)
		for i, at := range s.Place[low:high] {
			value[at] = z[i]
		}
	})
	k.codes = -1
}

// phased returns the loss where factors have codes.
func (k *worker) phased(codes int) *Loss {
	if k.loss.Phased == nil {
		return k.loss
	}
	if k.of != k.loss {
		k.of, k.phases = k.loss, make(map[int]*Loss)
	}
	l := k.phases[codes]
	if l == nil {
		l = k.loss.Phased(k.Pairs[codes].MG)
		k.phases[codes] = l
	}
	return l
}
