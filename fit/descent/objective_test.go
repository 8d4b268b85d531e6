package descent

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// rows is a dense objective, a mean over rows: cross-entropy of the logistic of
// x·w, or the squares of model(x·w) − y; and ½·penalty·|w|².
type rows struct {
	x       [][]float64
	y       []float64
	model   func(z float64) (v, slope float64)
	penalty float64
	batch   int
	hook    func() error // called before every pass
	visited map[int]int  // batches
}

func (o *rows) Size() int    { return len(o.x[0]) }
func (o *rows) Batches() int { return (len(o.x) + o.batch - 1) / o.batch }

func (o *rows) Gradient(_ context.Context, w, g []float64) (float64, error) {
	if o.hook != nil {
		if err := o.hook(); err != nil {
			return 0, err
		}
	}
	return o.part(w, g, 0, len(o.x)), nil
}

func (o *rows) Batch(_ context.Context, b int, w, g []float64) (float64, error) {
	if o.visited != nil {
		o.visited[b]++
	}
	return o.part(w, g, b*o.batch, min(len(o.x), (b+1)*o.batch)), nil
}

func (o *rows) part(w, g []float64, from, to int) float64 {
	f, n := 0.0, float64(to-from)
	clear(g)
	for i := from; i < to; i++ {
		loss, slope, _ := o.loss(dot(o.x[i], w), o.y[i])
		f += loss / n
		for j, v := range o.x[i] {
			g[j] += slope * v / n
		}
	}
	for j, v := range w {
		f += o.penalty * v * v / 2
		g[j] += o.penalty * v
	}
	return f
}

// loss returns the loss of a row, its derivative by z, and the Gauss–Newton
// part of the second.
func (o *rows) loss(z, y float64) (loss, slope, curvature float64) {
	if o.model != nil {
		v, d := o.model(z)
		return (v - y) * (v - y), 2 * (v - y) * d, 2 * d * d
	}
	p := 1 / (1 + math.Exp(-z))
	return math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - y*z, p - y, p * (1 - p)
}

func (o *rows) Curvature(_ context.Context, w []float64, every int, h *mat.SymDense) error {
	h.Zero()
	raw := h.RawSymmetric()
	o.second(w, every, func(c float64, x []float64) {
		for j, v := range x {
			if v != 0 {
				floats.AddScaled(raw.Data[j*raw.Stride+j:j*raw.Stride+raw.N], c*v, x[j:])
			}
		}
	})
	for j := range w {
		h.SetSym(j, j, h.At(j, j)+o.penalty)
	}
	return nil
}

func (o *rows) Diagonal(_ context.Context, w []float64, every int, d []float64) error {
	for j := range d {
		d[j] = o.penalty
	}
	o.second(w, every, func(c float64, x []float64) {
		for j, v := range x {
			d[j] += c * v * v
		}
	})
	return nil
}

// second calls add with the curvature of every every-th row.
func (o *rows) second(w []float64, every int, add func(c float64, x []float64)) {
	n := float64((len(o.x) + every - 1) / every)
	for i := 0; i < len(o.x); i += every {
		_, _, c := o.loss(dot(o.x[i], w), o.y[i])
		add(c/n, o.x[i])
	}
}

