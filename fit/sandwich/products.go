package sandwich

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

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

// traceOf returns the trace of a·b, without the product.
func traceOf(a *mat.Dense, b *mat.SymDense) (trace float64) {
	for i := range b.SymmetricDim() {
		for j, v := range a.RawRowView(i) {
			trace += v * b.At(i, j)
		}
	}
	return trace
}

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
