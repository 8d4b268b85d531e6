package sparse

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"centipawn/ordered"
	"centipawn/winprob"
)

// A table holds a number for each symbol. It has a place for every uint16, so
// that no index need be checked; what lies beyond the symbols is never touched.
type table [1 << 16]float64

// batch is the number of rows whose evaluations are turned into expected scores
// together.
const batch = 256

// A worker is the scratch of a partial sum.
type worker struct {
	d     *Design
	w     []float64 // weights
	codes int       // of the factors that value is for; −1: none
	value *table    // of a symbol, times c
	slope [lanes]*table
	z, e  [batch]float64

	block    []float64       // weights of the block
	sums     [batch]sideSums // of rows, as addBlock found them
	jacobian []float64       // by unit: scratch

	loss     float64
	weight   float64 // of a batch's rows
	gradient []float64
}

// lanes is the number of tables that derivatives are added to: neighbouring rows
// have many symbols in common, and would wait for one another with one table.
const lanes = 2

// worker returns scratch for a pass at weights w, used again in the next.
func (d *Design) worker(w []float64) *worker {
	var k *worker
	if n := len(d.unused); n > 0 {
		k, d.unused = d.unused[n-1], d.unused[:n-1]
	} else {
		k = &worker{d: d, value: new(table), gradient: make([]float64, d.Weights)}
		for i := range k.slope {
			k.slope[i] = new(table)
		}
		k.jacobian = make([]float64, len(d.Block))
	}
	k.w, k.codes = w, -1
	k.block = d.blockWeights(w, k.block)
	return k
}

// passes runs work over the groups of all segments.
func (d *Design) passes(ctx context.Context, w []float64, work func(*worker, *segment, *group), merge func(*worker)) error {
	var made []*worker
	for i := range d.plans {
		s, err := d.segment(ctx, i)
		if err != nil {
			return err
		}
		fresh := func() *worker {
			k := d.worker(w)
			made = append(made, k)
			return k
		}
		err = ordered.Sum(ctx, d.Threads, len(s.groups), fresh,
			func(k *worker, g int) error { work(k, s, &s.groups[g]); return nil }, merge)
		if err != nil {
			return err // workers with sums that were not merged are of no use
		}
		d.unused, made = append(d.unused, made...), made[:0]
	}
	return ctx.Err()
}

// Gradient returns the loss at weights w and stores its gradient in g.
func (d *Design) Gradient(ctx context.Context, w, g []float64) (loss float64, err error) {
	clear(g)
	err = d.passes(ctx, w, (*worker).gradientOf, func(k *worker) {
		loss += k.loss
		floats.Add(g, k.gradient)
		k.loss = 0
		clear(k.gradient)
	})
	floats.Scale(d.Scale*d.slopeUnit()/d.total, g)
	return loss / d.total, err
}

// slopeUnit is the factor that the derivative of a row's loss is computed
// without.
func (d *Design) slopeUnit() float64 {
	if d.Loss == Squared {
		return 2
	}
	return 1
}

// gradientOf adds a group's loss and derivatives.
func (k *worker) gradientOf(s *segment, g *group) {
	for _, t := range g.tiles {
		c := &s.cells[t.cell]
		k.use(c.codes())
		for low := t.low; low < t.high; low += batch {
			high := min(low+batch, t.high)
			k.derive(s, c, low, high)
			k.scatter(s, c, low, high)
		}
	}
	k.flush()
}

// derive stores in z the derivatives of rows' losses, and adds the losses.
func (k *worker) derive(s *segment, c *cell, low, high int) {
	k.evaluate(s, c, low, high)
	if k.d.Loss == Squared {
		k.squared(s, low, high)
	} else {
		k.entropy(s, low, high)
	}
}

// use makes the tables those of a pair of factors.
func (k *worker) use(codes int) {
	if codes == k.codes {
		return
	}
	k.flush()
	k.codes = codes
	p := k.d.pairs[codes]
	for i, s := range k.d.symbols {
		k.value[i] = k.d.Scale * s.count * k.d.Columns[s.column].value(k.w, p)
	}
}

// flush takes the derivatives by symbol over to those by weight.
func (k *worker) flush() {
	if k.codes < 0 {
		return
	}
	p := k.d.pairs[k.codes]
	for i, s := range k.d.symbols {
		v := 0.0
		for _, t := range k.slope {
			v += t[i]
			t[i] = 0
		}
		if v != 0 {
			k.d.Columns[s.column].spread(k.gradient, p, v*s.count)
		}
	}
	k.codes = -1
}

// evaluate stores c·s of rows in z.
func (k *worker) evaluate(s *segment, c *cell, low, high int) {
	z := k.z[:high-low]
	at := c.base + (low-c.low)*c.entries
	entries := s.entries[at : at+len(z)*c.entries]
	if s.values == nil {
		sums(k.value, entries, c.entries, z)
	} else {
		valuedSums(k.value, entries, s.values[at:], c.entries, z)
	}
	if s.offset != nil {
		for i, o := range s.offset[low:high] {
			z[i] += k.d.Scale * float64(o)
		}
	}
	if len(k.block) > 0 {
		k.addBlock(s, c, low, z)
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

// squared turns z into the derivatives of squared errors, halved, and adds the
// errors.
func (k *worker) squared(s *segment, low, high int) {
	z := k.z[:high-low]
	winprob.ExpectedBatch(z)
	target := s.target[low:high][:len(z)]
	sum := 0.0
	if s.weight == nil {
		for i, e := range z {
			r := e - float64(target[i])
			sum += r * r
			z[i] = r * (e - e*e)
		}
	} else {
		weight := s.weight[low:high][:len(z)]
		for i, e := range z {
			r, w := e-float64(target[i]), float64(weight[i])
			sum += w * r * r
			z[i] = w * r * (e - e*e)
		}
	}
	k.loss += sum
}

// entropy turns z into the derivatives of the cross entropy, and adds it.
func (k *worker) entropy(s *segment, low, high int) {
	z := k.z[:high-low]
	for i, v := range z {
		k.loss += s.weightOf(low+i) * crossEntropy(v, float64(s.target[low+i]))
	}
	winprob.ExpectedBatch(z)
	for i, e := range z {
		z[i] = s.weightOf(low+i) * (e - float64(s.target[low+i]))
	}
}

func (s *segment) weightOf(row int) float64 {
	if s.weight == nil {
		return 1
	}
	return float64(s.weight[row])
}

// scatter adds the derivatives in z to those of the rows' symbols.
func (k *worker) scatter(s *segment, c *cell, low, high int) {
	z, n := k.z[:high-low], c.entries
	if len(k.block) > 0 {
		k.scatterBlock(s, c, low, z)
	}
	at := c.base + (low-c.low)*n
	entries := s.entries[at : at+len(z)*n]
	if s.values != nil {
		values := s.values[at:]
		for i, v := range z {
			row, x := entries[i*n:][:n], values[i*n:][:n]
			for j, e := range row {
				k.slope[0][e] += v * float64(x[j])
			}
		}
		return
	}
	g0, g1 := k.slope[0], k.slope[1]
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
