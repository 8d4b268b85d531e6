package descent

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestOptions(t *testing.T) {
	nan := math.NaN()
	two := []float64{0, 0}
	for _, c := range []struct {
		what  string
		opt   Options
		start []float64
		word  string
	}{
		{"start", Options{}, []float64{1}, "1 weights for an objective of 2"},
		{"start not finite", Options{}, []float64{1, nan}, "finite"},
		{"bounds", Options{Low: []float64{1}}, two, "±Inf"},
		{"order", Options{Low: []float64{0, 2}, High: []float64{1, 1}}, two, "weight 1"},
		{"NaN bound", Options{High: []float64{nan, 1}}, two, "weight 0"},
		{"method", Options{Method: 9}, two, "method"},
		{"tolerance", Options{Tolerance: -1}, two, "Tolerance"},
		{"passes", Options{Passes: -1}, two, "Passes"},
		{"rate", Options{Method: Adam, Rate: nan}, two, "Rate"},
		{"lm", Options{Method: LevenbergMarquardt, MatrixLimit: 1}, two, "MatrixLimit 2"},
	} {
		_, err := Minimize(t.Context(), logistic(50, 2, 1), c.start, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: error %v, want one with %q", c.what, err, c.word)
		}
	}
	if _, err := Minimize(t.Context(), &curve{size: 1}, []float64{0}, Options{Method: SGD}); err == nil || !strings.Contains(err.Error(), "batches") {
		t.Errorf("sgd without batches: error %v", err)
	}
}

func TestMethodNames(t *testing.T) {
	var names []string
	for _, m := range methods {
		names = append(names, m.String())
	}
	if got := strings.Join(names, " "); got != "lbfgs lm adam sgd newton" {
		t.Error(got)
	}
	if s := Method(9).String(); s != "descent.Method(9)" {
		t.Error(s)
	}
}

// wall is ½(w−3)² up to w = 5, and not a number above; its curvature is said to be
// a thousandth of the truth, so that steps go too far.
type wall struct{ nan bool }

func (wall) Size() int { return 1 }
func (f wall) Gradient(_ context.Context, w, g []float64) (float64, error) {
	g[0] = w[0] - 3
	if w[0] > 5 {
		g[0] = math.Inf(1)
		if f.nan {
			return math.NaN(), nil
		}
	}
	return g[0] * g[0] / 2, nil
}
func (wall) Curvature(_ context.Context, _ []float64, _ int, h *mat.SymDense) error {
	h.SetSym(0, 0, 1e-3)
	return nil
}
func (wall) Diagonal(_ context.Context, _ []float64, _ int, d []float64) error {
	d[0] = 1e-3
	return nil
}

// TestNotFinite: points where f is not a number are stepped back from; a start
// there is refused.
func TestNotFinite(t *testing.T) {
	for _, f := range []wall{{false}, {true}} {
		for _, m := range methods[:3] {
			every := 0
			opt := Options{Method: m, Tolerance: 1e-12, Rate: 8, Checkpoint: func(s State) error { every = s.Matrix.Every; return nil }}
			res := minimize(t, f, []float64{0}, opt)
			near(t, m.String(), res.Weights, []float64{3}, 1e-5)
			if res.NonFinite == 0 {
				t.Errorf("%v never met the wall", m)
			}
			if m == LBFGS && every != 1 {
				t.Errorf("after a long search the matrix is of one row in %d", every)
			}
			if _, err := Minimize(t.Context(), f, []float64{6}, opt); err == nil || !strings.Contains(err.Error(), "start") {
				t.Errorf("%v from behind the wall: %v", m, err)
			}
		}
	}
}

// TestPasses: the limit ends every method, and passes are counted.
func TestPasses(t *testing.T) {
	for _, m := range methods {
		o, n := logistic(500, 8, 1), 0
		o.hook = func() error { n++; return nil }
		o.visited = map[int]int{}
		res := minimize(t, o, make([]float64, 8), Options{Method: m, Tolerance: 1e-30, Passes: 5, Rate: 0.1})
		if m == SGD {
			n += o.visited[0]
		}
		if res.Reason != PassLimit || res.Passes != n || n < 5 && m != Newton || n > 6 { // Newton's products count, too
			t.Errorf("%v: %v after %d passes, counted %d", m, res.Reason, res.Passes, n)
		}
		if res.Gap <= 0 {
			t.Errorf("%v: gap %v", m, res.Gap)
		}
	}
}

// TestStalled: a tolerance below rounding ends the run nevertheless.
func TestStalled(t *testing.T) {
	for _, m := range methods {
		o := logistic(500, 8, 1)
		res := minimize(t, o, make([]float64, 8), Options{Method: m, Tolerance: 1e-300, Rate: 0.1})
		if res.Reason != Stalled && !(res.Reason == Tolerance && res.Gradient == 0) {
			t.Errorf("%v ended by %v after %d passes", m, res.Reason, res.Passes)
		}
	}
}

