//go:build !openblas

package nn

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// The sides of the parts in which a product is made. gonum gives larger ones to goroutines, which
// allocates; in these it does not, and the parts of a batch stay in the cache.
const (
	tileRows = 64
	tileCols = 192
)

// chunk is how many positions are a part of a convolution: the windows of 32 channels of these are
// 220 kB.
const chunk = 3

// Exact says that what a network says of a position outside of training has the same bits whatever else is in the
// batch: here a product adds in the same order for every column.
const Exact = true

// sgemm sets c, m×n, to beta·c + a·b, with k columns of a.
func sgemm(ta, tb blas.Transpose, m, n, k int, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	blas32.Implementation().Sgemm(ta, tb, m, n, k, 1, a, lda, b, ldb, beta, c, ldc)
}
