package predict

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Of forecasts what a step is worth. The engine may be any: its interval has the spread of engines.
func Of(s Step) Forecast { return whole().of(s, promised()) }

// of forecasts by a model and an offset of regret.
func (m *model) of(s Step, o offset) Forecast {
	p := m.prior(&s)
	if s.Regret != nil {
		d2, _ := s.squareOrUsual()
		if s.OwnLine {
			o = offset{}
		}
		p = p.see(s.Regret, d2, o)
	}
	return p.Forecast()
}

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
const tunedShare = 0.75

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

func sq(x float64) float64 { return x * x }

// mean1 is the mean of a combination of the coefficients, between the covariance of two.
func (m *model) mean1(x []float64) float64 { return mat.Dot(mat.NewVecDense(len(x), x), m.mean) }

func (m *model) between(x, y []float64) float64 {
	return mat.Inner(mat.NewVecDense(len(x), x), m.cov, mat.NewVecDense(len(y), y))
}

// Forecast is what a prior says of the step. Elo is rounded to a hundredth and probabilities to a thousandth.
func (p Prior) Forecast() Forecast {
	value, sd := p.At(1)
	f := Forecast{Prior: p.rounded(), Whole: interval(value, sd), Gains: 0.5, Word: Toss}
	if sd > 0 && p.Curve > 0 {
		f.Gains = round(student.CDF(value/sd), 1000)
		f.Best = round(min(mostOfStep, max(0, p.Slope/p.Curve)), 100)
		f.AtBest = interval(p.At(f.Best))
		f.Word = wordOf(f.Gains)
	}
	return f
}

func (p Prior) rounded() Prior {
	p.Slope, p.Curve = round(p.Slope, 100), round(p.Curve, 100)
	for i := range p.Var {
		for j := range p.Var[i] {
			p.Var[i][j] = round(p.Var[i][j], 100)
		}
	}
	return p
}

func round(x, by float64) float64 { return math.Round(x*by) / by }

// mostOfStep is the largest α that is proposed.
const mostOfStep = 1.5

// student is the distribution of what is left about the prediction. Its freedom is about the number of engines.
var student = distuv.StudentsT{Sigma: 1, Nu: 12}

// At is the Elo expected of α times the step, with its standard error.
func (p Prior) At(alpha float64) (value, stdErr float64) {
	a, b := alpha, -alpha*alpha/2
	v := a*a*p.Var[0][0] + 2*a*b*p.Var[0][1] + b*b*p.Var[1][1]
	return a*p.Slope + b*p.Curve, math.Sqrt(max(0, v))
}

func interval(value, stdErr float64) Interval {
	half := student.Quantile(0.975) * stdErr
	return Interval{round(value, 100), round(value-half, 100), round(value+half, 100)}
}

func wordOf(gains float64) Word {
	switch {
	case gains >= LikelyFrom:
		return Gain
	case gains <= 1-LikelyFrom:
		return Lose
	}
	return Toss
}
