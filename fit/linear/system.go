package linear

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// A System is a least-squares problem whose intercepts have been eliminated:
// cross·β = rhs, where cross and rhs are sums of products about the means of
// each source (about 0 without intercepts).
type System struct {
	Order     int
	Rows      int
	Weight    float64 // Σ w
	Labels    float64 // Σ w·label, before offsets and fixed weights are taken off
	Active    []int   // rows in which a weight takes part
	Sources   []SourceMeans
	Raw       []float64 // Σ w·x², about 0
	Cross     *mat.SymDense
	RHS       []float64
	YY        float64 // Σ w·y² about the means
	Tolerance float64 // see gramTolerance
}

// SourceMeans are the weighted means of a source; x is nil without intercepts.
type SourceMeans struct {
	Source uint8
	Rows   int
	Weight float64
	Y      float64
	X      []float64
}

// deviation returns the standard deviation of a weight's column, about the means.
func (s *System) deviation(j int) float64 {
	return math.Sqrt(max(0, s.Cross.At(j, j)) / s.Weight)
}

// penalised returns the system with a ridge, r on the diagonal.
func (s *System) penalised(r float64) *System {
	if r == 0 || s.Order == 0 {
		return s
	}
	p := *s
	p.Cross = mat.NewSymDense(s.Order, nil)
	p.Cross.CopySym(s.Cross)
	for j := range s.Order {
		p.Cross.SetSym(j, j, s.Cross.At(j, j)+r)
	}
	return &p
}

// A Factor is a system decomposed with pivoting, its columns scaled to length 1:
// for the pivoted columns P, PᵀCP = UᵀU. The first rank columns are the
// basis; the others are linear combinations of them. Columns that do not vary
// about the means are not taken in.
type Factor struct {
	sys      *System
	Observed []int     // columns that vary, in order of the pivots
	Rank     int       // of them, the basis
	scale    []float64 // length of a column about the means
	u        *mat.Dense
	z        []float64  // Uᵀz = scaled right side, of the basis
	Null     *mat.Dense // orthonormal null space of raw weights, a column each; nil if empty
	basis    *mat.Dense // see basisInverse; nil before it was asked for
}

// Factorise decomposes the system.
func (s *System) Factorise() *Factor {
	f := &Factor{sys: s, scale: make([]float64, s.Order)}
	ratio := 1.0 // how much larger sums about 0 are than sums about the means
	for j := range s.Order {
		c := s.Cross.At(j, j)
		f.scale[j] = math.Sqrt(max(0, c))
		if c > 10*s.Tolerance*s.Raw[j] && c > 0 {
			f.Observed = append(f.Observed, j)
			ratio = max(ratio, s.Raw[j]/c)
		}
	}
	if len(f.Observed) == 0 {
		return f
	}
	f.cholesky(min(s.Tolerance*ratio, 1e-7))
	f.findNull()
	return f
}

// cholesky decomposes the scaled sums of products.
func (f *Factor) cholesky(tolerance float64) {
	var chol mat.PivotedCholesky
	chol.Factorize(f.correlations(), tolerance)
	f.Rank = chol.Rank()
	f.permute(chol.ColumnPivots(nil))
	f.u = mat.DenseCopyOf(chol.RawU())
	f.z = make([]float64, f.Rank)
	for k, j := range f.Observed[:f.Rank] {
		f.z[k] = f.sys.RHS[j] / f.scale[j]
	}
	f.solveU(blas.Trans, mat.NewDense(f.Rank, 1, f.z))
}

// correlations returns those of the observed columns.
func (f *Factor) correlations() *mat.SymDense {
	n := len(f.Observed)
	c := mat.NewSymDense(n, nil)
	for a, i := range f.Observed {
		for b := a; b < n; b++ {
			c.SetSym(a, b, f.Correlation(i, f.Observed[b]))
		}
	}
	return c
}

// permute puts the observed columns into the order of the pivots.
func (f *Factor) permute(pivots []int) {
	observed := make([]int, len(pivots))
	for k, p := range pivots {
		observed[k] = f.Observed[p]
	}
	f.Observed = observed
}

// solveU replaces x by the solution of U·X = x or Uᵀ·X = x, for the basis. Columns
// are independent: blocks of them are solved side by side.
func (f *Factor) solveU(trans blas.Transpose, x *mat.Dense) {
	if f.Rank == 0 || x.IsEmpty() {
		return
	}
	const width = 128
	raw, all := f.u.RawMatrix(), x.RawMatrix()
	u := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: f.Rank, Stride: raw.Stride, Data: raw.Data}
	var blocks sync.WaitGroup
	for j := 0; j < all.Cols; j += width {
		block := blas64.General{Rows: all.Rows, Cols: min(width, all.Cols-j), Stride: all.Stride, Data: all.Data[j:]}
		blocks.Go(func() { lapack64.Trtrs(trans, u, block) })
	}
	blocks.Wait()
}

