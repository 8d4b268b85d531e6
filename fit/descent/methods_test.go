package descent

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var methods = []Method{LBFGS, LevenbergMarquardt, Adam, SGD, Newton}

// TestTwin: all methods end in the point of Newton's method.
func TestTwin(t *testing.T) {
	o := logistic(400, 6, 1)
	want := newton(t, o)
	o.batch = len(o.x) // batches that disagree have no common point
	for _, m := range methods {
		opt, within := Options{Method: m, Tolerance: 1e-20, Rate: 0.1}, 1e-9
		if m == Adam || m == SGD { // they compare values of f, which rounding ends at 1e-16
			opt.Tolerance, within = 1e-16, 2e-8
		}
		res := minimize(t, o, make([]float64, 6), opt)
		if res.Reason != Tolerance {
			t.Errorf("%v ended by %v, gap %.3g", m, res.Reason, res.Gap)
		}
		near(t, m.String(), res.Weights, want, within)
	}
}

// TestExact: a function that is 0 at its minimum has a relative gap of about 1;
// a small part of the first value ends the run.
func TestExact(t *testing.T) {
	o, want := exact(500, 6)
	for _, m := range methods {
		res := minimize(t, o, make([]float64, 6), Options{Method: m, Tolerance: 1e-14, Rate: 0.1})
		if res.Reason != Tolerance {
			t.Errorf("%v ended by %v", m, res.Reason)
		}
		near(t, m.String(), res.Weights, want, 1e-8)
	}
}

// TestTextbook: 20 students, hours of study and whether they passed; the
// coefficients are those of the article "Logistic regression" of Wikipedia.
func TestTextbook(t *testing.T) {
	hours := []float64{.5, .75, 1, 1.25, 1.5, 1.75, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 4, 4.25, 4.5, 4.75, 5, 5.5}
	o := &rows{batch: 20, y: []float64{0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1}}
	for _, h := range hours {
		o.x = append(o.x, []float64{1, h})
	}
	for _, m := range methods {
		res := minimize(t, o, []float64{0, 0}, Options{Method: m, Rate: 0.1})
		near(t, m.String(), res.Weights, []float64{-4.0777, 1.5046}, 1e-3)
	}
}

// misra is Misra1a of the NIST Statistical Reference Datasets (1978), with its
// certified values.
func misra() (c *curve, start, want []float64) {
	x := []float64{77.6, 114.9, 141.1, 190.8, 239.9, 289, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760}
	y := []float64{10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.4, 75.47, 81.78}
	c = &curve{2, func(b []float64) (r []float64, jac [][]float64) {
		for i := range x {
			e := math.Exp(-b[1] * x[i])
			r = append(r, b[0]*(1-e)-y[i])
			jac = append(jac, []float64{1 - e, b[0] * x[i] * e})
		}
		return r, jac
	}}
	return c, []float64{500, 1e-4}, []float64{2.3894212918e2, 5.5015643181e-4}
}

func TestMisra1a(t *testing.T) {
	c, start, want := misra()
	for _, m := range methods[:2] {
		res := minimize(t, c, start, Options{Method: m, Tolerance: 1e-18})
		near(t, m.String(), res.Weights[:1], want[:1], 1e-7)
		near(t, m.String(), res.Weights[1:], want[1:], 1e-13)
		if f := 1.2455138894e-1 / 2; math.Abs(res.F-f) > 1e-11 {
			t.Errorf("%v: f = %.12g, want %.12g", m, res.F, f)
		}
	}
}

// TestRosenbrock: the valley of H. Rosenbrock (1960), minimum at (1, 1).
func TestRosenbrock(t *testing.T) {
	c := &curve{2, func(w []float64) ([]float64, [][]float64) {
		return []float64{10 * (w[1] - w[0]*w[0]), 1 - w[0]}, [][]float64{{-20 * w[0], 10}, {-1, 0}}
	}}
	for _, m := range methods[:3] {
		for _, limit := range []int{2, 1} { // with the matrix, with its diagonal
			if m == LevenbergMarquardt && limit == 1 {
				continue
			}
			res := minimize(t, c, []float64{-1.2, 1}, Options{Method: m, MatrixLimit: limit, Tolerance: 1e-12, Rate: 0.02, Passes: 100_000})
			near(t, m.String(), res.Weights, []float64{1, 1}, 1e-6)
		}
	}
}

