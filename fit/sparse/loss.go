package sparse

import (
	"math"

	"example.org/centipawn/winprob"
)

// Curvature is a kind of second derivative of the loss.
type Curvature uint8

const (
	// GaussNewton leaves out the curvature of the logistic itself: never
	// negative, and the expectation of Exact if the model is right.
	GaussNewton Curvature = iota

	// Exact is the matrix of second derivatives.
	Exact
)

// A Loss measures the error of expected scores e = 1/(1+e^(−z)) against targets t
// in [0,1]. It is all that a fit has to know of it.
type Loss struct {
	Name string       // in options and files
	K    winprob.Loss // what K makes small, and test errors are measured in

	// Convex says that the second derivative by z is never negative. Then both
	// kinds of curvature are one.
	Convex bool

	// Linear says that the loss compares the evaluation itself, z, with targets in its unit: then e
	// below is z.
	Linear bool

	// Raw says that e below is z, although the targets are expected scores.
	Raw bool

	// Phased returns the loss at a phase, the MG factor; nil: it is the same in all.
	Phased func(mg float64) *Loss

	// Model is what a loss of [Ordered] is made of; nil of others.
	Model *OrderedModel

	// Drawn is what a drawn row adds to the loss for a logit of 1, doubled: the
	// unit of penalties.
	Drawn float64

	// Unit is what the derivatives below are without.
	Unit float64

	// Add returns total plus the weighted losses of rows whose logits are z, and
	// makes z their derivatives by the logits. A nil weight is 1 everywhere.
	Add func(total float64, z []float64, target, weight []float32) float64

	// Slope returns the derivative of a row's loss by z, d being e·(1−e).
	Slope func(e, d, target float64) float64

	// Curvature returns the second derivative.
	Curvature func(kind Curvature, e, d, target float64) float64

	// AddAt is Add where the predictions e of the logits are known; only losses with Slopes have it.
	AddAt func(total float64, z, e []float64, target, weight []float32) float64

	// Slopes returns the sums of the first three derivatives by a logit that is added to all rows,
	// for intercepts by group; nil: the loss knows none.
	Slopes func(e []float64, target, weight []float32) slopes
}

// Losses are the losses of expected scores, see the package comment.
var Losses = []*Loss{Sigmoid, CrossEntropy, Outcomes}

// LossNames returns their names.
func LossNames() (names []string) {
	for _, l := range Losses {
		names = append(names, l.Name)
	}
	return names
}

// Measured returns which of two measures of errors is that of the loss.
func Measured[T any](l *Loss, squared, entropy T) T {
	if l.K == winprob.CrossEntropy {
		return entropy
	}
	return squared
}

// Sigmoid is (e−t)².
var Sigmoid = &Loss{
	Name: "sigmoid", K: winprob.Squared, Drawn: 1. / 16, Unit: 2,
	Add:   addSquares,
	Slope: func(e, d, target float64) float64 { return (e - target) * d },
	Curvature: func(kind Curvature, e, d, target float64) float64 {
		if kind == Exact {
			return d*d + (e-target)*d*(1-2*e)
		}
		return d * d
	},
	AddAt: func(total float64, z, e []float64, target, weight []float32) float64 {
		for i, e := range e {
			r, w := e-float64(target[i]), weightAt(weight, i)
			total += w * r * r
			z[i] = w * r * (e - e*e)
		}
		return total
	},
	Slopes: func(e []float64, target, weight []float32) (s slopes) {
		target = target[:len(e)]
		for i, e := range e {
			d, r, turn, w := e-e*e, e-float64(target[i]), 1-2*e, weightAt(weight, i)
			gauss := w * d * d
			s.first += w * r * d
			s.gauss += gauss
			s.second += gauss + w*r*d*turn
			s.third += 3*gauss*turn + w*r*d*(turn*turn-2*d)
		}
		return s
	},
}