// relations returns a column for every dependent column k of the system, with
// x(k) = Σ relation·x(basis): the solution of U₁₁·Z = U₁₂, unscaled.
func (f *Factor) relations() *mat.Dense {
	n, r := len(f.Observed), f.Rank
	if n == r || r == 0 {
		return nil
	}
	z := mat.DenseCopyOf(f.u.Slice(0, r, r, n))
	f.solveU(blas.NoTrans, z)
	z.Apply(func(i, k int, v float64) float64 {
		return v * f.scale[f.Observed[r+k]] / f.scale[f.Observed[i]]
	}, z)
	return z
}

// findNull makes the orthonormal null space: directions in the space of
// weights that change no prediction, columns that do not vary left aside.
func (f *Factor) findNull() {
	z := f.relations()
	if z == nil {
		return
	}
	_, m := z.Dims()
	n := mat.NewDense(f.sys.Order, m, nil)
	for k := range m {
		n.Set(f.Observed[f.Rank+k], k, -1)
		for i, j := range f.Observed[:f.Rank] {
			n.Set(j, k, z.At(i, k))
		}
	}
	orthonormalise(n)
	f.Null = n
}

// orthonormalise replaces the columns of x, at most as many as rows, by an orthonormal basis of what
// they span: the first columns of Q of a QR decomposition, without the others.
func orthonormalise(x *mat.Dense) {
	raw := x.RawMatrix()
	tau, size := make([]float64, raw.Cols), make([]float64, 1)
	lapack64.Geqrf(raw, tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Geqrf(raw, tau, work, len(work))
	lapack64.Orgqr(raw, tau, size, -1)
	work = make([]float64, int(size[0]))
	lapack64.Orgqr(raw, tau, work, len(work))
}

// project takes the parts within the null space out of the columns of x.
func (f *Factor) project(x *mat.Dense) {
	if f.Null == nil {
		return
	}
	var along, part mat.Dense
	along.Mul(f.Null.T(), x)
	part.Mul(f.Null, &along)
	x.Sub(x, &part)
}

// Solve returns the weights: of all that fit equally well, those with the
// smallest sum of squares.
func (f *Factor) Solve() []float64 {
	beta := make([]float64, f.sys.Order)
	if f.Rank == 0 {
		return beta
	}
	x := append([]float64(nil), f.z...)
	f.solveU(blas.NoTrans, mat.NewDense(f.Rank, 1, x))
	for k, j := range f.Observed[:f.Rank] {
		beta[j] = x[k] / f.scale[j]
	}
	f.project(mat.NewDense(len(beta), 1, beta))
	return beta
}

// basisInverse returns the inverse of the scaled sums of products of the basis. It
// is computed once; the caller must not change it.
func (f *Factor) basisInverse() *mat.Dense {
	if f.basis != nil {
		return f.basis
	}
	inv := mat.NewDense(f.Rank, f.Rank, nil)
	for i := range f.Rank {
		inv.Set(i, i, 1)
	}
	f.solveU(blas.Trans, inv)
	f.solveU(blas.NoTrans, inv)
	f.basis = inv
	return inv
}

// Inverse returns the matrix that turns a right side into the weights of solve:
// the inverse of the sums of products, generalised if there is a null space.
// Rows and columns of weights whose columns do not vary are 0.
func (f *Factor) Inverse() *mat.Dense {
	inv := mat.NewDense(max(1, f.sys.Order), max(1, f.sys.Order), nil)
	if f.Rank == 0 {
		return inv
	}
	scaled := f.basisInverse()
	for a, i := range f.Observed[:f.Rank] {
		for b, j := range f.Observed[:f.Rank] {
			inv.Set(i, j, scaled.At(a, b)/(f.scale[i]*f.scale[j]))
		}
	}
	if f.Null != nil {
		f.project(inv)
		t := mat.DenseCopyOf(inv.T())
		f.project(t)
		inv.Copy(t.T())
	}
	return inv
}

// mean returns the mean of a column in the first source, 0 without intercepts.
func (s *System) mean(j int) float64 {
	if len(s.Sources) == 0 || s.Sources[0].X == nil {
		return 0
	}
	return s.Sources[0].X[j]
}

// constant returns the value of a column that does not vary within a source, 0
// if it differs between sources.
func (s *System) constant(j int) float64 {
	for _, m := range s.Sources {
		if m.X == nil || math.Abs(m.X[j]-s.mean(j)) > Negligible*math.Abs(s.mean(j)) {
			return 0
		}
	}
	return s.mean(j)
}