// TestIllConditioned: powers of a variable, condition number of the matrix about 1e11.
func TestIllConditioned(t *testing.T) {
	o := &rows{model: func(z float64) (float64, float64) { return z, 1 }}
	for i := range 200 {
		x, row := float64(i)/199, make([]float64, 8)
		for j := range row {
			row[j] = math.Pow(x, float64(j)) * math.Pow(10, float64(j-4))
		}
		o.x, o.y = append(o.x, row), append(o.y, math.Sin(6*x))
	}
	best := minimize(t, o, make([]float64, 8), Options{Method: LevenbergMarquardt, Tolerance: 1e-12})
	for _, every := range []int{1, 8} {
		res := minimize(t, o, make([]float64, 8), Options{Tolerance: 1e-12, Every: every})
		if res.F > best.F*(1+1e-6) || res.Passes > 30 {
			t.Errorf("every %d: f = %.12g after %d passes, lm has %.12g", every, res.F, res.Passes, best.F)
		}
	}
}

// TestSingular: of equal columns every method with a matrix moves both alike, a
// column without entries not at all.
func TestSingular(t *testing.T) {
	o := logistic(400, 6, 2)
	for _, x := range o.x {
		x[3], x[5] = x[1], 0
	}
	start := []float64{0, 1, 0, 3, 0, 7}
	for _, m := range methods[:2] {
		res := minimize(t, o, start, Options{Method: m, Tolerance: 1e-15, Every: 1})
		if res.Reason != Tolerance {
			t.Errorf("%v ended by %v", m, res.Reason)
		}
		if d := (res.Weights[3] - 3) - (res.Weights[1] - 1); math.Abs(d) > 1e-6 {
			t.Errorf("%v: equal columns moved %v apart", m, d)
		}
		if res.Weights[5] != 7 {
			t.Errorf("%v: a column without entries moved to %v", m, res.Weights[5])
		}
	}
}

// TestGap: the estimate is within a factor of two of the truth once the curvature is
// that of the end.
func TestGap(t *testing.T) {
	o := logistic(3000, 30, 4)
	for _, m := range methods[:2] {
		var steps []Step
		opt := Options{Method: m, Tolerance: 1e-14, Report: func(s Step) { steps = append(steps, s) }}
		best := minimize(t, o, make([]float64, 30), opt)
		seen := 0
		for _, s := range steps[:len(steps)-1] {
			truth := s.F - best.F
			if truth > 1e-2*best.F || truth < 1e-12*best.F {
				continue
			}
			seen++
			if s.Gap < truth/2 || s.Gap > 2*truth {
				t.Errorf("%v, iteration %d: gap %.3g, truly %.3g", m, s.Iteration, s.Gap, truth)
			}
		}
		if seen < 3 {
			t.Errorf("%v: %d iterations near the end", m, seen)
		}
	}
}

// TestRare: a column whose rows the sample misses makes LBFGS take more rows.
func TestRare(t *testing.T) {
	o := logistic(1600, 10, 5)
	for i, x := range o.x {
		x[4] = 0
		if i%8 == 3 && i < 160 {
			x[4] = 1
		}
	}
	var every []int
	res := minimize(t, o, make([]float64, 10), Options{Tolerance: 1e-18, Checkpoint: func(s State) error {
		every = append(every, s.Matrix.Every)
		return nil
	}})
	if every[0] == 8 {
		t.Error("the matrix was made from a sample without a row of weight 4")
	}
	near(t, "rare", res.Weights, newton(t, o), 1e-6)
}

