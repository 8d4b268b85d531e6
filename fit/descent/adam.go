package descent

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8 // of the largest derivative at the start
	look    = 50   // iterations between two estimates of the gap
	rises   = 3    // running, that are too many
)

// plateau is the number of iterations without a new lowest f that halve the rate.
var plateau = [...]int{Adam: 20, SGD: 5}

// adam is the method of Kingma and Ba (2015). By batches, in an order drawn again
// for each round, it is what the Lishex paper (2023) calls SGD: its first rate is 10 and
// halved when f rises. Here the rate is halved when f has risen three times running or
// found no new lowest value in some iterations, and the run goes back to the
// lowest point: a rate halved at every rise would be nothing before the end.
//
// A round of batches is followed by a pass for f over all rows. With batches that
// disagree the gap falls no faster than one over the rounds: a tight tolerance
// is for the other methods.
type adam struct {
	*run
	matrix *curvature
	trial
}

func (m *adam) begin(context.Context) error {
	n := len(m.Weights)
	m.trial = newTrial(n)
	if m.Lowest == nil {
		m.First, m.Second = make([]float64, n), make([]float64, n)
		m.Rate, m.Scale = m.opt.Rate, floats.Norm(m.Gradient, math.Inf(1))
		m.Lowest = m.point(m.F)
	}
	return nil
}

func (m *adam) step(ctx context.Context) error {
	if m.Rate < 1e-15*m.opt.Rate {
		return errStalled
	}
	copy(m.w, m.Weights)
	f, ok, err := m.try(ctx)
	switch {
	case err != nil:
		return err
	case ok:
		return m.follow(ctx, f)
	}
	m.Backoffs++
	m.back()
	return nil
}

// try makes the trial, and says whether all that is found there is finite.
func (m *adam) try(ctx context.Context) (f float64, ok bool, err error) {
	if ok, err = m.advance(ctx); err != nil || !ok {
		return 0, false, err
	}
	f, err = m.pass(ctx, m.w, m.g)
	return f, finite(f, m.g), err
}

// follow goes to the trial, and back from it where f says so.
func (m *adam) follow(ctx context.Context, f float64) error {
	if f > m.F {
		m.Rises++
	} else {
		m.Rises = 0
	}
	m.accept(&m.trial, f)
	m.Gap = -1
	if f < m.Lowest.F {
		m.Lowest = m.point(f)
	}
	if m.Rises == rises {
		m.Backoffs++
	}
	quiet := m.Iteration - max(m.Lowest.Iteration, m.RateAt)
	cut := m.Rises == rises || quiet >= plateau[m.Method]
	if cut {
		m.back()
	}
	return m.look(ctx, cut)
}

// back returns to the lowest point, at half the rate and without moments.
func (m *adam) back() {
	copy(m.Weights, m.Lowest.Weights)
	copy(m.Gradient, m.Lowest.Gradient)
	m.F, m.Gap = m.Lowest.F, m.Lowest.Gap
	clear(m.First)
	clear(m.Second)
	m.Updates, m.Rises = 0, 0
	m.Rate, m.RateAt = m.Rate/2, m.Iteration
}

// advance moves the trial by one step, or by one for every batch. It says whether
// all gradients were finite.
func (m *adam) advance(ctx context.Context) (ok bool, err error) {
	if m.Method == Adam {
		m.update(m.Gradient)
		return true, nil
	}
	return m.round(ctx, m.f.(Batched))
}

// round moves the trial by a step for every batch.
func (m *adam) round(ctx context.Context, f Batched) (ok bool, err error) {
	for _, b := range rand.New(rand.NewPCG(1, uint64(m.Iteration))).Perm(f.Batches()) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		v, err := f.Batch(ctx, b, m.w, m.g)
		if err != nil {
			return false, err
		}
		if !finite(v, m.g) {
			m.NonFinite++
			return false, nil
		}
		m.update(m.g)
	}
	m.Passes++
	return true, nil
}

// update takes a gradient into the moments and moves the trial.
func (m *adam) update(g []float64) {
	m.Updates++
	c1, c2 := 1-math.Pow(beta1, float64(m.Updates)), 1-math.Pow(beta2, float64(m.Updates))
	for j, v := range g {
		m.First[j] += (1 - beta1) * (v - m.First[j])
		m.Second[j] += (1 - beta2) * (v*v - m.Second[j])
		if m.First[j] != 0 {
			m.w[j] -= m.Rate * m.First[j] / c1 / (math.Sqrt(m.Second[j]/c2) + epsilon*m.Scale)
		}
	}
	m.box.clip(m.w)
}

// look estimates the gap of the lowest point if it is new: every 50 iterations,
// and where the rate was cut, because the end may be near.
func (m *adam) look(ctx context.Context, cut bool) error {
	if age := m.Iteration - m.Checked; age < look && !(cut && 5*age >= look) || m.Lowest.Gap >= 0 {
		return nil
	}
	low, err := m.estimate(ctx, m.Lowest)
	if err != nil {
		return err
	}
	m.Lowest, m.Checked = low, m.Iteration
	if cut || low.Iteration == m.Iteration {
		m.Gap = low.Gap
	}
	return nil
}

// estimate returns the point with its gap.
func (m *adam) estimate(ctx context.Context, p *Point) (*Point, error) {
	n := len(p.Weights)
	if m.matrix == nil {
		m.matrix = newCurvature(n, n <= m.opt.MatrixLimit)
	}
	_, passes, err := m.matrix.build(ctx, m.f, p.Weights, m.opt.Every)
	if err != nil {
		return nil, err
	}
	m.Curvatures += passes
	known := *p
	known.Gap, err = m.matrix.gap(m.box, p.Weights, p.Gradient, make([]float64, n))
	return &known, err
}

func (m *adam) finish(ctx context.Context) error {
	best := m.best()
	if best.Gap >= 0 {
		return nil
	}
	known, err := m.estimate(ctx, best)
	if err == nil {
		m.Best = known
	}
	return err
}
