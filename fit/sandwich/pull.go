package sandwich

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The degrees of freedom that the dispersion counts as in the variance of a weight, and in τ.
const (
	moderate = 8
	assumed  = 2
)

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