// TestWatch: the run ends Patience iterations after the lowest value and returns its
// weights.
func TestWatch(t *testing.T) {
	for _, m := range methods {
		o := logistic(100, 20, 3) // few rows: it learns noise
		other := logistic(2000, 20, 4)
		var weights [][]float64
		var values []float64
		watch := func(w []float64) (float64, error) {
			v := other.part(w, make([]float64, 20), 0, 2000)
			weights, values = append(weights, append([]float64(nil), w...)), append(values, v)
			return v, nil
		}
		res := minimize(t, o, make([]float64, 20), Options{Method: m, Watch: watch, Patience: 3, Rate: 0.05})
		best := 0
		for i, v := range values {
			if v < values[best] {
				best = i
			}
		}
		if res.Reason != Early || !res.WatchRose || res.WatchedAt != best || res.Watched != values[best] || res.Iterations != best+3 {
			t.Errorf("%v: %v, rose %v, at %d of %d with %v; best is %d with %v",
				m, res.Reason, res.WatchRose, res.WatchedAt, res.Iterations, res.Watched, best, values[best])
		}
		near(t, m.String(), res.Weights, weights[best], 0)
		if f := o.part(res.Weights, make([]float64, 20), 0, 100); f != res.F || res.Gap <= 0 {
			t.Errorf("%v: f = %v, stated %v, gap %v", m, f, res.F, res.Gap)
		}
	}
}

// TestWatchFalls: a value that falls to the end is no sign.
func TestWatchFalls(t *testing.T) {
	o := logistic(500, 8, 3)
	watch := func(w []float64) (float64, error) { return o.part(w, make([]float64, 8), 0, 500), nil }
	res := minimize(t, o, make([]float64, 8), Options{Watch: watch})
	if res.Reason != Tolerance || res.WatchRose || res.WatchedAt != res.Iterations {
		t.Errorf("%v, rose %v, best at %d of %d", res.Reason, res.WatchRose, res.WatchedAt, res.Iterations)
	}
	_, err := Minimize(t.Context(), o, make([]float64, 8), Options{Watch: func([]float64) (float64, error) { return math.NaN(), nil }})
	if err == nil || !strings.Contains(err.Error(), "watch") {
		t.Errorf("NaN: %v", err)
	}
}

// TestTrail: the change over the last tenth, against all weights kept.
func TestTrail(t *testing.T) {
	for _, n := range []int{0, 1, 2, 9, 10, 11, 57, 100, 1234} {
		var trail Trail
		at := func(k int) []float64 { return []float64{float64(k), 1} }
		for k := range n + 1 {
			trail.add(k, at(k))
		}
		got := trail.change(n, at(n))
		if low, high := math.Ceil(0.1*float64(n)), 0.16*float64(n)+1; got < low || got > high {
			t.Errorf("%d iterations: change of the last %v, want %v to %v", n, got, low, high)
		}
		if len(trail) > 6 {
			t.Errorf("%d iterations: %d marks kept", n, len(trail))
		}
	}
}

// TestLateChange: an unfinished run still moves, a finished one does not.
func TestLateChange(t *testing.T) {
	o := logistic(500, 8, 1)
	for _, c := range []struct {
		tolerance float64
		moves     bool
	}{{0.3, true}, {1e-16, false}} {
		res := minimize(t, o, make([]float64, 8), Options{Method: Adam, Tolerance: c.tolerance, Rate: 0.01})
		if (res.LateChange > 1e-3) != c.moves {
			t.Errorf("tolerance %v: weights changed by %v late", c.tolerance, res.LateChange)
		}
	}
}

// broken is an objective whose curvature is not finite.
type broken struct{ wall }

func (broken) Curvature(_ context.Context, _ []float64, _ int, h *mat.SymDense) error {
	h.SetSym(0, 0, math.NaN())
	return nil
}

func TestCurvatureNotFinite(t *testing.T) {
	for _, m := range methods[:3] {
		_, err := Minimize(t.Context(), broken{}, []float64{0}, Options{Method: m, Passes: 10, Every: 1})
		if err == nil || !strings.Contains(err.Error(), "not finite") {
			t.Errorf("%v: %v", m, err)
		}
	}
	c := newCurvature(2, true)
	c.h.SetSym(0, 1, math.NaN()) // beside a diagonal that is finite
	if err := c.restrict([]int{0, 1}, 0); err != nil {
		t.Errorf("the part above the diagonal counted: %v", err)
	}
	c.h.RawSymmetric().Data[2] = math.NaN()
	if err := c.restrict([]int{0, 1}, 0); err == nil {
		t.Error("a factor of what is not a number")
	}
}

// TestUsable: with weight 1 held, pairs that moved it are left out.
func TestUsable(t *testing.T) {
	one, both := Pair{S: []float64{1, 0}}, Pair{S: []float64{1, 1}}
	m := &lbfgs{run: &run{State: State{Weights: make([]float64, 2), Memory: []Pair{one, both, one}}}, matrix: newCurvature(2, false)}
	for _, c := range []struct {
		free []int
		n    int
	}{{[]int{0, 1}, 3}, {[]int{0}, 2}, {[]int{1}, 0}} {
		m.matrix.free = c.free
		if got := len(m.usable()); got != c.n {
			t.Errorf("free %v: %d pairs, want %d", c.free, got, c.n)
		}
	}
}
