package sandwich

import (
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Rows of a tile: its columns are contiguous, and a dozen of them stay in the fastest
// cache. Their distance is not a power of two, or they would compete for the same
// lines of it.
const (
	tileRows   = 256
	tileStride = tileRows + 8
)

// outer returns the sum of u·uᵀ over the rows of lists, order values each.
func outer(order, threads int, lists ...[]float64) *mat.SymDense {
	sum := mat.NewSymDense(order, nil)
	tile, n := make([]float64, order*tileStride), 0
	flush := func() {
		addProducts(sum.RawSymmetric().Data, order, tile, n, threads)
		n = 0
	}
	for _, list := range lists {
		for at := 0; at < len(list); at += order {
			for j, v := range list[at : at+order] {
				tile[j*tileStride+n] = v
			}
			if n++; n == tileRows {
				flush()
			}
		}
	}
	flush()
	return sum
}

// addProducts adds the products of the columns of a tile of n rows, several rows of
// the sum at a time.
func addProducts(sum []float64, order int, tile []float64, n, threads int) {
	if n == 0 {
		return
	}
	if order < 64 {
		threads = 1
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range max(1, threads) {
		wait.Go(func() {
			for i := int(next.Add(1) - 1); i < order; i = int(next.Add(1) - 1) {
				a, row := tile[i*tileStride:][:n], sum[i*order:(i+1)*order]
				for j := i; j < order; j++ {
					row[j] += floats.Dot(a, tile[j*tileStride:][:n])
				}
			}
		})
	}
	wait.Wait()
}
