package grouped

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/sparse"
)

// A product multiplies with the matrix of all rows.
type product struct {
	d      *Design
	w      []float64
	places []float64 // by place: the weighted second derivatives by the logits
}

// Product makes a pass for the second derivatives at weights w.
func (d *Design) Product(ctx context.Context, w []float64) (sparse.Product, error) {
	if _, err := d.seconds(ctx, w, sparse.GaussNewton, 1); err != nil {
		return nil, err
	}
	return &product{d: d, w: slices.Clone(w), places: slices.Clone(d.profile.value)}, nil
}

// Times implements [sparse.Product]: of the products of the rows with v the mean of each group is taken,
// weighted by second derivatives.
func (p *product) Times(ctx context.Context, v, to []float64) error {
	d, value := p.d, p.d.scratch().value
	if err := d.Along(ctx, p.w, v, value); err != nil {
		return err
	}
	err := d.overGroups(ctx, func(_ *profiler, _, low, high int) {
		t, h := value[low:high], p.places[low:high]
		mean, total := floats.Dot(t, h), floats.Sum(h)
		if total > 0 {
			mean /= total
		}
		for i := range t {
			t[i] = h[i] * (t[i] - mean)
		}
	}, func(*profiler) {})
	if err != nil {
		return err
	}
	err = d.Spread(ctx, p.w, value, to)
	floats.Scale(d.Scale*d.Loss.Unit/d.total, to)
	return err
}
