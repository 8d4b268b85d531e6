package predict

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/internal/confidence"
)

// The coefficients: κ, and κ·ρ of each class of steps.
const (
	ofCurve = iota
	ofHand
	ofScores
	ofResults
	ofOwn
	ofNew
	coefficients
)

// class says whose ρ a step has.
func class(made Made, kind Kind) int {
	switch {
	case made == NewTerms || made == Rough:
		return ofNew
	case made == ByHand && kind != Results:
		return ofHand
	case kind == Scores:
		return ofScores
	case kind == Results:
		return ofResults
	}
	return ofOwn
}

// Spreads are standard deviations: of ρ·κ between engines and between fits, of the slope by a unit of distance between fits,
// and of κ between engines.
type spreads struct{ engine, fit, noise, curve float64 }

// A model is what the matches say of the coefficients.
type model struct {
	mean *mat.VecDense
	cov  *mat.Dense
	spreads
}

// The usual squared distances of steps whose distance is not known, by what the guard said of them.
var usualDistance = map[string]float64{"will lose": 0.065, "doubtful": 0.036, "safe to try": 0.016, "": 0.034}

// squaredOfDistance turns the squared distance of the farthest phase into the mean of squares of all rows.
const squaredOfDistance = 1.06

// unknownDistance is the relative error of D² where it is not known.
const unknownDistance = 0.5

// square is D², and whether it is known.
func (m *Match) square() (d2 float64, known bool) {
	if d2 = m.Step.square(); !math.IsNaN(d2) {
		return d2, true
	}
	d := usualDistance[m.Guard]
	return squaredOfDistance * d * d, false
}

// square is D², NaN if it is not known.
func (s *Step) square() float64 {
	if !math.IsNaN(s.Squared) {
		return s.Squared
	}
	return squaredOfDistance * s.Distance * s.Distance
}

// toLabels is (L + D²)/2D², the part of the step at which labels go best; 1 where it is not known.
func (s *Step) toLabels(d2 float64) float64 {
	if math.IsNaN(s.Fall) || d2 == 0 {
		return 1
	}
	return min(1.5, max(-0.5, (s.Fall/d2+1)/2))
}

// design is the row of a step of α in the regression, and what of it the random effects multiply.
func design(alpha, d2, labels float64, class int) []float64 {
	x := make([]float64, coefficients)
	x[ofCurve] = -alpha * alpha * d2 / 2
	x[class] = alpha * d2 * labels
	return x
}

// A regression is of matches.
type regression struct {
	list  []Match
	x     *mat.Dense
	y     *mat.VecDense
	d2    []float64
	shown []float64 // D² times the part of the way that labels show
	rest  []float64 // variance of the match
}

func regress(list []Match) *regression {
	r := &regression{list: list, x: mat.NewDense(len(list), coefficients, nil), y: mat.NewVecDense(len(list), nil)}
	for i := range list {
		m := &list[i]
		d2, known := m.square()
		r.x.SetRow(i, design(m.Alpha, d2, m.toLabels(d2), class(m.Made, m.Kind)))
		r.y.SetVec(i, m.Elo.Value)
		se := (m.Elo.High - m.Elo.Low) / (2 * confidence.Z95)
		v := se * se
		if !known {
			v += sq(unknownDistance * m.Elo.Value)
		}
		r.d2, r.rest, r.shown = append(r.d2, d2), append(r.rest, v), append(r.shown, d2*m.toLabels(d2))
	}
	return r
}

// variance is that of the matches.
func (r *regression) variance(s spreads) *mat.SymDense {
	n := len(r.list)
	v := mat.NewSymDense(n, nil)
	for i := range n {
		a, di := &r.list[i], r.d2[i]
		for j := i; j < n; j++ {
			b, dj := &r.list[j], r.d2[j]
			if a.Engine != b.Engine {
				continue
			}
			at, shown := a.Alpha*b.Alpha, r.shown[i]*r.shown[j]
			sum := sq(s.engine)*at*shown + sq(s.curve*at)*di*dj/4
			if a.Fit == b.Fit {
				sum += at * (sq(s.fit)*shown + sq(s.noise)*math.Sqrt(di*dj))
			}
			if i == j {
				sum += r.rest[i]
			}
			v.SetSym(i, j, sum)
		}
	}
	return v
}

// prior variances of the coefficients are so wide that they say nothing, but make every subset of matches solvable.
const wide = 3e5

// solve returns the coefficients and the logarithm of the restricted likelihood.
func (r *regression) solve(s spreads) (*model, float64) {
	var v mat.Cholesky
	if !v.Factorize(r.variance(s)) {
		return nil, math.Inf(-1)
	}
	var vx, xvx mat.Dense
	_ = v.SolveTo(&vx, r.x)
	xvx.Mul(r.x.T(), &vx)
	a := mat.NewSymDense(coefficients, nil)
	for i := range coefficients {
		for j := i; j < coefficients; j++ {
			a.SetSym(i, j, xvx.At(i, j))
		}
		a.SetSym(i, i, a.At(i, i)+1/(wide*wide))
	}
	var c mat.Cholesky
	if !c.Factorize(a) {
		return nil, math.Inf(-1)
	}
	var right, vr, residual mat.VecDense
	right.MulVec(vx.T(), r.y)
	mean := mat.NewVecDense(coefficients, nil)
	_ = c.SolveVecTo(mean, &right)
	residual.MulVec(r.x, mean)
	residual.SubVec(r.y, &residual)
	_ = v.SolveVecTo(&vr, &residual)
	var cov mat.SymDense
	_ = c.InverseTo(&cov)
	m := &model{mean: mean, cov: mat.DenseCopyOf(&cov), spreads: s}
	return m, -0.5 * (v.LogDet() + c.LogDet() + mat.Dot(&residual, &vr))
}

// estimate finds the spreads that are most likely by the restricted likelihood, that of the curve given.
func (r *regression) estimate(curve float64) spreads {
	best := spreads{engine: 15000, fit: 20000, noise: 100, curve: curve}
	_, top := r.solve(best)
	for _, step := range []float64{2, 1.4, 1.15, 1.05} {
		for again := true; again; {
			again = false
			for _, at := range []func(*spreads) *float64{
				func(s *spreads) *float64 { return &s.engine }, func(s *spreads) *float64 { return &s.fit }, func(s *spreads) *float64 { return &s.noise }} {
				for _, by := range []float64{step, 1 / step} {
					try := best
					p := at(&try)
					*p = max(1, *p*by)
					if _, l := r.solve(try); l > top+1e-6 {
						best, top, again = try, l, true
					}
				}
			}
		}
	}
	return best
}

// all are the matches of the model.
func all() []Match { return slices.Concat(Engines(), Tables()) }

// fitted are the spreads of all matches, as TestSpreads estimates them. That of the curve is a quarter of κ: whole steps
// cannot tell it from that of the slope, and parts of steps were played of one engine alone.
var fitted = spreads{engine: 16900, fit: 8800, noise: 590, curve: 17000}

var whole = sync.OnceValue(func() *model { m, _ := regress(all()).solve(fitted); return m })
