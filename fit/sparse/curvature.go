package sparse

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/gram"
	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/ordered"
)

// Curvature stores the second derivatives of the loss at weights w in h, from
// one row, or group of rows, in every so many, scaled up to estimate those of all.
func (d *Design) Curvature(ctx context.Context, w []float64, kind Curvature, every int, h *mat.SymDense) error {
	h.Zero()
	if err := d.tell(ctx, &Order{Pass: passCurvature, W: w, Kind: kind, Every: every}); err != nil {
		return err
	}
	done := 0
	pass := &curving{w: w, kind: kind, every: every, size: d.triangle(), add: d.gramAdder()}
	merge := func(sum *sumOfCurves) func(*curve) {
		return func(c *curve) {
			sum.add(c)
			if done += c.done; d.Progress != nil {
				d.Progress(done)
			}
		}
	}
	sum := &sumOfCurves{d: d, h: h}
	if d.Alone() {
		err := d.curves(ctx, pass, merge(sum))
		sum.scale()
		return err
	}
	n := h.SymmetricDim()
	total, err := d.SumUp(ctx, "curvature", 1+n*n, func(s *packed.Segment, into []float64) error {
		one := &sumOfCurves{d: d, h: mat.NewSymDense(n, into[1:])}
		err := d.curvesOf(ctx, s, pass, merge(one))
		into[0] = one.weight
		return err
	})
	if err != nil {
		return err
	}
	d.releaseCurves(pass.unused)
	h.CopySym(mat.NewSymDense(n, total[1:]))
	sum.weight = total[0]
	sum.scale()
	return nil
}

// triangle is the number of products of columns.
func (d *Design) triangle() int { return gram.Size(len(d.Columns)) }

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
	pass := &curving{w: w, every: every, size: d.Weights, add: d.diagonalAdder()}
	total, err := d.SumUp(ctx, passDiagonal, 1+d.Weights, func(s *packed.Segment, into []float64) error {
		one := &sumOfCurves{d: d, diagonal: into[1:]}
		err := d.curvesOf(ctx, s, pass, one.addDiagonal)
		into[0] = one.weight
		return err
	})
	if err != nil {
		return err
	}
	d.releaseCurves(pass.unused)
	copy(diagonal, total[1:])
	sum := &sumOfCurves{d: d, diagonal: diagonal, weight: total[0]}
	sum.scale()
	if every <= 1 {
		d.diagonal = lastDiagonal{slices.Clone(w), d.Scale, d.Loss, slices.Clone(diagonal)}
	}
	return nil
}

// diagonalAdder returns what adds a row to a diagonal.
func (d *Design) diagonalAdder() adder {
	if d.Valued || d.Tied() {
		return (*curve).addSquares
	}
	return (*curve).addSymbols
}

// curving is a pass for a curvature.
type curving struct {
	w           []float64
	kind        Curvature
	every, size int // size of a partial
	add         adder
	placed      *Placed // nil: second derivatives are found
	unused      []*curve
}

// curves makes the partials of a curvature.
func (d *Design) curves(ctx context.Context, p *curving, merge func(*curve)) error {
	err := d.Each(ctx, func(s *packed.Segment) error { return d.curvesOf(ctx, s, p, merge) })
	if err == nil {
		d.releaseCurves(p.unused)
	}
	return err
}

// curvesOf makes the partials of a segment.
func (d *Design) curvesOf(ctx context.Context, s *packed.Segment, p *curving, merge func(*curve)) error {
	var made []*curve
	fresh := func() (c *curve) {
		if n := len(p.unused); n > 0 {
			c, p.unused = p.unused[n-1], p.unused[:n-1]
		} else {
			c = &curve{worker: d.worker(p.w), placed: p.placed, kind: p.kind, every: max(1, p.every), size: p.size}
		}
		made = append(made, c)
		return c
	}
	groups, fault := s.ByFactors(d.untapered()), (*rowFault)(nil)
	err := ordered.Sum(ctx, d.Threads, len(groups), fresh,
		func(c *curve, g int) error { c.group(s, groups[g], p.add); return nil },
		func(c *curve) {
			merge(c)
			clear(c.gram[:c.size])
			fault = cmp.Or(fault, c.fault)
			c.weight, c.done, c.fault = 0, 0, nil
		})
	p.unused = append(p.unused, made...)
	if err != nil {
		return err
	}
	return d.faulty(ctx, fault)
}

// untapered reports whether all columns of a design with a form are plain: then their products are the same
// whatever the factors, and rows of all are added together.
func (d *Design) untapered() bool {
	return d.Form != nil && !slices.ContainsFunc(d.Columns, func(c packed.Column) bool { return c.MG >= 0 || c.EG >= 0 })
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
	h := s.h.RawSymmetric()
	spread := gram.Spread{To: h.Data, Row: func(i int) int { return i * h.Stride }}
	spread.List, spread.Start = s.d.Shares(s.d.Pairs[c.codes])
	for a := range n {
		spread.Add(a, c.gram[gram.Row(n, a):][:n])
	}
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
