//go:build openblas

package nn

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// TestOpenBLAS: products are those of gonum, to rounding, transposed or not, of parts of larger matrices.
func TestOpenBLAS(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	draw := func(n int) []float32 {
		list := make([]float32, n)
		for i := range list {
			list[i] = float32(random.NormFloat64())
		}
		return list
	}
	const stride = 200 // of all of them
	for range 50 {
		m, n, k := 1+random.IntN(100), 1+random.IntN(200), 1+random.IntN(200)
		for _, ta := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, tb := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				a, b, c := draw(stride*stride), draw(stride*stride), draw(stride*stride)
				want := append([]float32(nil), c...)
				beta := float32(random.IntN(2))
				blas32.Implementation().Sgemm(ta, tb, m, n, k, 1, a, stride, b, stride, beta, want, stride)
				sgemm(ta, tb, m, n, k, a, stride, b, stride, beta, c, stride)
				for i, v := range want {
					if math.Abs(float64(v-c[i])) > 1e-4 {
						t.Fatalf("%d×%d·%d×%d, %c, %c: %g at %d, gonum %g", m, k, k, n, ta, tb, c[i], i, v)
					}
				}
			}
		}
	}
}
