package sandwich

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Penalty is quadratic: ½·(w−c)ᵀP(w−c) about a centre c.
type Penalty struct {
	Second   *mat.SymDense // P, of Order
	Gradient []float64     // P·(w−c) at the weights
}

// pulled adds to the variances v what the penalty's pull does: τ·M⁻¹PM⁻¹. The truth is
// taken to be as far from the centre, in units of P^-½, as a normal distribution of
// variance τ has it. With q = P·(w−c) for the fitted weights w, T = M⁻¹P and V the
// sampling variance,
//
//	E qᵀM⁻¹q = tr(PM⁻¹P·V) + τ·tr(T − 2T² + T³)
//
// gives τ: weights that the data do not speak of, or determine alone, count for little
// in it. Where little is known of τ it is near the dispersion tr(M⁻¹B)/tr(M⁻¹H), at
// which a penalty of n rows is worth n rows of data.
//
// Sources: G. Wahba, "Bayesian 'Confidence Intervals' for the Cross-Validated Smoothing Spline"
// (1983); D. Nychka, "Bayesian Confidence Intervals for Smoothing Splines" (1988), on
// their coverage over all weights together.
func (p *Problem) pulled(left *left, meat *mat.SymDense, v, freedom []float64) {
	var t, t2, t3 mat.Dense
	t.Mul(p.Inverse, p.Penalty.Second)
	t2.Mul(&t, &t)
	t3.Mul(&t2, &t)
	known := mat.Trace(&t) - 2*mat.Trace(&t2) + mat.Trace(&t3)
	var s, m mat.Dense // s is M⁻¹ times the variance of q, for τ = 0
	m.Mul(p.Inverse, mat.DenseCopyOf(meat))
	s.Product(&t, &m, &t)
	q := mat.NewVecDense(p.Order, p.Penalty.Gradient)
	tau := max(0, (mat.Inner(q, p.Inverse, q)-mat.Trace(&s))/known)
	t2.Scale(-2, &t2)
	t.Add(&t, &t2)
	t.Add(&t, &t3)
	t.Scale(tau, &t)
	s.Add(&s, &t)
	var square mat.Dense
	square.Mul(&s, &s)
	dispersion := p.dispersion(left)
	size := max(tau, dispersion)
	free := size * size * known * known / mat.Trace(&square) // degrees of freedom, were it of that size
	if math.IsNaN(free) {
		tau, free = 0, 0
	}
	tau = (free*tau + assumed*dispersion) / (free + assumed)
	free = max(1, (free+assumed)*tau*tau/(size*size))
	pull, total := p.between(p.Penalty.Second), make([]float64, p.Order)
	for j := range total {
		total[j] = p.Inverse.At(j, j)
	}
	for j := range v {
		a, b := v[j], tau*pull[j]
		if freedom[j] > 0 {
			a = (freedom[j]*a + moderate*dispersion*max(0, total[j]-pull[j])) / (freedom[j] + moderate)
			freedom[j] += moderate
		}
		if v[j] = a + b; v[j] > 0 {
			freedom[j] = v[j] * v[j] / (a*a/max(freedom[j], 1e-9) + b*b/free)
		}
	}
}

// assumed is the degrees of freedom that the dispersion counts as when τ is estimated.
const assumed = 2

// dispersion returns Σ uᵀM⁻¹ũ / tr(M⁻¹H): how much larger the variance of the scores is than second
// derivatives are. The product of a score with that of the game left out has no
// bias.
//
// Source: P. Kline, R. Saggio, M. Sølvsten, "Leave-Out Estimation of Variance Components"
// (2020).
func (p *Problem) dispersion(l *left) float64 {
	sum, rank := 0.0, 0.0
	for i := range p.Single {
		u, move := make([]float64, p.Order), mat.NewVecDense(p.Order, nil)
		p.Single[i].AddScore(u, 1)
		move.MulVec(p.Inverse, mat.NewVecDense(p.Order, l.sums[i*p.Order:][:p.Order]))
		sum += floats.Dot(u, move.RawVector().Data)
	}
	if len(p.Sums) > 0 {
		var m mat.Dense
		m.Mul(p.Inverse, outer(p.Order, p.Threads, p.Sums))
		sum += mat.Trace(&m)
	}
	for j := range p.Order {
		if p.Inverse.At(j, j) > 0 {
			rank += 1 - floats.Dot(p.Inverse.RawRowView(j), mat.Col(nil, j, p.Penalty.Second))
		}
	}
	return max(0, sum) / max(rank, 1e-9)
}

// moderate is the degrees of freedom that the dispersion counts as in the variance of a
// weight: with a penalty one in few games is known from what it has in common with the others,
// and so is its error.
//
// Source: G. Smyth, "Linear Models and Empirical Bayes Methods for Assessing Differential
// Expression in Microarray Experiments" (2004).
const moderate = 8
