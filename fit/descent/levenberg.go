package descent

import (
	"context"

	"gonum.org/v1/gonum/floats"
)

// levenberg is the method of Marquardt (1963) with the damping of Nielsen (1999):
// steps solve (H + μD)·d = −g, D the diagonal of H.
type levenberg struct {
	*run
	matrix *curvature
	d      []float64
	trial
}

const (
	firstDamping    = 1e-3
	smallestDamping = 1e-12
)

func (m *levenberg) begin(ctx context.Context) error {
	n := len(m.Weights)
	m.matrix = newCurvature(n, true)
	m.d, m.trial = make([]float64, n), newTrial(n)
	if m.Damping == 0 {
		m.Damping, m.Growth = firstDamping, 2
		return m.aim(ctx)
	}
	_, _, err := m.matrix.build(ctx, m.f, m.Weights, 1)
	return err
}

// aim makes the matrix of the new point and the gap.
func (m *levenberg) aim(ctx context.Context) error {
	_, passes, err := m.matrix.build(ctx, m.f, m.Weights, 1)
	if err != nil {
		return err
	}
	m.Curvatures += passes
	m.Gap, err = m.matrix.gap(m.box, m.Weights, m.Gradient, m.d)
	return err
}

// step tries dampings until f falls.
func (m *levenberg) step(ctx context.Context) error {
	free := m.box.free(m.Weights, m.Gradient)
	for range maxTrials {
		if err := m.try(free); err != nil {
			return err
		}
		before, moved := m.slope(m.w, m.Gradient)
		if !moved {
			return errStalled
		}
		promised := -before - m.matrix.quadratic(m.d)/2
		f, err := m.pass(ctx, m.w, m.g)
		if err != nil {
			return err
		}
		after, _ := m.slope(m.w, m.g)
		if finite(f, m.g) && promised > 0 && m.lower(f, before, after) {
			return m.follow(ctx, f, (m.F-f)/promised)
		}
		m.Damping *= m.Growth
		m.Growth *= 2
	}
	return errStalled
}

// try sets the trial to where the damping leads, and d to the step there.
func (m *levenberg) try(free []int) error {
	if err := m.matrix.restrict(free, m.Damping); err != nil {
		return err
	}
	m.matrix.solve(m.d, m.Gradient)
	floats.SubTo(m.w, m.Weights, m.d)
	m.box.clip(m.w)
	floats.SubTo(m.d, m.w, m.Weights)
	return nil
}

// follow goes to the trial; ratio is its fall over the promised one.
func (m *levenberg) follow(ctx context.Context, f, ratio float64) error {
	k := 2*ratio - 1
	m.Damping = max(smallestDamping, m.Damping*max(1.0/3, 1-k*k*k))
	m.Growth = 2
	m.accept(&m.trial, f)
	m.Gap = -1
	return m.aim(ctx)
}

func (m *levenberg) finish(context.Context) error { return nil }
