package predict

import "math"

// Of forecasts what a step is worth. A new engine has the spread of engines in its intervals.
func Of(s Step) Forecast {
	h, sd := Curve(s.square())
	p := Prior{Slope: 0, Curve: h, Var: [2][2]float64{{h * h / 4, 0}, {0, sd * sd}}}
	return p.Forecast()
}

// Curve is −f″ of a step with this mean squared change of expected scores, in Elo, with its standard error between engines.
func Curve(squared float64) (h, stdErr float64) { return 50000 * squared, 20000 * squared }

func (s *Step) square() float64 {
	if s.Squared > 0 {
		return s.Squared
	}
	return 1.5 * s.Distance * s.Distance
}

// Forecast is what a prior says of the step.
func (p Prior) Forecast() Forecast {
	whole, sd := p.At(1)
	f := Forecast{Prior: p, Whole: interval(whole, sd), Gains: 0.5 * math.Erfc(-whole/(sd*math.Sqrt2))}
	f.Best = min(1.5, max(0, p.Slope/p.Curve))
	f.AtBest = interval(p.At(f.Best))
	f.Word = wordOf(f.Gains)
	return f
}

// At is the Elo expected of α times the step, with its standard error.
func (p Prior) At(alpha float64) (value, stdErr float64) {
	a, b := alpha, -alpha*alpha/2
	v := a*a*p.Var[0][0] + 2*a*b*p.Var[0][1] + b*b*p.Var[1][1]
	return a*p.Slope + b*p.Curve, math.Sqrt(max(0, v))
}

func interval(value, stdErr float64) Interval {
	return Interval{value, value - 1.96*stdErr, value + 1.96*stdErr}
}

func wordOf(gains float64) Word {
	switch {
	case gains >= 0.8:
		return Gain
	case gains <= 0.2:
		return Lose
	}
	return Toss
}
