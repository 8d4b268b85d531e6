package sparse

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"centipawn/winprob"
)

// Batch returns the mean loss of batch b of a number of batches, and stores its
// gradient in g. A batch is every n-th row of the packed order, so that
// each holds all phases in equal shares; together they are all rows.
func (d *Design) Batch(ctx context.Context, b, batches int, w, g []float64) (loss float64, err error) {
	clear(g)
	total := 0.0
	err = d.passes(ctx, w, func(k *worker, s *segment, group *group) { k.batchOf(s, group, b, batches) }, func(k *worker) {
		loss += k.loss
		total += k.weight
		floats.Add(g, k.gradient)
		k.loss, k.weight = 0, 0
		clear(k.gradient)
	})
	if total > 0 {
		floats.Scale(d.Scale*d.slopeUnit()/total, g)
		loss /= total
	}
	return loss, err
}

// batchOf adds those rows of a group that are of a batch.
func (k *worker) batchOf(s *segment, g *group, b, batches int) {
	for _, t := range g.tiles {
		c := &s.cells[t.cell]
		k.use(c.codes())
		low := t.low + ((b-t.low)%batches+batches)%batches
		for low < t.high {
			z, first := k.z[:0], low
			for ; low < t.high && len(z) < batch; low += batches {
				z = append(z, k.evaluateRow(s, c, low))
			}
			k.addRows(s, c, z, first, batches)
		}
	}
	k.flush()
}

// evaluateRow returns c·s of a row.
func (k *worker) evaluateRow(s *segment, c *cell, row int) (z float64) {
	at := c.base + (row-c.low)*c.entries
	for j, e := range s.entries[at:][:c.entries] {
		z += k.value[e] * s.value(at+j)
	}
	if s.offset != nil {
		z += k.d.Scale * float64(s.offset[row])
	}
	if len(k.block) > 0 {
		z += k.rowBlock(s, c, row)
	}
	return z
}

// value returns what an entry's symbol is multiplied with.
func (s *segment) value(at int) float64 {
	if s.values == nil {
		return 1
	}
	return float64(s.values[at])
}

// addRows adds losses and derivatives of rows first, first+step, …
func (k *worker) addRows(s *segment, c *cell, z []float64, first, step int) {
	e := append(k.e[:0], z...)
	winprob.ExpectedBatch(e)
	for i, e := range e {
		row := first + i*step
		w, target := s.weightOf(row), float64(s.target[row])
		k.weight += w
		r := e - target
		if k.d.Loss == Squared {
			k.loss += w * r * r
			r *= e - e*e
		} else {
			k.loss += w * crossEntropy(z[i], target)
		}
		at := c.base + (row-c.low)*c.entries
		for j, sym := range s.entries[at:][:c.entries] {
			k.slope[0][sym] += w * r * s.value(at+j)
		}
		if len(k.block) > 0 {
			k.derivatives(s, c, row)
			k.spreadBlock(w * r)
		}
	}
}

// crossEntropy returns −t·ln e − (1−t)·ln(1−e) = ln(1+e^z) − t·z, in a form that
// does not overflow.
func crossEntropy(z, target float64) float64 {
	return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - target*z
}
