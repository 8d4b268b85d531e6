package surface

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// About what package predict says of engines.
const (
	curve      = 53_500.0
	curveError = 21_000.0
)

func model(t *testing.T, gram [][]float64) *Model {
	t.Helper()
	k := len(gram)
	m, err := NewModel(Prior{gram, curve, curveError}, fill(k, -0.5), fill(k, 1.5))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPrior: before the first game nothing is better than the old weights, and a whole step is not known to within its
// slope.
func TestPrior(t *testing.T) {
	m := model(t, [][]float64{{0.0016, 0.0004}, {0.0004, 0.0016}})
	if best := m.Best(); !slices.Equal(best.Alpha, []float64{0, 0}) || best.Elo != 0 || best.Better() != 0 {
		t.Errorf("best %+v", best)
	}
	at := m.At([]float64{1, 0})
	if want := -curve * 0.0016 / 2; math.Abs(at.Elo-want) > 1e-6 {
		t.Errorf("a whole step is worth %v, want %v", at.Elo, want)
	}
	if at.Error < slopeByRMS*0.04 || at.Error > 1.5*slopeByRMS*0.04 {
		t.Errorf("its error is %v", at.Error)
	}
}

// TestLearn: what a model learns is the least-squares answer of its linear slow twin, where scores are near a half.
func TestLearn(t *testing.T) {
	m := model(t, [][]float64{{0.0016}})
	const elo, pairs = 12.0, 40_000
	score := 1 / (1 + math.Pow(10, -elo/400))
	var list []Glimpse
	for range pairs {
		list = append(list, Glimpse{[]float64{0.5}, []float64{-0.5}, score})
	}
	if err := m.Learn(list, 0.08); err != nil {
		t.Fatal(err)
	}
	// f(½) − f(−½) is the slope, whose prior has 100 Elo and whose results have an error of 695·√(0.08/40000).
	prior, noise := slopeByRMS*0.04*math.Sqrt(1+nugget), 400/math.Ln10*4*math.Sqrt(0.08/pairs)
	want := elo / (1 + noise*noise/(prior*prior))
	got := m.at(m.mean).g[0]
	if math.Abs(got-want) > 0.05 {
		t.Errorf("slope %v, want %v", got, want)
	}
	g := m.Best()
	if want := got / (curve * 0.0016); math.Abs(g.Alpha[0]-want) > 1e-4 {
		t.Errorf("best at %v, want %v", g.Alpha[0], want)
	}
}

// TestRefused: what cannot be searched says what to pass.
func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		gram [][]float64
		low  float64
	}{{[][]float64{{0}}, 0}, {[][]float64{{math.Inf(1)}}, 0}, {[][]float64{{1, 2}, {2, 1}}, 0}, {[][]float64{{1}}, 0.1}, {nil, 0}} {
		k := len(tt.gram)
		if _, err := NewModel(Prior{tt.gram, curve, curveError}, fill(k, tt.low), fill(k, 1)); err == nil {
			t.Errorf("%v from %v is taken", tt.gram, tt.low)
		}
	}
	m := model(t, [][]float64{{0.0016}})
	for _, opt := range []Options{{}, {Pairs: 10, Block: 2}, {Pairs: 10, Block: -1}} {
		if _, err := New(m, opt); err == nil {
			t.Errorf("%+v is taken", opt)
		}
	}
}

// TestOrder: a search is the same whatever the order in which the pairs of a block end, and waits for a block.
func TestOrder(t *testing.T) {
	run := func(backwards bool) []Gain {
		s, err := New(model(t, [][]float64{{0.0016, 0}, {0, 0.0009}}), Options{Pairs: 200, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for first := 0; first < 200; first += DefaultBlock {
			last := min(first+DefaultBlock, 200)
			if _, _, ok := s.Suggest(last); ok {
				t.Fatal("a pair of the next block is known")
			}
			var order []int
			for pair := first; pair < last; pair++ {
				order = append(order, pair)
			}
			if backwards {
				slices.Reverse(order)
			}
			for _, pair := range order {
				a, b, ok := s.Suggest(pair)
				if !ok || len(a) != 2 || len(b) != 2 {
					t.Fatal(pair, a, b, ok)
				}
				if err := s.Report(pair, pair%4-1); err != nil {
					t.Fatal(err)
				}
				if err := s.Report(pair, 0); err == nil {
					t.Fatal("a second result is taken")
				}
			}
		}
		if s.Taken() != 200 || !s.Between() {
			t.Fatal(s.Taken())
		}
		return s.Path()
	}
	if a, b := run(false), run(true); fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%v and %v", a, b)
	}
}

// TestPatches: all points of a block play equally often, one after the other, in a last block of another size, too.
func TestPatches(t *testing.T) {
	const pairs = DefaultBlock + 24
	gram := make([][]float64, 6)
	for i := range gram {
		gram[i] = make([]float64, 6)
		gram[i][i] = 0.001
	}
	s, err := New(model(t, gram), Options{Pairs: pairs, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	var runs []int // lengths
	last := ""
	for pair := range pairs {
		a, b, ok := s.Suggest(pair)
		if now := fmt.Sprint(pair >= DefaultBlock, a, b); !ok || now != last {
			runs, last = append(runs, 0), now
		}
		runs[len(runs)-1]++
		if err := s.Report(pair, pair%3-1); err != nil {
			t.Fatal(err)
		}
	}
	if want := []int{16, 16, 16, 16, 6, 6, 6, 6}; !slices.Equal(runs, want) {
		t.Errorf("%v, want %v", runs, want)
	}
}
