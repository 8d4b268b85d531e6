package sparse

import (
	"fmt"
	"math"

	"example.org/centipawn/fit/sparse/packed"
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

	// Drawn is the unit of penalties: a drawn row's loss is about Drawn·z² for a small z, less the loss at 0.
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

	// AddAt is Add where the predictions e of the logits are known; losses have it with Slopes.
	AddAt func(total float64, z, e []float64, target, weight []float32) float64

	// Slopes returns the sums of the first three derivatives by a logit that is added to all rows, for
	// intercepts by group, and what stands for the second where that is not positive; nil: the loss
	// is refused for these.
	Slopes func(e []float64, target, weight []float32) (first, second, third, gauss float64)
}

// Losses are the losses of expected scores, see the package comment.
var Losses = []*Loss{Sigmoid, CrossEntropy, Outcomes}

// Check returns which part the loss lacks, or which of its functions contradicts its sum.
func (l *Loss) Check() error {
	for _, part := range []struct {
		name string
		has  bool
	}{
		{"Name", l.Name != ""}, {"Add", l.Add != nil}, {"Slope", l.Slope != nil}, {"Curvature", l.Curvature != nil}, {"Unit", l.Unit > 0}, {"Drawn", l.Drawn > 0},
		{"AddAt, which Slopes need", l.AddAt != nil || l.Slopes == nil}, {"Slopes, which AddAt needs", l.Slopes != nil || l.AddAt == nil},
	} {
		if !part.has {
			return fmt.Errorf("the loss %q lacks %s", l.Name, part.name)
		}
	}
	for _, at := range []struct{ z, target float64 }{{-1.5, 0.25}, {-1.5, 1}, {0.7, 0.25}, {0.7, 0}} {
		if err := l.differs(at.z, at.target); err != nil {
			return fmt.Errorf("the loss %q: %w", l.Name, err)
		}
	}
	// Where a drawn row's loss is quadratic; as a unit, half of it or twice as much is near enough.
	if want := l.Unit * l.bend(0, 0.5) / 2; want > 1e-9 && !(l.Drawn >= want/2 && l.Drawn <= 2*want) {
		return fmt.Errorf("the loss %q: Drawn is %g, and a drawn row's loss is %.4g·z² for a small z: pass that", l.Name, l.Drawn, want)
	}
	return nil
}

// A claim is what a function returns for a row, and what others make of it.
type claim struct {
	name      string
	got, want float64
}

// differs compares the derivatives of a row with differences.
func (l *Loss) differs(z, target float64) error {
	const step, tolerance = 1e-4, 1e-6
	add := func(z float64) (loss, slope float64) {
		list := []float64{z}
		loss = l.Add(0, list, []float32{float32(target)}, nil)
		return loss, list[0]
	}
	rise := func(high, low float64) float64 { return (high - low) / (2 * step) }
	low, lowSlope := add(z - step)
	high, highSlope := add(z + step)
	loss, slope := add(z)
	e := l.prediction(z)
	claims := []claim{
		{"the derivative that Add stores", slope, rise(high, low) / l.Unit}, {"Slope", l.Slope(e, e-e*e, target), slope},
		{"Curvature", l.bend(z, target), rise(highSlope, lowSlope)},
	}
	if l.Slopes != nil {
		at, t := []float64{z}, []float32{float32(target)}
		first, second, third, _ := l.Slopes([]float64{e}, t, nil)
		claims = append(claims, claim{"AddAt", l.AddAt(0, at, []float64{e}, t, nil), loss}, claim{"the derivative that AddAt stores", at[0], slope},
			claim{"the first of Slopes", first, slope}, claim{"the second of Slopes", second, l.bend(z, target)},
			claim{"the third of Slopes", third, rise(l.bend(z+step, target), l.bend(z-step, target))})
	}
	for _, c := range claims {
		if !(math.Abs(c.got-c.want) <= tolerance*max(1, math.Abs(c.want))) {
			return fmt.Errorf("%s is %.7g for the logit %g and the target %g: by Add and its differences it is %.7g", c.name, c.got, z, target, c.want)
		}
	}
	return nil
}

// bend returns the second derivative of a row by its logit.
func (l *Loss) bend(z, target float64) float64 {
	e := l.prediction(z)
	return l.Curvature(Exact, e, e-e*e, target)
}

// prediction returns e.
func (l *Loss) prediction(z float64) float64 {
	e := []float64{z}
	l.expected(e)
	return e[0]
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
			r, w := e-float64(target[i]), packed.WeightAt(weight, i)
			total += w * r * r
			z[i] = w * r * (e - e*e)
		}
		return total
	},
	Slopes: func(e []float64, target, weight []float32) (first, second, third, gauss float64) {
		target = target[:len(e)]
		for i, e := range e {
			d, r, turn, w := e-e*e, e-float64(target[i]), 1-2*e, packed.WeightAt(weight, i)
			square := w * d * d
			first += w * r * d
			gauss += square
			second += square + w*r*d*turn
			third += 3*square*turn + w*r*d*(turn*turn-2*d)
		}
		return first, second, third, gauss
	},
}

// addSquares is Add of Sigmoid.
func addSquares(total float64, z []float64, target, weight []float32) float64 {
	winprob.ExpectedBatch(z)
	target = target[:len(z)]
	sum := 0.0
	for i, e := range z {
		r, w := e-float64(target[i]), packed.WeightAt(weight, i)
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
			t, w := float64(target[i]), packed.WeightAt(weight, i)
			total += w * entropyAt(z[i], t)
			z[i] = w * (e - t)
		}
		return total
	},
	Slopes: func(e []float64, target, weight []float32) (first, second, third, gauss float64) {
		target = target[:len(e)]
		for i, e := range e {
			w := packed.WeightAt(weight, i)
			d := w * (e - e*e)
			first += w * (e - float64(target[i]))
			second += d
			third += d * (1 - 2*e)
		}
		return first, second, third, 0
	},
}

// addEntropies is Add of CrossEntropy.
func addEntropies(total float64, z []float64, target, weight []float32) float64 {
	for i, v := range z {
		total += packed.WeightAt(weight, i) * entropyAt(v, float64(target[i]))
	}
	winprob.ExpectedBatch(z)
	for i, e := range z {
		z[i] = packed.WeightAt(weight, i) * (e - float64(target[i]))
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
			r, w := v-float64(target[i]), packed.WeightAt(weight, i)
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
		Slopes: func(z []float64, target, weight []float32) (first, second, third, gauss float64) {
			for i, v := range z {
				r, w := v-float64(target[i]), packed.WeightAt(weight, i)
				first += w * slope(r)
				gauss += w * min(1, delta/math.Abs(r))
				if math.Abs(r) <= delta {
					second += w
				}
			}
			return first, second, 0, gauss
		},
	}
}

// expected turns logits into expected scores, where the loss knows these.
func (l *Loss) expected(z []float64) {
	if !l.Linear && !l.Raw {
		winprob.ExpectedBatch(z)
	}
}

// An OrderedModel is what the loss of [Ordered] is made of.
type OrderedModel struct {
	WDL   winprob.WDL
	Scale float64
}
