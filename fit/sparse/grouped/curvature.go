package grouped

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/fit/sparse/packed"
)

// Curvature stores the second derivatives of the loss at weights w in h, from one group in every so
// many: with d the second derivatives of rows' losses by their evaluations and D their sum over a
// group, those of the rows, Σ d·x·xᵀ, less what the intercepts take, (Σ d·x)(Σ d·x)ᵀ/D of every group
// (the Schur complement).
func (d *Design) Curvature(ctx context.Context, w []float64, kind sparse.Curvature, every int, h *mat.SymDense) error {
	h.Zero()
	return d.curvature(ctx, w, kind, every, &second{h: h})
}

// Diagonal stores the diagonal of the Gauss–Newton matrix, see [Design.Curvature].
func (d *Design) Diagonal(ctx context.Context, w []float64, every int, diagonal []float64) error {
	clear(diagonal)
	return d.curvature(ctx, w, sparse.GaussNewton, every, &second{diagonal: diagonal})
}

func (d *Design) curvature(ctx context.Context, w []float64, kind sparse.Curvature, every int, sum *second) error {
	every = max(1, every)
	weight, err := d.seconds(ctx, w, kind, every)
	if err != nil || weight == 0 {
		return err
	}
	if err = d.AddSecond(ctx, w, kind, d.placed(), sum.h, sum.diagonal); err != nil {
		return err
	}
	before := sum.take()
	if err = d.eliminate(ctx, w, every, sum); err != nil {
		return err
	}
	sum.clean(before)
	sum.scale(d.Scale * d.Scale * d.Loss.Unit / weight)
	return nil
}

// seconds makes the values the weighted second derivatives of rows' losses by their logits, 0
// in the groups that are passed over, and returns the weight of the others.
func (d *Design) seconds(ctx context.Context, w []float64, kind sparse.Curvature, every int) (weight float64, err error) {
	value := d.scratch().value
	err = d.profiled(ctx, w, func(k *profiler, group, low, high int) {
		z, target, weights := value[low:high], d.Groups.target[low:high], d.Groups.weights(low, high)
		if group%every != 0 {
			clear(z)
			return
		}
		for i, e := range k.e {
			w := packed.WeightAt(weights, i)
			k.weight += w
			z[i] = w * k.Curvature(kind, e, e-e*e, float64(target[i]))
		}
	}, func(k *profiler) { weight += k.weight })
	return weight, err
}
