package sparse

import (
	"context"

	"gonum.org/v1/gonum/floats"
)

// Gradient returns the loss at weights w and stores its gradient in g.
func (d *Design) Gradient(ctx context.Context, w, g []float64) (loss float64, err error) {
	if err := d.tell(ctx, &Order{Pass: passGradient, W: w}); err != nil {
		return 0, err
	}
	if d.groups != nil {
		loss, err = d.profiledGradient(ctx, w, g)
	} else {
		loss, _, err = d.gradient(ctx, w, g, (*worker).gradientOf)
	}
	floats.Scale(d.Scale*d.Loss.Unit/d.total, g)
	return loss / d.total, err
}

// gradient sums losses, weights of batches and gradients over what work does with groups.
func (d *Design) gradient(ctx context.Context, w, g []float64, work func(*worker, *segment, *group)) (loss, weight float64, err error) {
	sums, err := d.sumUp(ctx, "gradient", 2+len(g), func(s *segment, into []float64) error {
		return d.pass(ctx, s, w, work, func(k *worker) {
			into[0] += k.loss
			into[1] += k.weight
			floats.Add(into[2:], k.gradient)
			k.loss, k.weight = 0, 0
			clear(k.gradient)
		})
	})
	if err != nil {
		return 0, 0, err
	}
	copy(g, sums[2:])
	return sums[0], sums[1], nil
}

// gradientOf adds a group's loss and derivatives.
func (k *worker) gradientOf(s *segment, g *group) {
	k.batches(s, g, func(c *cell, low, high int) {
		k.derive(s, c, low, high)
		k.scatter(s, c, low, high)
	})
	k.flush()
}

// Batch returns the mean loss of batch b of a number of batches, and stores its
// gradient in g. A batch is every n-th row of the packed order, so that
// each holds all phases in equal shares; together they are all rows. It cuts groups apart: rows by group
// have no batches.
func (d *Design) Batch(ctx context.Context, b, batches int, w, g []float64) (loss float64, err error) {
	loss, total, err := d.gradient(ctx, w, g, func(k *worker, s *segment, group *group) { k.batchOf(s, group, b, batches) })
	if total > 0 {
		floats.Scale(d.Scale*d.Loss.Unit/total, g)
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
				k.targets[len(z)], k.weights[len(z)] = s.target[low], float32(weightAt(s.weight, low))
				z = append(z, k.evaluateRow(s, c, low))
			}
			k.addRows(s, c, z, first, batches)
		}
	}
	k.flush()
}

// addRows adds losses and derivatives of rows first, first+step, …
func (k *worker) addRows(s *segment, c *cell, z []float64, first, step int) {
	k.loss = k.now.Add(k.loss, z, k.targets[:], k.weights[:])
	for i, v := range z {
		row := first + i*step
		k.weight += float64(k.weights[i])
		at := c.base + (row-c.low)*c.entries
		for j, sym := range s.entries[at:][:c.entries] {
			k.slope[0][sym] += v * s.value(at+j)
		}
		if len(k.block) > 0 {
			k.derivatives(s, c, row)
			k.spreadBlock(v)
		}
	}
}
