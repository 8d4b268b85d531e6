package descent

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// bounded returns a logistic regression with a box that holds part of the
// weights, one of them for good.
func bounded(p int, seed uint64) (o *rows, low, high []float64) {
	o = logistic(40*p, p, seed)
	rng := rand.New(rand.NewPCG(seed, 2))
	low, high = make([]float64, p), make([]float64, p)
	for j := range p {
		low[j] = -0.6 * rng.Float64()
		high[j] = low[j] + 0.5*rng.Float64()
	}
	low[0], high[1] = math.Inf(-1), math.Inf(1)
	high[2] = low[2]
	return o, low, high
}

// TestBruteForce: of all ways to hold weights at bounds the lowest f that stays
// in the box.
func TestBruteForce(t *testing.T) {
	const p = 4
	for seed := range uint64(5) {
		o, low, high := bounded(p, seed)
		best := math.Inf(1)
		for code := range 81 {
			best = min(best, held(t, o, low, high, code))
		}
		for _, m := range methods[:3] {
			res := minimize(t, o, make([]float64, p), Options{Method: m, Low: low, High: high, Tolerance: 1e-13, Rate: 0.1})
			if math.Abs(res.F-best) > 1e-12 {
				t.Errorf("seed %d, %v: f = %.14g, want %.14g (%v)", seed, m, res.F, best, res.Reason)
			}
		}
	}
}

// held returns the lowest f with weights held as the base-3 digits of code say,
// free, low or high; +Inf if the others leave the box.
func held(t *testing.T, o *rows, low, high []float64, code int) float64 {
	var free []int
	w := make([]float64, len(low))
	for j := range w {
		switch code % 3 {
		case 0:
			free = append(free, j)
		case 1:
			w[j] = low[j]
		case 2:
			w[j] = high[j]
		}
		code /= 3
	}
	if math.IsInf(dot(w, w), 0) {
		return math.Inf(1)
	}
	g := make([]float64, len(w))
	for range 10 { // Newton's method for the free ones
		f := o.part(w, g, 0, len(o.x))
		if len(free) == 0 {
			return f
		}
		step := reduced(t, o, w, g, free)
		for a, j := range free {
			w[j] -= step[a]
		}
	}
	for _, j := range free {
		if w[j] < low[j] || w[j] > high[j] {
			return math.Inf(1)
		}
	}
	return o.part(w, g, 0, len(o.x))
}

// TestKKT: at the end the gradient is 0 for free weights and pushes out of the
// box for the others; f is that of the other method.
func TestKKT(t *testing.T) {
	for _, limit := range []int{0, 1} { // with the matrix, with its diagonal
		for seed := range uint64(5) {
			o, low, high := bounded(40, seed)
			want := minimize(t, o, make([]float64, 40), Options{Method: LevenbergMarquardt, Low: low, High: high, Tolerance: 1e-15})
			res := minimize(t, o, make([]float64, 40), Options{Low: low, High: high, Tolerance: 1e-13, MatrixLimit: limit, Every: 2})
			checkKKT(t, fmt.Sprintf("seed %d", seed), o, low, high, res)
			if res.Passes > 60 || math.Abs(res.F-want.F) > 1e-11 {
				t.Errorf("seed %d, limit %d: f = %.14g after %d passes, want %.14g", seed, limit, res.F, res.Passes, want.F)
			}
		}
	}
}

func checkKKT(t *testing.T, what string, o *rows, low, high []float64, res *Result) {
	t.Helper()
	g := make([]float64, len(low))
	o.part(res.Weights, g, 0, len(o.x))
	bound, free := 0, 0
	for j, w := range res.Weights {
		ok := false
		switch res.Bound[j] {
		case 0:
			ok, free = math.Abs(g[j]) < 1e-5 && w >= low[j] && w <= high[j], free+1
		case -1:
			ok, bound = w == low[j] && g[j] > 0, bound+1
		case 1:
			ok, bound = w == high[j] && g[j] < 0, bound+1
		case 2:
			ok = w == low[j] && w == high[j]
		}
		if !ok {
			t.Errorf("%s: weight %d = %v in [%v, %v], mark %d, derivative %v", what, j, w, low[j], high[j], res.Bound[j], g[j])
		}
	}
	if bound < 3 || free < 3 {
		t.Errorf("%s: %d weights at bounds, %d free: the test tests nothing", what, bound, free)
	}
}

// TestStartOutside: a start outside the box begins at its edge.
func TestStartOutside(t *testing.T) {
	o, low, high := bounded(40, 1)
	start := make([]float64, 40)
	for j := range start {
		start[j] = 1e6
	}
	start[1] = 0
	res := minimize(t, o, start, Options{Low: low, High: high, Tolerance: 1e-13})
	checkKKT(t, "outside", o, low, high, res)
}

// TestAllFixed: nothing to move is the optimum at once.
func TestAllFixed(t *testing.T) {
	o := logistic(100, 3, 1)
	w := []float64{1, 2, 3}
	for _, m := range methods {
		res := minimize(t, o, w, Options{Method: m, Low: w, High: w})
		near(t, m.String(), res.Weights, w, 0)
		if res.Gap != 0 || m == LBFGS && res.Reason != Tolerance {
			t.Errorf("%v: gap %v, %v", m, res.Gap, res.Reason)
		}
	}
}
