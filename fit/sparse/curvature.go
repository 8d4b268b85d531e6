package sparse

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/internal/ordered"
)

// Curvature stores the second derivatives of the loss at weights w in h, from
// one row, or group of rows, in every so many, scaled up to estimate those of all.
func (d *Design) Curvature(ctx context.Context, w []float64, kind Curvature, every int, h *mat.SymDense) error {
	h.Zero()
	if err := d.tell(ctx, &Order{Pass: passCurvature, W: w, Kind: kind, Every: every}); err != nil {
		return err
	}
	if d.groups != nil {
		return d.profiledCurvature(ctx, w, kind, max(1, every), h, nil)
	}
	size, done := len(d.Columns)*(len(d.Columns)+1)/2, 0
	merge := func(sum *sumOfCurves) func(*curve) {
		return func(c *curve) {
			sum.add(c)
			if done += c.done; d.Progress != nil {
				d.Progress(done)
			}
		}
	}
	sum := &sumOfCurves{d: d, h: h}
	if d.alone() {
		err := d.curves(ctx, w, kind, every, size, (*curve).addRow, merge(sum))
		sum.scale()
		return err
	}
	n := h.SymmetricDim()
	unused := new([]*curve)
	total, err := d.sumUp(ctx, "curvature", 1+n*n, func(s *segment, into []float64) error {
		one := &sumOfCurves{d: d, h: mat.NewSymDense(n, into[1:])}
		err := d.curvesOf(ctx, s, w, kind, every, size, (*curve).addRow, unused, merge(one))
		into[0] = one.weight
		return err
	})
	if err != nil {
		return err
	}
	d.releaseCurves(*unused)
	h.CopySym(mat.NewSymDense(n, total[1:]))
	sum.weight = total[0]
	sum.scale()
	return nil
}

// Diagonal stores the diagonal of the Gauss-Newton matrix, see [Design.Curvature].
func (d *Design) Diagonal(ctx context.Context, w []float64, every int, diagonal []float64) error {
	if every <= 1 && d.diagonal.at(d, w) {
		copy(diagonal, d.diagonal.sums)
		return nil
	}
	clear(diagonal)
	if err := d.tell(ctx, &Order{Pass: passDiagonal, W: w, Every: every}); err != nil {
		return err
	}
	if d.groups != nil {
		return d.profiledCurvature(ctx, w, GaussNewton, max(1, every), nil, diagonal)
	}
	add, unused := d.diagonalAdder(), new([]*curve)
	total, err := d.sumUp(ctx, passDiagonal, 1+d.Weights, func(s *segment, into []float64) error {
		one := &sumOfCurves{d: d, diagonal: into[1:]}
		err := d.curvesOf(ctx, s, w, GaussNewton, every, d.Weights, add, unused, one.addDiagonal)
		into[0] = one.weight
		return err
	})
	if err != nil {
		return err
	}
	d.releaseCurves(*unused)
	copy(diagonal, total[1:])
	sum := &sumOfCurves{d: d, diagonal: diagonal, weight: total[0]}
	sum.scale()
	if every <= 1 {
		d.diagonal = lastDiagonal{slices.Clone(w), d.Scale, d.Loss, slices.Clone(diagonal)}
	}
	return nil
}

// A lastDiagonal is the diagonal of all rows that was asked for last: what rows tell of weights and what a
// search begins with are the same.
type lastDiagonal struct {
	w     []float64
	scale float64
	loss  *Loss
	sums  []float64
}

// at reports whether the diagonal is that at w.
func (l *lastDiagonal) at(d *Design, w []float64) bool {
	return l.loss == d.Loss && l.scale == d.Scale && slices.Equal(l.w, w)
}

// diagonalAdder returns what adds a row to a diagonal.
func (d *Design) diagonalAdder() adder {
	if d.valued || d.tied() {
		return (*curve).addSquares
	}
	return (*curve).addSymbols
}

// curves makes the partials of a curvature.
func (d *Design) curves(ctx context.Context, w []float64, kind Curvature, every, size int, add adder, merge func(*curve)) error {
	unused := new([]*curve)
	err := d.segments(ctx, func(s *segment) error { return d.curvesOf(ctx, s, w, kind, every, size, add, unused, merge) })
	if err == nil {
		d.releaseCurves(*unused)
	}
	return err
}

// curvesOf makes the partials of a segment. unused is scratch.
func (d *Design) curvesOf(ctx context.Context, s *segment, w []float64, kind Curvature, every, size int, add adder, unused *[]*curve, merge func(*curve)) error {
	var made []*curve
	fresh := func() (c *curve) {
		if n := len(*unused); n > 0 {
			c, *unused = (*unused)[n-1], (*unused)[:n-1]
		} else {
			c = &curve{worker: d.worker(w), profile: d.profile, groups: d.groups, kind: kind, every: max(1, every), size: size}
		}
		made = append(made, c)
		return c
	}
	groups := s.byFactors()
	err := ordered.Sum(ctx, d.Threads, len(groups), fresh,
		func(c *curve, g int) error { c.group(s, groups[g], add); return nil },
		func(c *curve) { merge(c); clear(c.gram[:c.size]); c.weight, c.done = 0, 0 })
	*unused = append(*unused, made...)
	return err
}

// releaseCurves takes workers of curves back.
func (d *Design) releaseCurves(unused []*curve) {
	for _, c := range unused {
		d.release(c.worker)
	}
}

// sumOfCurves turns partials by column into second derivatives by weight.
type sumOfCurves struct {
	d        *Design
	h        *mat.SymDense
	diagonal []float64
	weight   float64
}

// add adds a partial.
func (s *sumOfCurves) add(c *curve) {
	s.weight += c.weight
	n := len(s.d.Columns)
	list, start := s.d.shares(s.d.pairs[c.codes])
	h := s.h.RawSymmetric()
	for i, low := range start[:n] {
		row := c.gram[i*n-i*(i+1)/2:][:n]
		for k, a := range list[low:start[i+1]] {
			to := h.Data[a.weight*h.Stride:]
			for m, b := range list[low+k : start[i+1]] { // the column with itself
				s.put(h.Data[min(a.weight, b.weight)*h.Stride:], a, b, row[i], m > 0)
			}
			for j := i + 1; j < n; j++ {
				if row[j] == 0 {
					continue
				}
				v := row[j] * a.factor
				for _, b := range list[start[j]:start[j+1]] {
					if b.weight > a.weight {
						to[b.weight] += v * b.factor
					} else {
						s.put(h.Data[b.weight*h.Stride:], a, b, row[j], true)
					}
				}
			}
		}
	}
}

// put adds the product of two shares where the row of the smaller weight is
// given: the way of columns that share a weight. A product of two columns
// stands for its mirror image too, and so does that of two shares of a column.
func (s *sumOfCurves) put(row []float64, a, b share, v float64, mirrored bool) {
	v *= a.factor * b.factor
	if a.weight == b.weight && mirrored {
		v *= 2
	}
	row[max(a.weight, b.weight)] += v
}

// addDiagonal adds a partial of squares.
func (s *sumOfCurves) addDiagonal(c *curve) {
	s.weight += c.weight
	floats.Add(s.diagonal, c.gram[:c.size])
}

// scale turns sums over the rows looked at into the derivatives of the mean.
func (s *sumOfCurves) scale() {
	if s.weight == 0 {
		return
	}
	f := s.d.Scale * s.d.Scale * s.d.Loss.Unit / s.weight
	for i := range s.diagonal {
		s.diagonal[i] *= f
	}
	if s.h != nil {
		s.h.ScaleSym(f, s.h)
	}
}