func dot(a, b []float64) (s float64) {
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// logistic returns n rows of p counts with results drawn from a known model.
func logistic(n, p int, seed uint64) *rows {
	rng := rand.New(rand.NewPCG(seed, 1))
	o := &rows{batch: 64}
	for range n {
		x, z := make([]float64, p), 0.0
		for j := range x {
			x[j] = float64(rng.IntN(5) - 2)
			z += x[j] * float64(j%7-3) / 6
		}
		o.x = append(o.x, x)
		y := 0.0
		if rng.Float64() < 1/(1+math.Exp(-z)) {
			y = 1
		}
		o.y = append(o.y, y)
	}
	return o
}

// exact returns rows whose labels are those of a known w: f is 0 there, for
// every batch.
func exact(n, p int) (o *rows, w []float64) {
	o = logistic(n, p, 3)
	o.model = func(z float64) (v, slope float64) {
		v = 1 / (1 + math.Exp(-z))
		return v, v * (1 - v)
	}
	w = make([]float64, p)
	for j := range w {
		w[j] = float64(j%7-3) / 6
	}
	for i, x := range o.x {
		o.y[i], _ = o.model(dot(x, w))
	}
	return o, w
}

// curve is least squares, ½Σr², of residuals with a Jacobian.
type curve struct {
	size  int
	resid func(w []float64) (r []float64, jacobian [][]float64)
}

func (c *curve) Size() int { return c.size }

func (c *curve) Gradient(_ context.Context, w, g []float64) (f float64, err error) {
	r, jac := c.resid(w)
	clear(g)
	for i, v := range r {
		f += v * v / 2
		for j := range g {
			g[j] += v * jac[i][j]
		}
	}
	return f, nil
}

func (c *curve) Curvature(_ context.Context, w []float64, _ int, h *mat.SymDense) error {
	h.Zero()
	_, jac := c.resid(w)
	for _, row := range jac {
		for j := range row {
			for k := j; k < len(row); k++ {
				h.SetSym(j, k, h.At(j, k)+row[j]*row[k])
			}
		}
	}
	return nil
}

func (c *curve) Diagonal(ctx context.Context, w []float64, every int, d []float64) error {
	h := mat.NewSymDense(c.size, nil)
	err := c.Curvature(ctx, w, every, h)
	for j := range d {
		d[j] = h.At(j, j)
	}
	return err
}

// newton is the slow twin: Newton's method with the whole matrix until it stops
// moving. For cross-entropy the Gauss–Newton matrix is the Hessian.
func newton(t *testing.T, o *rows) []float64 {
	t.Helper()
	p := o.Size()
	w, g, h := make([]float64, p), make([]float64, p), mat.NewSymDense(p, nil)
	for range 50 {
		if _, err := o.Gradient(t.Context(), w, g); err != nil {
			t.Fatal(err)
		}
		if err := o.Curvature(t.Context(), w, 1, h); err != nil {
			t.Fatal(err)
		}
		var d mat.VecDense
		if err := d.SolveVec(h, mat.NewVecDense(p, g)); err != nil {
			t.Fatal(err)
		}
		for j := range w {
			w[j] -= d.AtVec(j)
		}
	}
	return w
}

func minimize(t *testing.T, f Objective, start []float64, opt Options) *Result {
	t.Helper()
	res, err := Minimize(t.Context(), f, start, opt)
	if err != nil {
		t.Fatalf("%v: %v", opt.Method, err)
	}
	return res
}

// near fails unless two vectors agree to a distance in every component.
func near(t *testing.T, what string, got, want []float64, within float64) {
	t.Helper()
	for j := range want {
		if !(math.Abs(got[j]-want[j]) <= within) {
			t.Errorf("%s: weight %d is %.15g, want %.15g", what, j, got[j], want[j])
		}
	}
}

// reduced solves H·d = g for some weights.
func reduced(t *testing.T, o *rows, w, g []float64, free []int) []float64 {
	t.Helper()
	n := len(free)
	h, rhs, whole := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil), mat.NewSymDense(len(w), nil)
	if err := o.Curvature(t.Context(), w, 1, whole); err != nil {
		t.Fatal(err)
	}
	for a, i := range free {
		rhs.SetVec(a, g[i])
		for b, j := range free {
			h.Set(a, b, whole.At(i, j))
		}
	}
	var d mat.VecDense
	if err := d.SolveVec(h, rhs); err != nil {
		t.Fatal(err)
	}
	return d.RawVector().Data
}

// A dense is the matrix of an objective as a Product.
type dense struct{ h *mat.SymDense }

func (d dense) Times(_ context.Context, v, to []float64) error {
	mat.NewVecDense(len(to), to).MulVec(d.h, mat.NewVecDense(len(v), v))
	return nil
}

// productOf makes the matrix of an objective.
func productOf(ctx context.Context, o Objective, w []float64) (Product, error) {
	h := mat.NewSymDense(o.Size(), nil)
	return dense{h}, o.Curvature(ctx, w, 1, h)
}

func (o *rows) Product(ctx context.Context, w []float64) (Product, error) {
	return productOf(ctx, o, w)
}

func (c *curve) Product(ctx context.Context, w []float64) (Product, error) {
	return productOf(ctx, c, w)
}
