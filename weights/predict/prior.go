package predict

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

func sq(x float64) float64 { return x * x }

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
