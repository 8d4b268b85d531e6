package sparse

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/sparse/packed"
)

// A Product multiplies with the Gauss–Newton matrix of all rows at some weights, which is never
// formed: 4 bytes a row, and about as long as a gradient.
type Product interface {
	// Times stores the matrix times v in to: in the units of [Design.Curvature].
	Times(ctx context.Context, v, to []float64) error
}

type product struct {
	d      *Design
	w      []float64
	second [][]float32 // by segment and row: the weighted second derivatives by the logits
}

// Product makes a pass for the second derivatives at weights w.
func (d *Design) Product(ctx context.Context, w []float64) (Product, error) {
	p := &product{d: d, w: slices.Clone(w), second: make([][]float32, 0, d.Segments())}
	err := d.Each(ctx, func(s *packed.Segment) error {
		second := make([]float32, s.Rows)
		p.second = append(p.second, second)
		return d.pass(ctx, s, w, func(k *worker, s *packed.Segment, g *packed.Part) { k.seconds(s, g, second) }, func(*worker) {})
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// seconds stores the second derivatives of rows' losses by their logits.
func (k *worker) seconds(s *packed.Segment, g *packed.Part, second []float32) {
	k.batches(s, g, func(c *packed.Cell, low, high int) {
		k.evaluate(s, c, low, high)
		z := k.z[:high-low]
		k.now.expected(z)
		for i, e := range z {
			row := low + i
			second[row] = float32(packed.WeightAt(s.Weight, row) * k.now.Curvature(GaussNewton, e, e-e*e, float64(s.Target[row])))
		}
	})
	k.codes = -1
}

// Times implements [Product].
func (p *product) Times(ctx context.Context, v, to []float64) error {
	d, at := p.d, 0
	clear(to)
	err := d.Each(ctx, func(s *packed.Segment) error {
		second := p.second[at]
		at++
		return d.pass(ctx, s, p.w, func(k *worker, s *packed.Segment, g *packed.Part) { k.times(s, g, v, second) }, func(k *worker) {
			floats.Add(to, k.gradient)
			clear(k.gradient)
		})
	})
	floats.Scale(d.Scale*d.Loss.Unit/d.TotalWeight(), to)
	return err
}

// times adds a group's part of a product.
func (k *worker) times(s *packed.Segment, g *packed.Part, v []float64, second []float32) {
	k.turn(v)
	k.batches(s, g, func(c *packed.Cell, low, high int) {
		z := k.along(s, c, low, high)
		for i, h := range second[low:high] {
			z[i] *= float64(h)
		}
		k.scatter(s, c, low, high)
	})
	k.finish()
}
