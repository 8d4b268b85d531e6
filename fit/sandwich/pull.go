package sandwich

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Penalty is quadratic: ½·(w−c)ᵀP(w−c) about a centre c.
type Penalty struct {
	Second   *mat.SymDense // P, of Order
	Gradient []float64     // P·(w−c) at the weights

	// Scores returns the sum of the scores of all rows at weights that are moved by a step, nil if it
	// cannot. Without it the loss is taken to be quadratic.
	Scores func(step []float64) []float64
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
	dispersion := p.dispersion(left)
	tau, free, bend := p.distance(meat, dispersion)
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

// The degrees of freedom that the dispersion counts as in the variance of a weight, and in τ.
const (
	moderate = 8
	assumed  = 2
)

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

// spread returns τ with its degrees of freedom. The truth is taken to be as far from the centre,
// in units of P^-½, as a normal distribution of variance τ has it. With q = P·(w−c)
// for the fitted weights w, T = M⁻¹P and V the sampling variance,
//
//	E qᵀM⁻¹q = tr(PM⁻¹P·V) + τ·tr(T − 2T² + T³)
//
// gives τ: weights that the data do not speak of, or determine alone, count for little
// in it. Where little is known of τ it is near the dispersion, at which a penalty of n rows is
// worth n rows of data.
func (p *Problem) spread(meat *mat.SymDense, dispersion float64) (tau, freedom float64) {
	t, q := timesSparse(p.Inverse, p.Penalty.Second), mat.NewVecDense(p.Order, p.Penalty.Gradient)
	traces := tracesOf(t, p.Inverse, meat)
	known := traces.known
	tau = max(0, (mat.Inner(q, p.Inverse, q)-traces.noise)/known)
	size := max(tau, dispersion)
	free := size * size * known * known / traces.square(tau) // were τ of that size
	if !(size > 0) || math.IsNaN(free) {
		return dispersion, 1 // of an exact fit, or of weights that the penalty alone decides
	}
	tau = (free*tau + assumed*dispersion) / (free + assumed)
	return tau, max(1, (free+assumed)*tau*tau/(size*size))
}

// exactOrder is the order up to which traces are exact; beyond, probes vectors of random signs
// tell them, with an error that is a fifth of that of τ. Exact ones of 768 weights take as long
// as the rest of the bars.
const (
	exactOrder = 128
	probes     = 32
)

// traces are those that τ is made of: for vectors z that are orthonormal, or random signs, tr A is
// the sum of zᵀAz, or its mean.
type traces struct {
	known, noise          float64    // tr(T(I−T)²), tr(T²M⁻¹V)
	scores, truth         *mat.Dense // T·M⁻¹VT·z and T(I−T)²·z
	scoresLeft, truthLeft *mat.Dense // the same transposed
	share                 float64
}

func tracesOf(t, inverse *mat.Dense, meat *mat.SymDense) *traces {
	z, share := probe(t.RawMatrix().Rows)
	v := mat.DenseCopyOf(meat) // dense matrices are multiplied in parallel
	right := func(x *mat.Dense) *mat.Dense { return product(inverse, product(v, x)) }
	left := func(x *mat.Dense) *mat.Dense { return product(v, product(inverse.T(), x)) }
	rest := func(t mat.Matrix, x *mat.Dense) *mat.Dense { // (I−T)²·x
		for range 2 {
			y := product(t, x)
			y.Sub(x, y)
			x = y
		}
		return x
	}
	tz, zt := product(t, z), product(t.T(), z)
	r := &traces{share: share}
	r.scores, r.truth = product(t, right(tz)), product(t, rest(t, z))
	r.scoresLeft, r.truthLeft = product(t.T(), left(zt)), rest(t.T(), zt)
	r.known, r.noise = share*inner(z, r.truth), share*inner(zt, product(t, right(z)))
	return r
}

// square returns the trace of the square of T·(M⁻¹VT + τ(I−T)²), twice which is the variance of
// qᵀM⁻¹q.
func (r *traces) square(tau float64) float64 {
	sum := func(a, b *mat.Dense) *mat.Dense {
		s := new(mat.Dense)
		s.Scale(tau, b)
		s.Add(s, a)
		return s
	}
	return r.share * inner(sum(r.scoresLeft, r.truthLeft), sum(r.scores, r.truth))
}

// probe returns the vectors, and the share of each in a trace.
func probe(order int) (z *mat.Dense, share float64) {
	if order <= exactOrder {
		z = mat.NewDense(order, order, nil)
		for j := range order {
			z.Set(j, j, 1)
		}
		return z, 1
	}
	rng := rand.New(rand.NewPCG(uint64(order), 1))
	z = mat.NewDense(order, probes, nil)
	z.Apply(func(_, _ int, _ float64) float64 { return float64(2*rng.IntN(2) - 1) }, z)
	return z, 1. / probes
}

func product(a, b mat.Matrix) *mat.Dense {
	c := new(mat.Dense)
	c.Mul(a, b)
	return c
}

// inner returns the sum of the products of the elements.
func inner(a, b *mat.Dense) float64 { return floats.Dot(a.RawMatrix().Data, b.RawMatrix().Data) }

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
		sum += traceOf(p.Inverse, outer(p.Order, p.Threads, p.Sums))
	}
	for j := range p.Order {
		if p.Inverse.At(j, j) > 0 {
			rank += 1 - floats.Dot(p.Inverse.RawRowView(j), mat.Col(nil, j, p.Penalty.Second))
		}
	}
	return max(0, sum) / max(rank, 1e-9)
}

// traceOf returns the trace of a·b, without the product.
func traceOf(a *mat.Dense, b *mat.SymDense) (trace float64) {
	for i := range b.SymmetricDim() {
		for j, v := range a.RawRowView(i) {
			trace += v * b.At(i, j)
		}
	}
	return trace
}
