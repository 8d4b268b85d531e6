package predict

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Of forecasts what a step is worth. The engine may be any: its interval has the spread of engines.
func Of(s Step) Forecast { return whole().of(s, promised()) }

// of forecasts by a model and an offset of regret.
func (m *model) of(s Step, o Offset) Forecast {
	d2, _ := s.squareOrUsual()
	return m.prior(&s).with(&s, d2, o)
}

// with is the forecast of a step with that D², by what regret says of it, too, if it was measured.
func (p Prior) with(s *Step, d2 float64, o Offset) Forecast {
	if s.Regret != nil {
		if s.OwnLine {
			o = Offset{}
		}
		p = p.see(s.Regret, d2, o)
	}
	f := p.Forecast()
	f.Squared = d2
	return f
}

// With is the forecast with what regret says of the same step, which the forecast has not seen.
func (f Forecast) With(regret Step) Forecast { return f.Prior.with(&regret, f.Squared, promised()) }

// Curve is h = −f″ of a step with this mean squared change of expected scores, in Elo, and its standard error, engines included.
func Curve(squared float64) (h, stdErr float64) {
	p := whole().prior(&Step{Squared: squared, Fall: math.NaN()})
	return p.Curve, math.Sqrt(p.Var[1][1])
}

// A class of steps that may be meant, with its probability.
type chance struct {
	class int
	p     float64
}

// tunedShare is how probable it is of old weights of which nothing is known that they are tuned: the share of the engines.
const tunedShare = 8. / 11

// classes are those that a step may be of.
func (s *Step) classes() (list []chance) {
	mades, shares := []Made{s.Made}, []float64{1}
	if s.Made == AnyMade {
		mades, shares = []Made{Tuned, ByHand}, []float64{tunedShare, 1 - tunedShare}
	}
	for i, made := range mades {
		if s.Kind == AnyKind {
			list = append(list, chance{class(made, Scores), shares[i] / 2}, chance{class(made, Results), shares[i] / 2})
			continue
		}
		list = append(list, chance{class(made, s.Kind), shares[i]})
	}
	return list
}

// squareOrUsual is D², that of a usual step if it is not known.
func (s *Step) squareOrUsual() (d2 float64, known bool) {
	if d2 = s.square(); !math.IsNaN(d2) {
		return d2, true
	}
	d := usualDistance[""]
	return squaredOfDistance * d * d, false
}

// prior is that of a step of a new engine, a mixture of what the step may be taken by its moments.
func (m *model) prior(s *Step) (p Prior) {
	d2, known := s.squareOrUsual()
	labels := s.toLabels(d2)
	curve := make([]float64, coefficients)
	curve[ofCurve] = d2
	p.Curve = m.mean1(curve)
	p.Var[1][1] = m.between(curve, curve) + sq(m.curve*d2)
	for _, c := range s.classes() {
		slope := make([]float64, coefficients)
		slope[c.class] = d2 * labels
		g := m.mean1(slope)
		p.Slope += c.p * g
		p.Var[0][0] += c.p * (g*g + m.between(slope, slope) + sq(m.engine*d2*labels) + sq(m.fit*d2*labels) + sq(m.noise)*d2)
		p.Var[0][1] += c.p * m.between(slope, curve)
	}
	p.Var[0][0] -= p.Slope * p.Slope
	if !known {
		p.Var[0][0] += sq(unknownDistance * p.Slope)
		p.Var[1][1] += sq(unknownDistance * p.Curve)
		p.Var[0][1] += sq(unknownDistance) * p.Slope * p.Curve
	}
	p.Var[1][0] = p.Var[0][1]
	return p
}

// mean1 is the mean of a combination of the coefficients, between the covariance of two.
func (m *model) mean1(x []float64) float64 { return mat.Dot(mat.NewVecDense(len(x), x), m.mean) }

func (m *model) between(x, y []float64) float64 {
	return mat.Inner(mat.NewVecDense(len(x), x), m.cov, mat.NewVecDense(len(y), y))
}
