package descent

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// ridge is added to the diagonal of a matrix scaled to a diagonal of ones: a
// direction of less curvature moves as if it had this much.
const ridge = 1e-8

// sampleRidge is ridge for a sample that is not chosen by its diagonal: weights of few rows may be all but dependent there,
// and without it would move without limit.
const sampleRidge = 1e-2

// damping returns the ridge of a matrix from one row in every.
func (c *curvature) damping(every int) float64 {
	if c.kinked && every > 1 {
		return sampleRidge
	}
	return ridge
}

var errNotFinite = errors.New("curvature: the Gauss–Newton matrix has values that are not finite: check the rows and the penalties")

// A curvature is a Gauss–Newton matrix H = D·C·D with C scaled to a diagonal of
// ones, factored for the free weights as C + ridge; or only its diagonal.
type curvature struct {
	h      *mat.SymDense // C below the diagonal, the factor of a whole C above; nil: only the diagonal
	scale  []float64     // D
	free   []int
	factor blas64.Symmetric // upper Cholesky factor
	part   []float64        // holds the factor of a part of C
	kinked bool             // of a function with kinks: see choose
	x      []float64
}

// newCurvature returns a curvature of n weights, with a matrix or only a
// diagonal.
func newCurvature(n int, whole bool) *curvature {
	c := &curvature{scale: make([]float64, n), x: make([]float64, n)}
	if whole {
		c.h = mat.NewSymDense(n, nil)
	}
	return c
}

// build makes the matrix at w from one row in every, or from more where those
// do not hold enough of the weights. It returns the every it took, and the passes.
func (c *curvature) build(ctx context.Context, f Objective, w []float64, every int) (took int, passes float64, err error) {
	c.free = nil
	if c.h == nil {
		return every, 1, c.buildDiagonal(ctx, f, w)
	}
	if every > 1 {
		if every, passes, err = c.choose(ctx, f, w, every); err != nil {
			return 0, 0, err
		}
	}
	if err := f.Curvature(ctx, w, every, c.h); err != nil {
		return 0, 0, err
	}
	raw := c.h.RawSymmetric()
	for j := range c.scale {
		c.scale[j] = raw.Data[j*raw.Stride+j]
	}
	if every > 1 {
		c.repair()
	}
	return every, passes + 1/float64(every), c.normalise()
}

// buildDiagonal makes the diagonal alone, from all rows.
func (c *curvature) buildDiagonal(ctx context.Context, f Objective, w []float64) error {
	if err := f.Diagonal(ctx, w, 1, c.scale); err != nil {
		return err
	}
	return c.root()
}

// choose halves every until at most one weight in 400 has a diagonal from the
// sample that is off by a factor of two. It leaves the diagonal of all rows in x. With kinks, where more rows
// do not make the matrix right, every stays, and repair does the rest.
func (c *curvature) choose(ctx context.Context, f Objective, w []float64, every int) (took int, passes float64, err error) {
	if err := f.Diagonal(ctx, w, 1, c.x); err != nil {
		return 0, 0, err
	}
	if c.kinked {
		return every, 1, nil
	}
	for passes = 1; every > 1; every /= 2 {
		if err := f.Diagonal(ctx, w, every, c.scale); err != nil {
			return 0, 0, err
		}
		passes += 1 / float64(every)
		if 400*unlike(c.scale, c.x) <= len(w) {
			break
		}
	}
	return every, passes, nil
}

// unlike counts the diagonals of a and b that are not alike.
func unlike(a, b []float64) (n int) {
	for j := range a {
		if !alike(a[j], b[j]) {
			n++
		}
	}
	return n
}

// alike says whether two diagonals are within a factor of two.
func alike(a, b float64) bool { return 2*a >= b && a <= 2*b }