// TestMend: a weight that the sample does not hold enough of gets the diagonal of
// all rows, and its correlations stay; the other weights keep theirs.
func TestMend(t *testing.T) {
	for _, with := range [][]int{{3}, {1, 3, 5, 7, 8}} { // none of two rows in the sample, one of five
		o := logistic(800, 401, 6)
		for i, x := range o.x {
			x[7] = 0
			if slices.Contains(with, i) {
				x[7] = 2
			}
		}
		w := make([]float64, 401)
		c := newCurvature(401, true)
		every, _, err := c.build(t.Context(), o, w, 2)
		if err != nil || every != 2 {
			t.Fatal(every, err)
		}
		all, part := make([]float64, 401), mat.NewSymDense(401, nil)
		if o.Diagonal(t.Context(), w, 1, all) != nil || o.Curvature(t.Context(), w, 2, part) != nil {
			t.Fatal("curvature")
		}
		for j := range all {
			want := part.At(j, j)
			if j == 7 {
				want = all[j]
			}
			if got := c.scale[j] * c.scale[j]; math.Abs(got-want) > 1e-12*want {
				t.Errorf("rows %v: diagonal of weight %d is %v, want %v", with, j, got, want)
			}
		}
		if part.At(7, 7) == 0 {
			continue
		}
		for _, j := range []int{2, 300} {
			want := part.At(7, j) / math.Sqrt(part.At(7, 7)*part.At(j, j))
			if got := c.h.RawSymmetric().Data[max(7, j)*401+min(7, j)]; math.Abs(got-want) > 1e-12 {
				t.Errorf("rows %v: correlation with weight %d is %v, want %v", with, j, got, want)
			}
		}
	}
}

// TestSolve: the factor of free weights, against a dense solution.
func TestSolve(t *testing.T) {
	o := logistic(500, 12, 7)
	w := make([]float64, 12)
	c := newCurvature(12, true)
	if _, _, err := c.build(t.Context(), o, w, 1); err != nil {
		t.Fatal(err)
	}
	g, x := make([]float64, 12), make([]float64, 12)
	rng := rand.New(rand.NewPCG(1, 1))
	for j := range g {
		g[j] = rng.NormFloat64()
	}
	all := make([]int, 12)
	for j := range all {
		all[j] = j
	}
	// The whole matrix last and first: its factor must not spoil the others.
	for _, free := range [][]int{all, {0, 3, 4, 11}, {7}, {}, all} {
		c.restrict(free, 0)
		c.solve(x, g)
		back := make([]float64, 12)
		for i := range 12 {
			for j := range 12 {
				back[i] += entry(t, o, w, i, j) * x[j]
			}
		}
		for j := range 12 {
			if !slices.Contains(free, j) {
				if x[j] != 0 {
					t.Errorf("free %v: weight %d moves", free, j)
				}
			} else if math.Abs(back[j]-g[j]) > 1e-12 {
				t.Errorf("free %v: (Hx)[%d] = %v, want %v", free, j, back[j], g[j])
			}
		}
		if q, want := c.quadratic(x), dot(x, back); math.Abs(q-want) > 1e-12 {
			t.Errorf("free %v: quadratic %v, want %v", free, q, want)
		}
	}
}

// entry returns a value of the Gauss–Newton matrix by its definition.
func entry(t *testing.T, o *rows, w []float64, i, j int) (h float64) {
	t.Helper()
	for k, x := range o.x {
		_, _, c := o.loss(dot(x, w), o.y[k])
		h += c * x[i] * x[j] / float64(len(o.x))
	}
	return h
}

// TestThreads: equal bytes whatever the processors, with a matrix large enough
// for blocked decomposition.
func TestThreads(t *testing.T) {
	o := logistic(300, 200, 8)
	o.penalty = 0.01
	for _, m := range methods[:2] {
		var first *Result
		for _, n := range []int{1, 2, 8} {
			old := runtime.GOMAXPROCS(n)
			res := minimize(t, o, make([]float64, 200), Options{Method: m})
			runtime.GOMAXPROCS(old)
			if first == nil {
				first = res
			}
			if !slices.Equal(res.Weights, first.Weights) || res.F != first.F || res.Gap != first.Gap {
				t.Errorf("%v: other bytes with %d processors", m, n)
			}
		}
	}
}
