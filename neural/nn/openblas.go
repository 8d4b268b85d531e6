//go:build openblas

package nn

// #cgo LDFLAGS: -lopenblas
// #include <cblas.h>
import "C"

import (
	"unsafe"

	"gonum.org/v1/gonum/blas"
)

// OpenBLAS cuts products into parts itself: these are as large as the parts of a batch.
const (
	tileRows = 1 << 20
	tileCols = 1 << 20
)

// chunk is how many positions are a part of a convolution.
const chunk = 8

// Exact is not so here: OpenBLAS adds in an order that depends on where a column stands, see gonum.go.
const Exact = false

// A thread is one of ours, see parts.go: OpenBLAS starts none.
func init() { C.openblas_set_num_threads(1) }

// sgemm sets c, m×n, to beta·c + a·b, with k columns of a.
func sgemm(ta, tb blas.Transpose, m, n, k int, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	C.cblas_sgemm(C.CblasRowMajor, order(ta), order(tb), C.int(m), C.int(n), C.int(k),
		1, first(a), C.int(lda), first(b), C.int(ldb), C.float(beta), first(c), C.int(ldc))
}

func order(t blas.Transpose) C.enum_CBLAS_TRANSPOSE {
	if t == blas.Trans {
		return C.CblasTrans
	}
	return C.CblasNoTrans
}

func first(numbers []float32) *C.float { return (*C.float)(unsafe.Pointer(unsafe.SliceData(numbers))) }
