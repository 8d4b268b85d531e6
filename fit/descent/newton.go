package descent

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/floats"
)

// Curved is an Objective that multiplies with its Gauss–Newton matrix, which is never formed.
type Curved interface {
	Objective
	// Product makes what multiplies with the matrix at w: one pass. Nil: the objective cannot.
	Product(ctx context.Context, w []float64) (Product, error)
}

// A Product multiplies with a matrix.
type Product interface {
	// Times stores the matrix times v in to: one pass.
	Times(ctx context.Context, v, to []float64) error
}

// truncatedNewton is the method of truncated Newton steps: H·d = −g is solved by conjugate
// gradients, scaled by the diagonal, until what is left to gain is a part of what was gained.
//
// Sources: R. Dembo and T. Steihaug, "Truncated-Newton Algorithms for Large-Scale Unconstrained
// Optimization" (1983); Z. Strakoš and P. Tichý, "On Error Estimation in the Conjugate Gradient
// Method" (2002): the sum of the falls is ½·gᵀH⁻¹g from below.
type truncatedNewton struct {
	*run
	matrix    *curvature // the diagonal
	direction []float64
	trial
}

const (
	inexact   = 0.05 // part of the fall that a solution may miss
	lookBack  = 10   // falls that say what is left
	reported  = 50   // products between two reports
	mostTimes = 2000 // products of a solution
)

func (m *truncatedNewton) begin(ctx context.Context) error {
	n := len(m.Weights)
	m.matrix, m.direction, m.trial = newCurvature(n, false), make([]float64, n), newTrial(n)
	if m.opt.Resume == nil {
		return m.aim(ctx)
	}
	counted := m.Curvatures // before the state was saved
	err := m.aim(ctx)
	m.Curvatures = counted
	return err
}

// aim sets the direction and the gap of the point.
func (m *truncatedNewton) aim(ctx context.Context) error {
	_, passes, err := m.matrix.build(ctx, m.f, m.Weights, 1)
	if err != nil {
		return err
	}
	m.Curvatures += passes + 1
	h, err := m.f.(Curved).Product(ctx, m.Weights)
	if err != nil {
		return err
	}
	if h == nil {
		return errors.New("newton: the objective cannot multiply with its curvature: pass the method lbfgs")
	}
	if err := m.matrix.restrict(m.box.free(m.Weights, m.Gradient), ridge); err != nil {
		return err
	}
	m.Gap, err = m.solve(ctx, h)
	return err
}

// solve stores the direction, and returns an estimate of ½·gᵀH⁻¹g.
func (m *truncatedNewton) solve(ctx context.Context, h Product) (gap float64, err error) {
	n := len(m.direction)
	rest, z, p, hp := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	clear(m.direction)
	for _, j := range m.matrix.free {
		rest[j] = -m.Gradient[j]
	}
	m.matrix.solve(z, rest)
	copy(p, z)
	rz := floats.Dot(rest, z)
	var falls []float64
	for k := 0; rz > 0 && k < mostTimes; k++ {
		if err := m.times(ctx, h, p, hp); err != nil {
			return -1, err
		}
		php := floats.Dot(p, hp)
		if !(php > 0) {
			break
		}
		alpha := rz / php
		floats.AddScaled(m.direction, alpha, p)
		floats.AddScaled(rest, -alpha, hp)
		fall := alpha * rz / 2
		gap += fall
		falls = append(falls, fall)
		if k%reported == reported-1 && m.opt.Report != nil {
			m.opt.Report(m.now())
		}
		left, known := remainder(falls)
		if known && left <= inexact*gap {
			return gap + left, nil
		}
		m.matrix.solve(z, rest)
		before := rz
		rz = floats.Dot(rest, z)
		floats.Scale(rz/before, p)
		floats.Add(p, z)
	}
	left, _ := remainder(falls)
	return gap + left, nil
}

// times multiplies, for the free weights, and counts.
func (m *truncatedNewton) times(ctx context.Context, h Product, v, to []float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.Curvatures++
	err := h.Times(ctx, v, to)
	for j := range to {
		if m.box.mark(j, m.Weights[j], m.Gradient[j]) != 0 {
			to[j] = 0
		}
	}
	return err
}

// remainder returns what is left to fall if the falls of ten steps go on as a geometric series.
func remainder(falls []float64) (left float64, known bool) {
	n := len(falls)
	if n < 2*lookBack {
		return 0, false
	}
	a, b := floats.Sum(falls[n-2*lookBack:n-lookBack]), floats.Sum(falls[n-lookBack:])
	return b * b / max(a-b, b/20), true
}

func (m *truncatedNewton) step(ctx context.Context) error {
	f, _, err := m.search(ctx, m.direction, m.w, m.g)
	if err != nil {
		return err
	}
	m.accept(&m.trial, f)
	m.Gap = -1
	return m.aim(ctx)
}

func (m *truncatedNewton) finish(context.Context) error { return nil }
