package fit

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// A system is a least-squares problem whose intercepts have been eliminated:
// cross·β = rhs, where cross and rhs are sums of products about the means of
// each source (about 0 without intercepts).
type system struct {
	order     int
	rows      int
	weight    float64 // Σ w
	labels    float64 // Σ w·label, before offsets and fixed weights are taken off
	active    []int   // rows in which a weight takes part
	sources   []sourceMeans
	raw       []float64 // Σ w·x², about 0
	cross     *mat.SymDense
	rhs       []float64
	yy        float64 // Σ w·y² about the means
	tolerance float64 // see gramTolerance
}

// sourceMeans are the weighted means of a source; x is nil without intercepts.
type sourceMeans struct {
	source uint8
	rows   int
	weight float64
	y      float64
	x      []float64
}

// deviation returns the standard deviation of a weight's column, about the means.
func (s *system) deviation(j int) float64 {
	return math.Sqrt(max(0, s.cross.At(j, j)) / s.weight)
}

// penalised returns the system with a ridge, r on the diagonal.
func (s *system) penalised(r float64) *system {
	if r == 0 || s.order == 0 {
		return s
	}
	p := *s
	p.cross = mat.NewSymDense(s.order, nil)
	p.cross.CopySym(s.cross)
	for j := range s.order {
		p.cross.SetSym(j, j, s.cross.At(j, j)+r)
	}
	return &p
}

// A factor is a system decomposed with pivoting, its columns scaled to length 1:
// for the pivoted columns P, PᵀCP = UᵀU. The first rank columns are the
// basis; the others are linear combinations of them. Columns that do not vary
// about the means are not taken in.
type factor struct {
	sys   *system
	live  []int     // columns that vary, in order of the pivots
	rank  int       // of them, the basis
	scale []float64 // length of a column about the means
	u     *mat.Dense
	z     []float64  // Uᵀz = scaled right side, of the basis
	null  *mat.Dense // orthonormal null space of raw weights, a column each; nil if empty
	basis *mat.Dense // see basisInverse; nil before it was asked for
}

// factorise decomposes the system.
func (s *system) factorise() *factor {
	f := &factor{sys: s, scale: make([]float64, s.order)}
	ratio := 1.0 // how much larger sums about 0 are than sums about the means
	for j := range s.order {
		c := s.cross.At(j, j)
		f.scale[j] = math.Sqrt(max(0, c))
		if c > 10*s.tolerance*s.raw[j] && c > 0 {
			f.live = append(f.live, j)
			ratio = max(ratio, s.raw[j]/c)
		}
	}
	if len(f.live) == 0 {
		return f
	}
	f.cholesky(min(s.tolerance*ratio, 1e-7))
	f.findNull()
	return f
}

// cholesky decomposes the scaled sums of products.
func (f *factor) cholesky(tolerance float64) {
	n := len(f.live)
	c := mat.NewSymDense(n, nil)
	for a, i := range f.live {
		for b := a; b < n; b++ {
			j := f.live[b]
			c.SetSym(a, b, f.sys.cross.At(i, j)/(f.scale[i]*f.scale[j]))
		}
	}
	var chol mat.PivotedCholesky
	chol.Factorize(c, tolerance)
	f.rank = chol.Rank()
	f.permute(chol.ColumnPivots(nil))
	f.u = mat.DenseCopyOf(chol.RawU())
	f.z = make([]float64, f.rank)
	for k, j := range f.live[:f.rank] {
		f.z[k] = f.sys.rhs[j] / f.scale[j]
	}
	f.solveU(blas.Trans, mat.NewDense(f.rank, 1, f.z))
}

// permute puts the live columns into the order of the pivots.
func (f *factor) permute(pivots []int) {
	live := make([]int, len(pivots))
	for k, p := range pivots {
		live[k] = f.live[p]
	}
	f.live = live
}

