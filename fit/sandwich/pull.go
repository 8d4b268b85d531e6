package sandwich

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// pulled adds to the variances v what the penalty's pull does: τ·M⁻¹PM⁻¹.
//
// In few games a weight is known from what it has in common with the others, and so is its
// error: the dispersion counts as so many degrees of freedom (moderate) of the sampling variance.
//
// Sources: G. Wahba, "Bayesian 'Confidence Intervals' for the Cross-Validated Smoothing Spline"
// (1983); D. Nychka, "Bayesian Confidence Intervals for Smoothing Splines" (1988), on
// their coverage over all weights together; G. Smyth, "Linear Models and Empirical Bayes Methods
// for Assessing Differential Expression in Microarray Experiments" (2004), on errors that are.
//
// A strength that folds of the same games chose says nothing of τ: they choose a strong one just when
// the data moved the weights little, by chance or because the truth is near. Then τ is what the data say
// of it, and a weight has an error only as far as that is enough for what τ makes of its variance (see
// leastKnown).
func (p *Problem) pulled(left *left, meat *mat.SymDense, v, freedom []float64) {
	dispersion := p.dispersion(left)
	tau, free, known, bend := p.distance(meat, dispersion)
	direct := p.direct()
	if bend != 1 { // what the penalty does not hold, the rows know worse, too
		bent := *p
		bent.Effect = p.less(p.Effect, 1/bend, 1/bend)
		narrow, wide := p.between(meat), bent.between(meat)
		for j := range v {
			if narrow[j] > 0 {
				v[j] *= wide[j] / narrow[j]
			}
		}
		p = &bent
	}
	pull := p.diagonal(timesSparse(p.Effect, p.Penalty.Second))
	for j := range v {
		a, b := v[j], tau*pull[j]
		if most := max(tau, dispersion) * pull[j]; p.Penalty.Chosen && leastKnown*most > known*(v[j]+most) {
			v[j], freedom[j] = 0, 0
			continue
		}
		if freedom[j] > 0 && direct[j] {
			rows := max(0, p.Effect.At(j, j)-pull[j]) // of M⁻¹HM⁻¹
			a = (freedom[j]*a + moderate*dispersion*rows) / (freedom[j] + moderate)
			freedom[j] += moderate
		}
		if v[j] = a + b; v[j] > 0 {
			freedom[j] = v[j] * v[j] / (a*a/max(freedom[j], 1e-9) + b*b/free)
		}
	}
}

// Under a strength that folds chose, a weight has no error unless the data say leastKnown degrees of
// freedom of τ times the pull's share of its variance: one and a half where the pull makes a quarter of
// it, six where it makes all. τ counts as the dispersion at least there: a τ that came out small is what
// folds chose by. Fewer let intervals under strong priors hold less than 92 % of the truth, more leave few
// intervals (docs/measured/texel.md).
const leastKnown = 6

// shares sets the penalty's shares of what is known of weights.
func (p *Problem) shares(share []float64) {
	for j, direct := range p.direct() {
		if direct {
			share[j] = floats.Dot(p.Inverse.RawRowView(j), mat.Col(nil, j, p.Penalty.Second))
		}
	}
}

// direct reports which effects are those on the weight of their number itself.
func (p *Problem) direct() []bool {
	direct := make([]bool, p.Order)
	for j := range direct {
		direct[j] = p.Effect.At(j, j) == p.Inverse.At(j, j)
	}
	return direct
}

// exactOrder is the order up to which traces are exact; beyond, probes vectors of random signs
// tell them, with an error that is a fifth of that of τ. Exact ones of 768 weights take as long
// as the rest of the bars.
const (
	exactOrder = 128
	probes     = 32
)