// repair gives weights whose diagonal from the sample is off that of all rows: rows
// that are rare may be missing in a sample, and a step along their weights would be
// far too long.
func (c *curvature) repair() {
	raw := c.h.RawSymmetric()
	for j, all := range c.x {
		s := c.scale[j]
		if alike(s, all) {
			continue
		}
		if s > 0 {
			k := math.Sqrt(all / s)
			for i := range j {
				raw.Data[i*raw.Stride+j] *= k
			}
			floats.Scale(k, raw.Data[j*raw.Stride+j+1:j*raw.Stride+raw.N])
		}
		c.scale[j] = all
	}
}

// root replaces the diagonal in scale by its square root, 1 where there is none.
func (c *curvature) root() error {
	if !finite(0, c.scale) {
		return errNotFinite
	}
	for j, d := range c.scale {
		c.scale[j] = 1
		if d > 0 {
			c.scale[j] = math.Sqrt(d)
		}
	}
	return nil
}

// normalise writes C below the diagonal.
func (c *curvature) normalise() error {
	if err := c.root(); err != nil {
		return err
	}
	raw := c.h.RawSymmetric()
	for i := range raw.N {
		row := raw.Data[i*raw.Stride : i*raw.Stride+raw.N]
		for j := i + 1; j < raw.N; j++ {
			raw.Data[j*raw.Stride+i] = row[j] / (c.scale[i] * c.scale[j])
		}
	}
	return nil
}

// restrict factors C + damping for the free weights; a damping that is too small for
// rounding grows. With a damping of n any C with values up to 1 has a factor.
func (c *curvature) restrict(free []int, damping float64) error {
	c.free = append(c.free[:0], free...)
	if c.h == nil || len(free) == 0 {
		return nil
	}
	for !c.cholesky(damping) {
		if damping > float64(len(free)) {
			return errNotFinite
		}
		damping = max(10*damping, 1e-14)
	}
	return nil
}

// room returns where the factor goes: above the diagonal of C if that is whole.
func (c *curvature) room() blas64.Symmetric {
	raw, n := c.h.RawSymmetric(), len(c.free)
	if n == raw.N {
		return blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: raw.Stride, Data: raw.Data}
	}
	c.part = slices.Grow(c.part[:0], n*n)[:n*n]
	return blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: n, Data: c.part}
}

// cholesky factors C + damping, and says whether there is a factor.
func (c *curvature) cholesky(damping float64) bool {
	raw, to := c.h.RawSymmetric(), c.room()
	for a, i := range c.free {
		to.Data[a*to.Stride+a] = 1 + damping
		for b := range a {
			to.Data[b*to.Stride+a] = raw.Data[i*raw.Stride+c.free[b]]
		}
	}
	_, ok := lapack64.Potrf(to)
	c.factor = to
	return ok
}

// solve sets x to H⁻¹g over the free weights, 0 elsewhere.
func (c *curvature) solve(x, g []float64) {
	z := c.x[:len(c.free)]
	for a, j := range c.free {
		z[a] = g[j] / c.scale[j]
	}
	if c.h != nil && len(z) > 0 {
		t := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: len(z), Stride: c.factor.Stride, Data: c.factor.Data}
		v := blas64.Vector{N: len(z), Data: z, Inc: 1}
		blas64.Trsv(blas.Trans, t, v)
		blas64.Trsv(blas.NoTrans, t, v)
	}
	clear(x)
	for a, j := range c.free {
		x[j] = z[a] / c.scale[j]
	}
}

// quadratic returns sᵀHs.
func (c *curvature) quadratic(s []float64) float64 {
	z := c.x
	floats.MulTo(z, s, c.scale)
	raw, sum := c.h.RawSymmetric(), 0.0
	for i, v := range z {
		if v != 0 {
			sum += v * (v + 2*floats.Dot(raw.Data[i*raw.Stride:i*raw.Stride+i], z[:i]))
		}
	}
	return sum
}

// gap estimates f less its minimum, ½·gᵀH⁻¹g over the free weights; d is scratch.
func (c *curvature) gap(b box, w, g, d []float64) (float64, error) {
	if err := c.restrict(b.free(w, g), ridge); err != nil {
		return -1, err
	}
	c.solve(d, g)
	return floats.Dot(d, g) / 2, nil
}