// solveU replaces x by the solution of U·X = x or Uᵀ·X = x, for the basis. Columns
// are independent: blocks of them are solved side by side.
func (f *factor) solveU(trans blas.Transpose, x *mat.Dense) {
	if f.rank == 0 || x.IsEmpty() {
		return
	}
	const width = 128
	raw, all := f.u.RawMatrix(), x.RawMatrix()
	u := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: f.rank, Stride: raw.Stride, Data: raw.Data}
	var blocks sync.WaitGroup
	for j := 0; j < all.Cols; j += width {
		block := blas64.General{Rows: all.Rows, Cols: min(width, all.Cols-j), Stride: all.Stride, Data: all.Data[j:]}
		blocks.Go(func() { lapack64.Trtrs(trans, u, block) })
	}
	blocks.Wait()
}

// relations returns a column for every dependent column k of the system, with
// x(k) = Σ relation·x(basis): the solution of U₁₁·Z = U₁₂, unscaled.
func (f *factor) relations() *mat.Dense {
	n, r := len(f.live), f.rank
	if n == r || r == 0 {
		return nil
	}
	z := mat.DenseCopyOf(f.u.Slice(0, r, r, n))
	f.solveU(blas.NoTrans, z)
	z.Apply(func(i, k int, v float64) float64 {
		return v * f.scale[f.live[r+k]] / f.scale[f.live[i]]
	}, z)
	return z
}

// findNull makes the orthonormal null space: directions in the space of
// weights that change no prediction, columns that do not vary left aside.
func (f *factor) findNull() {
	z := f.relations()
	if z == nil {
		return
	}
	_, m := z.Dims()
	n := mat.NewDense(f.sys.order, m, nil)
	for k := range m {
		n.Set(f.live[f.rank+k], k, -1)
		for i, j := range f.live[:f.rank] {
			n.Set(j, k, z.At(i, k))
		}
	}
	var qr mat.QR
	qr.Factorize(n)
	var q mat.Dense
	qr.QTo(&q)
	f.null = mat.DenseCopyOf(q.Slice(0, f.sys.order, 0, m))
}

// project takes the parts within the null space out of the columns of x.
func (f *factor) project(x *mat.Dense) {
	if f.null == nil {
		return
	}
	var along, part mat.Dense
	along.Mul(f.null.T(), x)
	part.Mul(f.null, &along)
	x.Sub(x, &part)
}

// solve returns the weights: of all that fit equally well, those with the
// smallest sum of squares.
func (f *factor) solve() []float64 {
	beta := make([]float64, f.sys.order)
	if f.rank == 0 {
		return beta
	}
	x := append([]float64(nil), f.z...)
	f.solveU(blas.NoTrans, mat.NewDense(f.rank, 1, x))
	for k, j := range f.live[:f.rank] {
		beta[j] = x[k] / f.scale[j]
	}
	f.project(mat.NewDense(len(beta), 1, beta))
	return beta
}

// basisInverse returns the inverse of the scaled sums of products of the basis. It
// is computed once; the caller must not change it.
func (f *factor) basisInverse() *mat.Dense {
	if f.basis != nil {
		return f.basis
	}
	inv := mat.NewDense(f.rank, f.rank, nil)
	for i := range f.rank {
		inv.Set(i, i, 1)
	}
	f.solveU(blas.Trans, inv)
	f.solveU(blas.NoTrans, inv)
	f.basis = inv
	return inv
}

// inverse returns the matrix that turns a right side into the weights of solve:
// the inverse of the sums of products, generalised if there is a null space.
// Rows and columns of weights whose columns do not vary are 0.
func (f *factor) inverse() *mat.Dense {
	inv := mat.NewDense(max(1, f.sys.order), max(1, f.sys.order), nil)
	if f.rank == 0 {
		return inv
	}
	scaled := f.basisInverse()
	for a, i := range f.live[:f.rank] {
		for b, j := range f.live[:f.rank] {
			inv.Set(i, j, scaled.At(a, b)/(f.scale[i]*f.scale[j]))
		}
	}
	if f.null != nil {
		f.project(inv)
		t := mat.DenseCopyOf(inv.T())
		f.project(t)
		inv.Copy(t.T())
	}
	return inv
}
