package descent

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	memory        = 20 // pairs
	second        = 3  // iteration of the second matrix
	renewal       = 5  // iterations of a matrix after that
	firstDoubling = 8  // iteration of the third matrix where there are kinks
	recent        = 10 // iterations whose fall bounds the gap below where there is no matrix
)

// lbfgs is the method of Nocedal (1980). Its first guess of the Hessian is the
// curvature of a part of the rows, made at the start, at iteration 3, and again where
// it does not serve.
type lbfgs struct {
	*run
	matrix    *curvature
	direction []float64
	trial
}

func (m *lbfgs) begin(ctx context.Context) error {
	n := len(m.Weights)
	m.matrix = newCurvature(n, n <= m.opt.MatrixLimit)
	m.matrix.kinked = m.opt.Kinked
	m.direction, m.trial = make([]float64, n), newTrial(n)
	if m.Matrix.Weights == nil {
		if err := m.renew(ctx, m.opt.Every); err != nil {
			return err
		}
	} else if _, _, err := m.matrix.build(ctx, m.f, m.Matrix.Weights, m.Matrix.Every); err != nil {
		return err
	}
	return m.aim()
}

// renew makes the matrix again and forgets the pairs, which belong to the curvature of
// earlier points.
func (m *lbfgs) renew(ctx context.Context, every int) error {
	every, passes, err := m.matrix.build(ctx, m.f, m.Weights, every)
	if err != nil {
		return err
	}
	m.Curvatures += passes
	m.Memory, m.Length = nil, 0
	m.Matrix = Recipe{Weights: slices.Clone(m.Weights), Every: every, Iteration: m.Iteration, Gap: m.Gap}
	return nil
}

// aim sets the direction and the gap.
func (m *lbfgs) aim() error {
	if free := m.box.free(m.Weights, m.Gradient); !slices.Equal(free, m.matrix.free) {
		if err := m.matrix.restrict(free, m.matrix.damping(m.Matrix.Every)); err != nil {
			return err
		}
	}
	m.descend(m.usable())
	slope := floats.Dot(m.direction, m.Gradient)
	if slope > 0 && len(m.Memory) > 0 {
		m.Memory = nil
		m.descend(nil)
		slope = floats.Dot(m.direction, m.Gradient)
	}
	m.Gap = -slope / 2
	if m.matrix.h == nil {
		m.guess()
	}
	return nil
}

// guess makes the gap at least what the fall of the last ten iterations lets
// expect, if falls of five go on as a geometric series: without a matrix the directions
// of little curvature are not seen.
func (m *lbfgs) guess() {
	a, b := m.FirstF-m.F, m.FirstF-m.F
	if len(m.Recent) == recent {
		half := m.Recent[recent/2]
		a, b = m.Recent[0]-half, half-m.F
	}
	if b > 0 {
		m.Gap = max(m.Gap, b*b/max(a-b, b/20))
	}
}

