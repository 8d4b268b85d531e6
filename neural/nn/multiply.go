package nn

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A Float is the type of all numbers of a network.
type Float interface{ float32 | float64 }

// A matrix is rows × cols numbers in rows that are stride apart.
type matrix[F Float] struct {
	rows, cols, stride int
	data               []F
	transposed         bool // taken with rows and columns exchanged; rows and cols are those after that
}

// of returns a matrix whose rows follow each other.
func of[F Float](rows, cols int, data []F) matrix[F] {
	return matrix[F]{rows: rows, cols: cols, stride: cols, data: data}
}

// t returns the transposed matrix, of the same numbers.
func (m matrix[F]) t() matrix[F] {
	m.rows, m.cols, m.transposed = m.cols, m.rows, !m.transposed
	return m
}

// columns returns the n columns from the first one on.
func (m matrix[F]) columns(first, n int) matrix[F] {
	m.cols = n
	if m.transposed {
		m.data = m.data[first*m.stride:]
	} else {
		m.data = m.data[first:]
	}
	return m
}

// lines returns the n rows from the first one on.
func (m matrix[F]) lines(first, n int) matrix[F] { return m.t().columns(first, n).t() }

// multiply sets c to beta·c + a·b. c is not transposed.
func multiply[F Float](a, b matrix[F], beta F, c matrix[F]) {
	for i := 0; i < c.rows; i += tileRows {
		rows := min(tileRows, c.rows-i)
		for j := 0; j < c.cols; j += tileCols {
			cols := min(tileCols, c.cols-j)
			product(a.lines(i, rows), b.columns(j, cols), beta, c.lines(i, rows).columns(j, cols))
		}
	}
}

// product is multiply in one part.
func product[F Float](a, b matrix[F], beta F, c matrix[F]) {
	ta, tb := transpose(a.transposed), transpose(b.transposed)
	switch x := any(a.data).(type) {
	case []float32:
		sgemm(ta, tb, c.rows, c.cols, a.cols, x, a.stride, any(b.data).([]float32), b.stride, float32(beta), any(c.data).([]float32), c.stride)
	case []float64:
		blas64.Implementation().Dgemm(ta, tb, c.rows, c.cols, a.cols, 1, x, a.stride, any(b.data).([]float64), b.stride,
			float64(beta), any(c.data).([]float64), c.stride)
	}
}

func transpose(yes bool) blas.Transpose {
	if yes {
		return blas.Trans
	}
	return blas.NoTrans
}