// addSquares is Add of Sigmoid.
func addSquares(total float64, z []float64, target, weight []float32) float64 {
	winprob.ExpectedBatch(z)
	target = target[:len(z)]
	sum := 0.0
	for i, e := range z {
		r, w := e-float64(target[i]), weightAt(weight, i)
		sum += w * r * r
		z[i] = w * r * (e - e*e)
	}
	return total + sum
}

// CrossEntropy is −t·ln e − (1−t)·ln(1−e).
var CrossEntropy = &Loss{
	Name: "crossentropy", K: winprob.CrossEntropy, Convex: true, Drawn: 1. / 8, Unit: 1,
	Add:       addEntropies,
	Slope:     func(e, _, target float64) float64 { return e - target },
	Curvature: func(_ Curvature, _, d, _ float64) float64 { return d },
	AddAt: func(total float64, z, e []float64, target, weight []float32) float64 {
		for i, e := range e {
			t, w := float64(target[i]), weightAt(weight, i)
			total += w * entropyAt(z[i], t)
			z[i] = w * (e - t)
		}
		return total
	},
	Slopes: func(e []float64, target, weight []float32) (s slopes) {
		target = target[:len(e)]
		for i, e := range e {
			w := weightAt(weight, i)
			d := w * (e - e*e)
			s.first += w * (e - float64(target[i]))
			s.second += d
			s.third += d * (1 - 2*e)
		}
		return s
	},
}

// addEntropies is Add of CrossEntropy.
func addEntropies(total float64, z []float64, target, weight []float32) float64 {
	for i, v := range z {
		total += weightAt(weight, i) * entropyAt(v, float64(target[i]))
	}
	winprob.ExpectedBatch(z)
	for i, e := range z {
		z[i] = weightAt(weight, i) * (e - float64(target[i]))
	}
	return total
}

// entropyAt returns the cross entropy of a logit, ln(1+e^z) − t·z, in a form that
// does not overflow.
func entropyAt(z, target float64) float64 {
	return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - target*z
}

// Centipawns is the loss of centipawns: r², r being z − t, and beyond a delta above 0 Huber's
// 2δ|r| − δ². In place of its curvature there, 0, Gauss–Newton has that of reweighted least squares,
// δ/|r|.
func Centipawns(delta float64) *Loss {
	if delta == 0 {
		delta = math.Inf(1)
	}
	slope := func(r float64) float64 { return min(max(r, -delta), delta) }
	add := func(total float64, z []float64, target, weight []float32) float64 {
		for i, v := range z {
			r, w := v-float64(target[i]), weightAt(weight, i)
			s := slope(r)
			total += w * s * (2*r - s)
			z[i] = w * s
		}
		return total
	}
	return &Loss{
		Name: "centipawns", Convex: true, Linear: true, Drawn: 1, Unit: 2,
		Add: add,
		AddAt: func(total float64, z, _ []float64, target, weight []float32) float64 {
			return add(total, z, target, weight)
		},
		Slope: func(z, _, target float64) float64 { return slope(z - target) },
		Curvature: func(kind Curvature, z, _, target float64) float64 {
			r := math.Abs(z - target)
			if kind == Exact && r > delta {
				return 0
			}
			return min(1, delta/r)
		},
		Slopes: func(z []float64, target, weight []float32) (s slopes) {
			for i, v := range z {
				r, w := v-float64(target[i]), weightAt(weight, i)
				s.first += w * slope(r)
				s.gauss += w * min(1, delta/math.Abs(r))
				if math.Abs(r) <= delta {
					s.second += w
				}
			}
			return s
		},
	}
}

// expected turns logits into expected scores, where the loss knows these.
func (l *Loss) expected(z []float64) {
	if !l.Linear && !l.Raw {
		winprob.ExpectedBatch(z)
	}
}

// weightAt returns the weight of row i.
func weightAt(weights []float32, i int) float64 {
	if weights == nil {
		return 1
	}
	return float64(weights[i])
}