// usable returns the pairs that moved free weights only: for them Y restricted to
// the free weights is still the Hessian times S.
func (m *lbfgs) usable() []Pair {
	if len(m.matrix.free) == len(m.Weights) {
		return m.Memory
	}
	var pairs []Pair
	for _, p := range m.Memory {
		if movesOnly(p.S, m.matrix.free) {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// movesOnly reports whether a step moves no weight but those that are free.
func movesOnly(step []float64, free []int) bool {
	moves := func(steps []float64) (n int) {
		return len(steps) - floats.Count(func(v float64) bool { return v == 0 }, steps)
	}
	n := moves(step)
	for _, j := range free {
		n -= moves(step[j : j+1])
	}
	return n == 0
}

// descend sets the direction to −H⁻¹g by the two loops.
func (m *lbfgs) descend(pairs []Pair) {
	q, alpha, rho := m.g, make([]float64, len(pairs)), make([]float64, len(pairs))
	clear(q)
	for _, j := range m.matrix.free {
		q[j] = m.Gradient[j]
	}
	for i := len(pairs) - 1; i >= 0; i-- {
		p := pairs[i]
		rho[i] = 1 / floats.Dot(p.S, p.Y)
		alpha[i] = rho[i] * floats.Dot(p.S, q)
		floats.AddScaled(q, -alpha[i], p.Y)
	}
	m.matrix.solve(m.direction, q)
	m.lengthen(pairs)
	for i, p := range pairs {
		beta := rho[i] * floats.Dot(p.Y, m.direction)
		floats.AddScaled(m.direction, alpha[i]-beta, p.S)
	}
	floats.Scale(-1, m.direction)
	m.holdBound()
}

// holdBound keeps weights at their bounds.
func (m *lbfgs) holdBound() {
	for j := range m.direction {
		if m.box.mark(j, m.Weights[j], m.Gradient[j]) != 0 {
			m.direction[j] = 0
		}
	}
}

// lengthen scales the direction by sᵀy/yᵀH⁻¹y of the last pair where H is only
// a diagonal, which knows the curvature along the axes alone; a tenth without a pair.
func (m *lbfgs) lengthen(pairs []Pair) {
	if m.matrix.h != nil {
		return
	}
	if len(pairs) == 0 {
		floats.Scale(0.1, m.direction)
		return
	}
	p := pairs[len(pairs)-1]
	z := make([]float64, len(p.Y))
	m.matrix.solve(z, p.Y)
	if k := floats.Dot(p.S, p.Y) / floats.Dot(p.Y, z); k > 0 && !math.IsInf(k, 0) {
		floats.Scale(k, m.direction)
	}
}

func (m *lbfgs) step(ctx context.Context) error {
	f, tries, err := m.search(ctx, m.direction, m.w, m.g)
	if (err == errStalled || err == errSettled) && m.refresh() {
		if err := m.again(ctx); err != nil {
			return err
		}
		f, tries, err = m.search(ctx, m.direction, m.w, m.g)
	}
	if err != nil {
		return err
	}
	m.remember()
	if m.matrix.h == nil && !m.opt.Kinked {
		m.recall(m.F)
	}
	m.accept(&m.trial, f)
	if err := m.keepMatrix(ctx, tries); err != nil {
		m.Gap = -1
		return err
	}
	return m.aim()
}

// again makes the matrix from all rows, with kinks from as many as before, and the direction from it.
func (m *lbfgs) again(ctx context.Context) error {
	every := 1
	if m.opt.Kinked {
		every = m.Matrix.Every
	}
	if err := m.renew(ctx, every); err != nil {
		return err
	}
	return m.aim()
}

// refresh says whether a search that failed may do better with another matrix.
func (m *lbfgs) refresh() bool {
	return len(m.Memory) > 0 || m.Matrix.Every > 1 && !m.opt.Kinked
}

// remember adds the pair of the trial if its curvature is positive.
func (m *lbfgs) remember() {
	p := Pair{make([]float64, len(m.w)), make([]float64, len(m.w))}
	floats.SubTo(p.S, m.w, m.Weights)
	floats.SubTo(p.Y, m.g, m.Gradient)
	if floats.Dot(p.S, p.Y) <= 1e-10*floats.Norm(p.S, 2)*floats.Norm(p.Y, 2) {
		return
	}
	m.Memory = append(m.Memory, p)
	m.Memory = m.Memory[max(0, len(m.Memory)-memory):]
}

// keepMatrix makes the matrix again where it is due: at iteration 3; from twice
// the rows five iterations after the last, if they have not made the gap a hundredth,
// or where two searches running needed more than one trial; and from all rows where one
// needed many, because the sample has missed something then.
func (m *lbfgs) keepMatrix(ctx context.Context, tries int) error {
	if m.opt.Kinked {
		return m.keepKinked(ctx)
	}
	recipe := &m.Matrix
	again := tries > 1 && recipe.Retried
	recipe.Retried = tries > 1
	slow := m.matrix.h != nil && m.Iteration-recipe.Iteration >= renewal && m.Gap > 1e-2*recipe.Gap
	switch {
	case tries > 3 && recipe.Every > 1:
		return m.renew(ctx, 1)
	case slow, again && recipe.Every > 1:
		return m.renew(ctx, (recipe.Every+1)/2)
	case m.Iteration == second:
		return m.renew(ctx, recipe.Every)
	}
	return nil
}

// keepKinked is keepMatrix where f has kinks: the gap does not say whether a matrix serves, and more rows make
// none that knows of kinks. A matrix is made again at iteration 3, because weights of a formula that begin near 0 have their
// curvature only then, and at 8, 16, 32, and so on.
func (m *lbfgs) keepKinked(ctx context.Context) error {
	if i := m.Iteration; i == second || i >= firstDoubling && i&(i-1) == 0 {
		return m.renew(ctx, m.Matrix.Every)
	}
	return nil
}

func (m *lbfgs) finish(context.Context) error { return nil }
