package linear

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// tileRows is the number of rows of a tile: a dozen columns of so many rows
// stay in the fastest cache.
const tileRows = 256

// tileStride is the distance of columns. It is not a power of two, or the columns
// would compete for the same lines of the cache.
const tileStride = tileRows + 8

// A tile holds some rows as dense columns, so that sums of products are dot
// products of contiguous memory, which gonum computes with vector instructions.
type tile struct {
	data  []float64 // column j is data[j*tileStride:]
	n     int       // rows in use
	unit  bool      // every row weighs 1
	zeros bool      // a count of full rows is 0
}

func newTile(columns int) tile { return tile{data: make([]float64, columns*tileStride)} }

// column returns column j, as long as there are rows.
func (t *tile) column(j int) []float64 { return t.data[j*tileStride:][:t.n] }

// weigh begins rows with weights w and labels y: the column root is those of the
// weights, the next the labels times these.
func (t *tile) weigh(root int, w, y []float64) {
	t.n, t.zeros, t.unit = len(w), false, true
	roots, labels := t.column(root), t.column(root+1)
	copy(labels, y)
	for r, w := range w {
		roots[r] = math.Sqrt(w)
		if w != 1 {
			t.unit = false
			labels[r] *= roots[r]
		}
	}
}

// finish multiplies a column of counts with the roots of the weights, and returns
// how many are not 0.
func (t *tile) finish(x, roots []float64) int {
	n := t.n
	if t.zeros {
		n -= floats.Count(func(v float64) bool { return v == 0 }, x)
	}
	if !t.unit {
		floats.Mul(x, roots)
	}
	return n
}

// addProducts adds to dst, the upper triangle of a square matrix of the given
// order in rows, the sums of products of the columns lo to hi with all
// columns not before them.
func (t *tile) addProducts(dst []float64, order, lo, hi int) {
	for i := lo; i < hi; i++ {
		a, row := t.column(i), dst[i*order:(i+1)*order]
		for j := i; j < order; j++ {
			row[j] += floats.Dot(a, t.column(j))
		}
	}
}

// fillFour fills the columns j to j+3 from dense rows of counts that start at
// starts, and notes whether a count is 0. Four at a time: a row's counts are
// then loaded once and checked together. A product that underflows is a false alarm.
func (t *tile) fillFour(j int, counts []float32, starts []int64) {
	x0, x1, x2, x3 := t.column(j), t.column(j+1), t.column(j+2), t.column(j+3)
	x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
	starts = starts[:len(x0)]
	for r := range x0 {
		c := counts[starts[r]+int64(j):][:4]
		v0, v1, v2, v3 := float64(c[0]), float64(c[1]), float64(c[2]), float64(c[3])
		x0[r], x1[r], x2[r], x3[r] = v0, v1, v2, v3
		if v0*v1*v2*v3 == 0 {
			t.zeros = true
		}
	}
}
