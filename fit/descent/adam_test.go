package descent

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestAdamTwin: the first steps are those of the paper's algorithm 1.
func TestAdamTwin(t *testing.T) {
	o := logistic(500, 8, 1)
	const rate, n = 0.01, 15
	w, m, v, g := make([]float64, 8), make([]float64, 8), make([]float64, 8), make([]float64, 8)
	for k := 1; k <= n; k++ {
		o.part(w, g, 0, 500)
		for j := range w {
			m[j] = 0.9*m[j] + 0.1*g[j]
			v[j] = 0.999*v[j] + 0.001*g[j]*g[j]
			w[j] -= rate * m[j] / (1 - math.Pow(0.9, float64(k))) / math.Sqrt(v[j]/(1-math.Pow(0.999, float64(k))))
		}
	}
	res := minimize(t, o, make([]float64, 8), Options{Method: Adam, Rate: rate, Passes: n + 1, Tolerance: 1e-30})
	near(t, "adam", res.Weights, w, 1e-8)
}

// TestSGDTwin: a round takes every batch once, the last, smaller one too.
func TestSGDTwin(t *testing.T) {
	o := logistic(500, 8, 1) // batches of 64: 7 and one of 52
	o.visited = map[int]int{}
	const rate = 0.01
	w, m, v, g := make([]float64, 8), make([]float64, 8), make([]float64, 8), make([]float64, 8)
	k := 0
	for round := range 2 {
		for _, b := range rand.New(rand.NewPCG(1, uint64(round+1))).Perm(8) {
			o.part(w, g, 64*b, min(500, 64*b+64))
			k++
			for j := range w {
				m[j] = 0.9*m[j] + 0.1*g[j]
				v[j] = 0.999*v[j] + 0.001*g[j]*g[j]
				w[j] -= rate * m[j] / (1 - math.Pow(0.9, float64(k))) / math.Sqrt(v[j]/(1-math.Pow(0.999, float64(k))))
			}
		}
	}
	res := minimize(t, o, make([]float64, 8), Options{Method: SGD, Rate: rate, Passes: 5, Tolerance: 1e-30})
	near(t, "sgd", res.Weights, w, 1e-7)
	for b := range 8 {
		if o.visited[b] != 2 {
			t.Errorf("batch %d was used %d times in 2 rounds", b, o.visited[b])
		}
	}
}

// TestBackoff: a rate that is far too high is cut and counted; one that fits is not.
func TestBackoff(t *testing.T) {
	o := logistic(2000, 8, 1)
	for _, m := range []Method{Adam, SGD} {
		for _, c := range []struct {
			rate float64
			cut  bool
		}{{300, true}, {0.001, false}} {
			var last State
			res := minimize(t, o, make([]float64, 8), Options{Method: m, Rate: c.rate, Passes: 100, Tolerance: 1e-4,
				Checkpoint: func(s State) error { last = s; return nil }})
			if (res.Backoffs > 0) != c.cut || (last.Rate < c.rate) != c.cut {
				t.Errorf("%v, rate %v: cut %d times to %v, f = %v", m, c.rate, res.Backoffs, last.Rate, res.F)
			}
		}
	}
}

// TestSGDNoise: batches that disagree still lead near the optimum.
func TestSGDNoise(t *testing.T) {
	o := logistic(4000, 8, 1)
	best := minimize(t, o, make([]float64, 8), Options{})
	res := minimize(t, o, make([]float64, 8), Options{Method: SGD, Rate: 0.1, Passes: 400, Tolerance: 1e-5})
	if truth := res.F - best.F; truth > 1e-4*best.F || res.Gap > 3*truth || res.Gap < truth/3 {
		t.Errorf("gap %.3g, stated %.3g, %v after %d passes", truth, res.Gap, res.Reason, res.Passes)
	}
}
