package winprob

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// maxParameters is the most that a model of this package has, K's apart.
const maxParameters = 4

// parameters are the first few of an array; a model knows how many it has.
type parameters [maxParameters]float64

// A likelihood is minus a sum of weight × log likelihood over rows, and its
// derivatives.
type likelihood struct {
	weight, loss float64
	gradient     parameters
	curvature    [maxParameters]parameters // second derivatives
	gauss        [maxParameters]parameters // their part that is never negative
}

func (l *likelihood) add(m likelihood) {
	l.weight += m.weight
	l.loss += m.loss
	for i := range m.gradient {
		l.gradient[i] += m.gradient[i]
		for j := range m.gradient {
			l.curvature[i][j] += m.curvature[i][j]
			l.gauss[i][j] += m.gauss[i][j]
		}
	}
}

// factor returns the Cholesky factor of the curvature, or of its part that is
// never negative where the whole is not positive; nil if neither is.
func (l *likelihood) factor(order int) *mat.Cholesky {
	var c mat.Cholesky
	for _, m := range []*[maxParameters]parameters{&l.curvature, &l.gauss} {
		s := mat.NewSymDense(order, nil)
		for i := range order {
			for j := i; j < order; j++ {
				s.SetSym(i, j, m[i][j])
			}
		}
		if c.Factorize(s) && c.Cond() < 1e14 {
			return &c
		}
	}
	return nil
}

// errSingular means that the data do not determine the parameters, errUnsettled
// that they have not come to rest.
var (
	errSingular  = errors.New("the data do not determine the parameters")
	errUnsettled = errors.New("no maximum of the likelihood")
)

// maximum returns the parameters of the largest likelihood that Newton's method
// finds from start, halving steps that lead down. With them come the likelihood
// of its last pass, whose derivatives are theirs but for rounding, and the number
// of passes. at is +Inf outside the model's domain.
func maximum(order int, start parameters, at func(parameters) likelihood) (parameters, likelihood, int, error) {
	theta, here, passes := start, at(start), 1
	for passes < 50 {
		c := here.factor(order)
		if c == nil {
			return theta, here, passes, errSingular
		}
		step, decrement := here.step(order, c)
		next := theta.plus(step, 1)
		if decrement <= 1e-16*here.weight { // the error of next is about the square
			return next, here, passes, nil
		}
		there := at(next)
		passes++
		for t := 0.5; !(there.loss <= here.loss*(1+1e-13)); t /= 2 {
			if t < 1e-6 {
				return theta, here, passes, errUnsettled
			}
			next = theta.plus(step, t)
			there = at(next)
			passes++
		}
		theta, here = next, there
	}
	return theta, here, passes, errUnsettled
}

// step returns Newton's step and what it promises: gᵀH⁻¹g.
func (l *likelihood) step(order int, c *mat.Cholesky) (step parameters, decrement float64) {
	var x mat.VecDense
	if err := c.SolveVecTo(&x, mat.NewVecDense(order, l.gradient[:order])); err != nil {
		return step, math.Inf(1)
	}
	for i := range order {
		step[i] = -x.AtVec(i)
		decrement -= step[i] * l.gradient[i]
	}
	return step, decrement
}

func (p parameters) plus(step parameters, t float64) parameters {
	for i := range p {
		p[i] += t * step[i]
	}
	return p
}

// stdErrs returns the standard errors of the sandwich from a factor of the
// curvature and the sums of the scores by cluster.
func stdErrs(order int, c *mat.Cholesky, games *clusterSums) (se parameters, err error) {
	var bread mat.SymDense
	if err := c.InverseTo(&bread); err != nil {
		return se, err
	}
	var half, v mat.Dense
	half.Mul(&bread, mat.NewDense(order, order, games.meat()))
	v.Mul(&half, &bread)
	for i := range order {
		se[i] = math.Sqrt(v.At(i, i))
	}
	return se, nil
}
