package sandwich

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// spread returns τ with its degrees of freedom, and those that the data would say were τ the dispersion at
// least. The truth is taken to be as far from the centre, in units of P^-½, as a normal distribution of
// variance τ has it. With q = P·(w−c) for the fitted weights w, T = M⁻¹P and V the sampling variance,
//
//	E qᵀM⁻¹q = tr(PM⁻¹P·V) + τ·tr(T − 2T² + T³)
//
// gives τ: weights that the data do not speak of, or determine alone, count for little
// in it. Where little is known of τ it is near the dispersion, at which a penalty of n rows is
// worth n rows of data, unless folds chose n.
func (p *Problem) spread(meat *mat.SymDense, dispersion float64) (tau, freedom, known float64) {
	t, q := timesSparse(p.Inverse, p.Penalty.Second), mat.NewVecDense(p.Order, p.Penalty.Gradient)
	traces := tracesOf(t, p.Inverse, meat)
	tau = max(0, (mat.Inner(q, p.Inverse, q)-traces.noise)/traces.known)
	size := max(tau, dispersion)
	said := func(at float64) float64 { return size * size * traces.known * traces.known / traces.square(at) }
	known = said(tau)
	if !(size > 0) || math.IsNaN(known) {
		return dispersion, 1, 0 // of an exact fit, or of weights that the penalty alone decides
	}
	if p.Penalty.Chosen { // then the strength says nothing of τ
		return tau, max(1, known*tau*tau/(size*size)), said(size)
	}
	tau = (known*tau + assumed*dispersion) / (known + assumed)
	return tau, max(1, (known+assumed)*tau*tau/(size*size)), known
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
		sum += traceOf(p.Inverse, outer(p.Order, p.Threads, p.Sums))
	}
	for j := range p.Order {
		if p.Inverse.At(j, j) > 0 {
			rank += 1 - floats.Dot(p.Inverse.RawRowView(j), mat.Col(nil, j, p.Penalty.Second))
		}
	}
	return max(0, sum) / max(rank, 1e-9)
}

// The degrees of freedom that the dispersion counts as in the variance of a weight, and in τ.
const (
	moderate = 8
	assumed  = 2
)
