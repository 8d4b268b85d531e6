package linear

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestOrthonormalise: a basis has the very bits of the first columns of the whole Q.
func TestOrthonormalise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, dims := range [][2]int{{1, 1}, {7, 3}, {40, 40}, {200, 33}, {300, 130}, {500, 1}} {
		x := mat.NewDense(dims[0], dims[1], nil)
		x.Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(3)) * rng.NormFloat64() }, x)
		var qr mat.QR
		var q mat.Dense
		qr.Factorize(x)
		qr.QTo(&q)
		orthonormalise(x)
		if !mat.Equal(x, q.Slice(0, dims[0], 0, dims[1])) {
			t.Errorf("%v: another basis", dims)
		}
	}
}

// BenchmarkOrthonormalise: n×m where a whole Q is n×n. With 3,000 × 100 the whole takes 40 times
// as long.
func BenchmarkOrthonormalise(b *testing.B) {
	const rows, columns = 3000, 100
	x := mat.NewDense(rows, columns, nil)
	rng := rand.New(rand.NewPCG(1, 1))
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	for _, whole := range []bool{false, true} {
		b.Run(fmt.Sprintf("whole=%v", whole), func(b *testing.B) {
			for b.Loop() {
				if !whole {
					orthonormalise(mat.DenseCopyOf(x))
					continue
				}
				var qr mat.QR
				var q mat.Dense
				qr.Factorize(x)
				qr.QTo(&q)
			}
		})
	}
}
