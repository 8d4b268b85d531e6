package sparse

import (
	"cmp"
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/sparse/packed"
)

// Gradient returns the loss at weights w and stores its gradient in g. Where the evaluation of a row, or a
// derivative, is not finite, the loss is +Inf and the gradient 0: a search takes a shorter step, and what
// starts there asks [Design.Fault] for the row. All other passes return that as their error.
func (d *Design) Gradient(ctx context.Context, w, g []float64) (loss float64, err error) {
	if err := d.tell(ctx, &Order{Pass: passGradient, W: w}); err != nil {
		return 0, err
	}
	loss, _, err = d.gradient(ctx, w, g, (*worker).gradientOf)
	floats.Scale(d.Scale*d.Loss.Unit/d.TotalWeight(), g)
	return loss / d.TotalWeight(), err
}

// gradient sums losses, weights of batches and gradients over what work does with groups.
func (d *Design) gradient(ctx context.Context, w, g []float64, work func(*worker, *packed.Segment, *packed.Part)) (loss, weight float64, err error) {
	d.fault = nil
	sums, err := d.SumUp(ctx, "gradient", 2+len(g), func(s *packed.Segment, into []float64) error {
		err := d.pass(ctx, s, w, work, func(k *worker) {
			into[0] += k.sum
			into[1] += k.weight
			floats.Add(into[2:], k.gradient)
			k.sum, k.weight = 0, 0
			clear(k.gradient)
		})
		var f *Fault
		if errors.As(err, &f) {
			into[0], err, d.fault = math.Inf(1), nil, cmp.Or(d.fault, f)
		}
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	copy(g, sums[2:])
	if total := floats.Sum(sums); d.Form != nil && total-total != 0 {
		clear(g)
		d.fault = cmp.Or(d.fault, &Fault{Block: -1})
		return math.Inf(1), sums[1], nil
	}
	return sums[0], sums[1], nil
}

// gradientOf adds a group's loss and derivatives.
func (k *worker) gradientOf(s *packed.Segment, g *packed.Part) {
	k.batches(s, g, func(c *packed.Cell, low, high int) {
		k.derive(s, c, low, high)
		k.scatter(s, c, low, high)
	})
	k.finish()
}

// Batch returns the mean loss of batch b of a number of batches, and stores its
// gradient in g. A batch is every n-th row of the packed order, so that
// each holds all phases in equal shares; together they are all rows. It cuts groups apart: rows by group
// have no batches.
func (d *Design) Batch(ctx context.Context, b, batches int, w, g []float64) (loss float64, err error) {
	loss, total, err := d.gradient(ctx, w, g, func(k *worker, s *packed.Segment, group *packed.Part) { k.batchOf(s, group, b, batches) })
	if d.fault != nil && err == nil {
		return 0, d.fault
	}
	if total > 0 {
		floats.Scale(d.Scale*d.Loss.Unit/total, g)
		loss /= total
	}
	return loss, err
}

// batchOf adds those rows of a group that are of a batch.
func (k *worker) batchOf(s *packed.Segment, g *packed.Part, b, batches int) {
	for _, t := range g.Tiles {
		c := &s.Cells[t.Cell]
		k.use(c.Codes())
		low := t.Low + ((b-t.Low)%batches+batches)%batches
		for low < t.High {
			z := k.z[:0]
			k.rows = k.rows[:0]
			for ; low < t.High && len(z) < batch; low += batches {
				k.targets[len(z)], k.weights[len(z)] = s.Target[low], float32(packed.WeightAt(s.Weight, low))
				k.rows, z = append(k.rows, low), append(z, k.linearRow(s, c, low))
			}
			if k.form != nil {
				k.addForms(s, c, k.rows, z)
				k.slope(s, 0, k.rows)
			}
			k.addRows(s, c, z)
		}
	}
	k.finish()
}

// addRows adds losses and derivatives of the rows that are listed.
func (k *worker) addRows(s *packed.Segment, c *packed.Cell, z []float64) {
	k.sum = k.now.Add(k.sum, z, k.targets[:], k.weights[:])
	for i, v := range z {
		row := k.rows[i]
		k.weight += float64(k.weights[i])
		at := c.Base + (row-c.Low)*c.Entries
		for j, sym := range s.Entries[at:][:c.Entries] {
			k.by[0][sym] += v * s.Value(at+j)
		}
		if k.form != nil {
			k.form.Derive(s, c, row, i)
			for j, u := range k.form.Unit {
				k.gradient[k.Units[u]] += v * k.form.By[j]
			}
		}
	}
}
