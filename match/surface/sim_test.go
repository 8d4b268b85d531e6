package surface

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/match/spsa"
)

// truth draws a surface: directions with random correlations.
type world struct {
	q    quadratic
	gram [][]float64
	best float64
	draw float64
}

func newWorld(rng *rand.Rand, k int, null bool) *world {
	dim := k + 2
	dirs := make([][]float64, k)
	common := make([]float64, dim)
	for d := range common {
		common[d] = rng.NormFloat64()
	}
	for i := range dirs {
		dirs[i] = make([]float64, dim)
		mix := rng.Float64() * 0.9
		size := 0.02 + 0.03*rng.Float64()
		for d := range dirs[i] {
			dirs[i][d] = size * (mix*common[d] + math.Sqrt(1-mix*mix)*rng.NormFloat64()) / math.Sqrt(float64(dim))
		}
	}
	w := &world{gram: make([][]float64, k), q: quadratic{g: make([]float64, k), h: mat.NewSymDense(k, nil)}}
	scale := math.Exp(0.4 * rng.NormFloat64())
	shape := make([]float64, dim)
	slope := make([]float64, dim)
	for d := range shape {
		shape[d] = math.Exp(0.3 * rng.NormFloat64())
		slope[d] = Slope * rng.NormFloat64() * rng.Float64() * gainScale
	}
	for i := range k {
		w.gram[i] = make([]float64, k)
		for d := range dim {
			w.q.g[i] += slope[d] * dirs[i][d]
		}
		if null {
			w.q.g[i] = 0
		}
		for j := range k {
			h := 0.0
			for d := range dim {
				w.gram[i][j] += dirs[i][d] * dirs[j][d]
				h += dirs[i][d] * dirs[j][d] * shape[d]
			}
			if j <= i {
				w.q.h.SetSym(i, j, 2*Cost*scale*h)
			}
		}
	}
	m := &Model{low: fill(k, -0.5), high: fill(k, 1.5)}
	w.best = w.q.value(m.maximum(&w.q, make([]float64, k)))
	w.draw = 0.3 + 0.3*rng.Float64()
	return w
}

func fill(k int, v float64) []float64 {
	s := make([]float64, k)
	for i := range s {
		s[i] = v
	}
	return s
}

// pair plays a pair of games.
func (w *world) pair(rng *rand.Rand, a, b []float64) float64 {
	d := w.q.value(a) - w.q.value(b)
	bias := 60 * rng.NormFloat64()
	return (game(rng, d+bias, w.draw) + game(rng, d-bias, w.draw)) / 2
}

func game(rng *rand.Rand, elo, draw float64) float64 {
	e := 1 / (1 + math.Pow(10, -elo/400))
	pd := 2 * draw * math.Min(e, 1-e)
	u := rng.Float64()
	switch {
	case u < e-pd/2:
		return 1
	case u < e+pd/2:
		return 0.5
	}
	return 0
}

var gainScale = 0.4

type design func(m *Model, rng *rand.Rand) (a, b []float64)

func TestSim(t *testing.T) {
	if os.Getenv("SIM") == "" {
		t.Skip()
	}
	designs := map[string]design{
		"two draws": func(m *Model, rng *rand.Rand) (a, b []float64) {
			z := make([]float64, m.K())
			q, r := m.draw(rng), m.draw(rng)
			return m.maximum(&q, z), m.maximum(&r, z)
		},
		"signs 0.35": func(m *Model, rng *rand.Rand) (a, b []float64) { return signs(m, rng, 0.35) },
		"signs 0.5":  func(m *Model, rng *rand.Rand) (a, b []float64) { return signs(m, rng, 0.5) },
		"signs 0.7":  func(m *Model, rng *rand.Rand) (a, b []float64) { return signs(m, rng, 0.7) },
		"spsa":       nil,
	}
	for _, k := range []int{2, 6} {
		for _, pairs := range []int{500, 2000, 8000} {
			for _, name := range []string{"two draws", "signs 0.35", "signs 0.5", "signs 0.7", "spsa 0.01", "spsa 0.03", "spsa 0.1"} {
				var got, att, loss float64
				const runs = 100
				for run := range runs {
					rng := rand.New(rand.NewPCG(uint64(run), 7))
					w := newWorld(rng, k, false)
					m, err := NewModel(k, w.gram, fill(k, -0.5), fill(k, 1.5))
					if err != nil {
						t.Fatal(err)
					}
					if r, is := strings.CutPrefix(name, "spsa "); is {
						rate, _ := strconv.ParseFloat(r, 64)
						alpha := trySPSA(w, rng, k, pairs, rate, uint64(run))
						got += w.q.value(alpha)
						att += w.best
						loss += w.best - w.q.value(alpha)
						continue
					}
					for n := 0; n < pairs; n += 50 {
						var list []Glimpse
						for range 50 {
							a, b := designs[name](m, rng)
							list = append(list, Glimpse{a, b, w.pair(rng, a, b)})
						}
						if err := m.Learn(list, 0.08); err != nil {
							t.Fatal(err)
						}
					}
					g := m.Best()
					got += w.q.value(g.Alpha)
					att += w.best
					loss += w.best - w.q.value(g.Alpha)
				}
				fmt.Printf("k %d pairs %5d %-14s gain %6.1f of %6.1f lost %5.2f share %.3f\n", k, pairs, name, got/runs, att/runs, loss/runs, got/att)
			}
		}
	}
}

func signs(m *Model, rng *rand.Rand, step float64) (a, b []float64) {
	q := m.at(m.mean)
	c := m.maximum(&q, make([]float64, m.K()))
	a, b = append([]float64{}, c...), append([]float64{}, c...)
	for i := range c {
		s := step
		if rng.IntN(2) == 0 {
			s = -s
		}
		a[i] = min(max(c[i]+s, m.low[i]), m.high[i])
		b[i] = min(max(c[i]-s, m.low[i]), m.high[i])
	}
	return a, b
}

func trySPSA(w *world, rng *rand.Rand, k, pairs int, rate float64, seed uint64) []float64 {
	var list []spsa.Param
	for i := range k {
		list = append(list, spsa.Param{Name: fmt.Sprint(i), Min: -0.5, Max: 1.5, C: 0.25, R: rate, Decimal: true})
	}
	tuner, err := spsa.New(list, pairs, seed)
	if err != nil {
		panic(err)
	}
	for p := range pairs {
		a, b, _ := tuner.Suggest(p)
		if err := tuner.Report(p, int(math.Round(4*w.pair(rng, a, b)-2))); err != nil {
			panic(err)
		}
	}
	var alpha []float64
	for _, v := range tuner.Values() {
		alpha = append(alpha, v.Now)
	}
	return alpha
}
