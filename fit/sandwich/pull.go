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

// pulled adds to the variances v what the penalty's pull does: τ·M⁻¹PM⁻¹.
//
// In few games a weight is known from what it has in common with the others, and so is its
// error: the dispersion counts as so many degrees of freedom (moderate) of the sampling variance.
//
// Sources: G. Wahba, "Bayesian 'Confidence Intervals' for the Cross-Validated Smoothing Spline"
// (1983); D. Nychka, "Bayesian Confidence Intervals for Smoothing Splines" (1988), on
// their coverage over all weights together; G. Smyth, "Linear Models and Empirical Bayes Methods
// for Assessing Differential Expression in Microarray Experiments" (2004), on errors that are.
func (p *Problem) pulled(left *left, meat *mat.SymDense, v, freedom []float64) {
	dispersion, pull := p.dispersion(left), p.diagonal(timesSparse(p.Effect, p.Penalty.Second))
	tau, free := p.distance(meat, dispersion)
	for j := range v {
		a, b := v[j], tau*pull[j]
		if freedom[j] > 0 && p.direct(j) {
			rows := max(0, p.Inverse.At(j, j)-pull[j]) // of M⁻¹HM⁻¹
			a = (freedom[j]*a + moderate*dispersion*rows) / (freedom[j] + moderate)
			freedom[j] += moderate
		}
		if v[j] = a + b; v[j] > 0 {
			freedom[j] = v[j] * v[j] / (a*a/max(freedom[j], 1e-9) + b*b/free)
		}
	}
}

// The degrees of freedom that the dispersion counts as in the variance of a weight, and in τ.
const (
	moderate = 8
	assumed  = 2
)

// direct reports whether effect j is that on weight j itself.
func (p *Problem) direct(j int) bool { return p.Effect.At(j, j) == p.Inverse.At(j, j) }

// distance returns τ with its degrees of freedom. The truth is taken to be as far from the centre,
// in units of P^-½, as a normal distribution of variance τ has it. With q = P·(w−c)
// for the fitted weights w, T = M⁻¹P and V the sampling variance,
//
//	E qᵀM⁻¹q = tr(PM⁻¹P·V) + τ·tr(T − 2T² + T³)
//
// gives τ: weights that the data do not speak of, or determine alone, count for little
// in it. Where little is known of τ it is near the dispersion, at which a penalty of n rows is
// worth n rows of data. The second derivatives are taken to be those between the weights
// and the truth: far from it, under a penalty that is far too strong, they are less,
// and the bars of expected scores too short.
func (p *Problem) distance(meat *mat.SymDense, dispersion float64) (tau, freedom float64) {
	var t2, m, x, s mat.Dense // s is M⁻¹ times the variance of q
	t := timesSparse(p.Inverse, p.Penalty.Second)
	t2.Mul(t, t)
	m.Mul(p.Inverse, mat.DenseCopyOf(meat))
	q, known := mat.NewVecDense(p.Order, p.Penalty.Gradient), mat.Trace(t)-2*mat.Trace(&t2)+traceOf(&t2, t)
	tau = max(0, (mat.Inner(q, p.Inverse, q)-traceOf(&t2, &m))/known)
	x.Mul(&m, t) // s = T·(M⁻¹V'T + τ(I − T)²), V' the variance of the scores
	x.Apply(func(i, j int, v float64) float64 {
		if v += tau * (t2.At(i, j) - 2*t.At(i, j)); i == j {
			v += tau
		}
		return v
	}, &x)
	s.Mul(t, &x)
	size := max(tau, dispersion)
	free := size * size * known * known / traceOf(&s, &s) // were τ of that size
	if !(size > 0) || math.IsNaN(free) {
		return dispersion, 1 // of an exact fit, or of weights that the penalty alone decides
	}
	tau = (free*tau + assumed*dispersion) / (free + assumed)
	return tau, max(1, (free+assumed)*tau*tau/(size*size))
}

// traceOf returns the trace of a·b.
func traceOf(a, b *mat.Dense) float64 {
	sum := 0.0
	for i := range a.RawMatrix().Rows {
		sum += mat.Dot(a.RowView(i), b.ColView(i))
	}
	return sum
}

// timesSparse returns a·p. A penalty has few entries a row: the dense product took half the time
// of the bars of 768 weights.
func timesSparse(a mat.Matrix, p *mat.SymDense) *mat.Dense {
	rows, n := a.Dims()
	product := mat.NewDense(rows, n, nil)
	from := mat.DenseCopyOf(a)
	for i := range n {
		for j := range n {
			v := p.At(i, j)
			if v == 0 {
				continue
			}
			for r := range rows {
				product.Set(r, j, product.At(r, j)+v*from.At(r, i))
			}
		}
	}
	return product
}

// dispersion returns Σ uᵀM⁻¹ũ / tr(M⁻¹H): how much larger the variance of the scores is than second
// derivatives are. The product of a score with that of the game left out has no
// bias.
//
// Source: P. Kline, R. Saggio, M. Sølvsten, "Leave-Out Estimation of Variance Components"
// (2020).
func (p *Problem) dispersion(l *left) float64 {
	sum, rank := 0.0, 0.0
	u := make([]float64, p.Order)
	for i := range p.Single {
		clear(u)
		p.Single[i].AddScore(u, 1)
		support, left := p.Single[i].support(), l.sums[i*p.Order:][:p.Order]
		for _, j := range support {
			row := p.Inverse.RawRowView(int(j))
			for _, k := range support {
				sum += u[j] * row[k] * left[k]
			}
		}
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
