package surface

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Prior is what is known of directions before the first game.
type Prior struct {
	Gram [][]float64 // of the changes of expected score by whole steps, see the package; symmetric, without negative eigenvalues

	// Curve is −f″ of a change with a mean square of 1, in Elo, CurveError its standard error between engines.
	Curve, CurveError float64
}

const (
	// slopeByRMS is S: the standard deviation of the slope, in Elo, for a root mean square of 1. It is chosen: a step of
	// usual size, 0.04, is then worth 0 ± 100 Elo before its cost, and fits of engines were worth −140 to +120.
	slopeByRMS = 2_500.0
	// elementError is the standard deviation of an element of H, as a share of the root of the product of the two on the
	// diagonal.
	elementError = 0.3
	// UsualRMS is the root mean square of a whole step, in expected score, where no positions tell it.
	UsualRMS = 0.04
)

// A Model is what is known of a surface: a normal distribution of its parameters.
//
// Parameters: the K slopes, the common factor of H less 1, and the K·(K+1)/2 errors of its elements.
type Model struct {
	gram      *mat.SymDense
	curve     float64
	low, high []float64 // of the coefficients
	precision *mat.SymDense
	weighted  *mat.VecDense // precision · mean
	chol      mat.Cholesky  // of the precision
	mean      *mat.VecDense
}

// NewModel returns what is known before the first game. low and high are the ranges of the coefficients, which have 0 in them.
func NewModel(prior Prior, low, high []float64) (*Model, error) {
	n := len(low)
	switch {
	case n < 1:
		return nil, errors.New("no direction: pass one or more")
	case !(prior.Curve > 0 && prior.CurveError > 0):
		return nil, fmt.Errorf("a curve of %v ± %v: pass numbers above 0", prior.Curve, prior.CurveError)
	}
	m := &Model{low: low, high: high, gram: mat.NewSymDense(n, nil), curve: prior.Curve}
	for i := range n {
		if !(low[i] <= 0 && high[i] >= 0 && low[i] < high[i]) {
			return nil, fmt.Errorf("direction %d: from %v to %v: pass a range that has 0 in it", i+1, low[i], high[i])
		}
		for j := range i + 1 {
			m.gram.SetSym(i, j, prior.Gram[i][j])
		}
		if d := m.gram.At(i, i); !(d > 0) || math.IsInf(d, 0) {
			return nil, fmt.Errorf("direction %d: a mean square of %v: it changes no evaluation", i+1, d)
		}
	}
	return m, m.begin(prior.CurveError / prior.Curve)
}

// K is the number of directions.
func (m *Model) K() int { return len(m.low) }

// begin sets precision and mean before the first game; factor is the standard deviation of the common factor of H.
func (m *Model) begin(factor float64) error {
	k := m.K()
	size := k + 1 + k*(k+1)/2
	m.precision, m.weighted, m.mean = mat.NewSymDense(size, nil), mat.NewVecDense(size, nil), mat.NewVecDense(size, nil)
	slopes := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			slopes.SetSym(i, j, slopeByRMS*slopeByRMS*m.gram.At(i, j))
		}
		slopes.SetSym(i, i, slopes.At(i, i)*(1+nugget))
	}
	var chol mat.Cholesky
	inverse := mat.NewSymDense(k, nil)
	if !chol.Factorize(slopes) {
		return errors.New("the Gram matrix has a negative eigenvalue: pass the means of products over the same positions")
	}
	if err := chol.InverseTo(inverse); err != nil {
		return fmt.Errorf("the Gram matrix: %w", err)
	}
	for i := range k {
		for j := range i + 1 {
			m.precision.SetSym(i, j, inverse.At(i, j))
		}
	}
	m.precision.SetSym(k, k, 1/(factor*factor))
	at := k + 1
	for i := range k {
		for j := range i + 1 {
			sd := elementError * m.curve * math.Sqrt(m.gram.At(i, i)*m.gram.At(j, j))
			m.precision.SetSym(at, at, 1/(sd*sd))
			at++
		}
	}
	return m.solve()
}

// nugget is the share by which slopes of equal directions may differ, in variance: it keeps the matrix regular.
const nugget = 1e-3

// features returns the derivative of f(α) by the parameters, and the part that does not depend on them.
func (m *Model) features(alpha []float64) (x []float64, fixed float64) {
	k := m.K()
	x = make([]float64, 0, m.mean.Len())
	x = append(x, alpha...)
	square := 0.0
	for i := range k {
		for j := range k {
			square += alpha[i] * alpha[j] * m.gram.At(i, j)
		}
	}
	fixed = -m.curve * square / 2
	x = append(x, fixed)
	for i := range k {
		for j := range i + 1 {
			v := -alpha[i] * alpha[j]
			if i == j {
				v /= 2
			}
			x = append(x, v)
		}
	}
	return x, fixed
}

// A Glimpse is the result of a pair of games: a's share of the points, 0 to 1, against b.
type Glimpse struct {
	A, B  []float64
	Score float64
}

// Learn takes results. variance is that of a pair's share of the points.
func (m *Model) Learn(list []Glimpse, variance float64) error {
	for i := range list {
		g := &list[i]
		x, fixed := m.features(g.A)
		y, other := m.features(g.B)
		expected := fixed - other
		for j := range x {
			x[j] -= y[j]
		}
		v := mat.NewVecDense(len(x), x)
		expected += mat.Dot(v, m.mean)
		score := 1 / (1 + math.Pow(10, -expected/400))
		slope := score * (1 - score) * math.Ln10 / 400
		target := expected + (g.Score-score)/slope - (fixed - other)
		weight := slope * slope / variance
		m.precision.SymRankOne(m.precision, weight, v)
		m.weighted.AddScaledVec(m.weighted, weight*target, v)
	}
	return m.solve()
}

// solve sets the mean.
func (m *Model) solve() error {
	if !m.chol.Factorize(m.precision) {
		return errors.New("surface: the precision is singular")
	}
	return m.chol.SolveVecTo(m.mean, m.weighted)
}

// A quadratic is one surface.
type quadratic struct {
	g []float64
	h *mat.SymDense
}

// at returns the surface with some parameters.
func (m *Model) at(theta *mat.VecDense) quadratic {
	k := m.K()
	q := quadratic{g: make([]float64, k), h: mat.NewSymDense(k, nil)}
	for i := range k {
		q.g[i] = theta.AtVec(i)
	}
	at := k + 1
	for i := range k {
		for j := range i + 1 {
			q.h.SetSym(i, j, m.curve*(1+theta.AtVec(k))*m.gram.At(i, j)+theta.AtVec(at))
			at++
		}
	}
	return q
}

// value is f(α).
func (q *quadratic) value(alpha []float64) (f float64) {
	for i, a := range alpha {
		f += q.g[i] * a
		for j, b := range alpha {
			f -= a * b * q.h.At(i, j) / 2
		}
	}
	return f
}
