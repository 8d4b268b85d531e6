package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/matrix"
)

// TestStdErrs compares the errors with a bootstrap by game of the dense problem. Rows
// of a game share their luck: taken for independent they give far smaller errors.
func TestStdErrs(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	const resamples = 400
	l := usual(1)
	l.games, l.perGame = 250, 5
	rows := l.rows()
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		opt := expectedOf(l.options(loss))
		opt.Split.By, opt.Texel.Scale = SplitNone, ScaleNone
		set := newSet(t, l.columns, 500, rows)
		r := mustFit(t, set, opt)
		tw := newTwin(t, set, opt)
		rng := rand.New(rand.NewPCG(1, 300))
		point, stdErrs := fitted(r)
		sum, squares := make([]float64, len(point)), make([]float64, len(point))
		for range resamples {
			clear(tw.w)
			for range l.games {
				game := rng.IntN(l.games)
				for i := range l.perGame {
					tw.w[game*l.perGame+i]++
				}
			}
			v, _ := tw.minimum(opt, point)
			for j := range v {
				sum[j] += v[j]
				squares[j] += v[j] * v[j]
			}
		}
		var ratios []float64
		for j := range point {
			mean := sum[j] / resamples
			ratios = append(ratios, stdErrs[j]/math.Sqrt((squares[j]-resamples*mean*mean)/(resamples-1)))
		}
		slices.Sort(ratios)
		// The error of a standard deviation from 400 draws is 3.5 %.
		if m := ratios[len(ratios)/2]; math.Abs(m-1) > 0.05 || ratios[0] < 0.85 || ratios[len(ratios)-1] > 1.15 {
			t.Errorf("%v: ratios to the bootstrap's %.3f", loss, ratios)
		}
		single := slices.Clone(rows)
		for i := range single {
			single[i].game = uint32(i)
		}
		naive := mustFit(t, newSet(t, l.columns, 500, single), opt)
		if naive.Weights[0].StdErr > 0.9*r.Weights[0].StdErr {
			t.Errorf("rows taken for games have errors of %g, games of %g", naive.Weights[0].StdErr, r.Weights[0].StdErr)
		}
	}
}

// TestPools: games that share a pool for the errors leave them as they are.
func TestPools(t *testing.T) {
	l := usual(2)
	l.games, l.perGame = 6000, 2
	set := l.set(t)
	opt := expectedOf(l.options(CrossEntropy))
	r := mustFit(t, set, opt)
	tw := newTwin(t, set, opt)
	point, got := fitted(r)
	psi, curvature := make([]float64, len(tw.y)), make([]float64, len(tw.y))
	for i, s := range tw.expected(opt, point) {
		psi[i], curvature[i] = s.first, s.second
	}
	for j, want := range tw.jackknife(psi, curvature, 0) {
		if math.Abs(got[j]/want-1) > 0.06 {
			t.Errorf("error %d is %g, of all games %g", j, got[j], want)
		}
	}
}

// TestSupport counts rows and games behind weights.
func TestSupport(t *testing.T) {
	l := usual(3)
	rows := awkward(l.rows())
	set := newSet(t, l.columns, 100, rows)
	opt := expectedOf(l.options(Sigmoid))
	tw := newTwin(t, set, opt)
	r := mustFit(t, set, opt)
	for j, w := range r.Weights {
		n, games := 0, make(map[uint32]bool)
		for i, g := range tw.games {
			if tw.x.At(i, j) != 0 {
				n++
				games[g] = true
			}
		}
		if w.Rows != n || w.Games != len(games) || w.T != w.Value/w.StdErr || !w.Identified || w.VIF < 1 {
			t.Errorf("%+v, want %d rows and %d games", w, n, len(games))
		}
	}
}

// TestRareWithPrior: second derivatives of the squared loss may be negative for a rare
// weight that a prior holds back; that is no dependence.
func TestRareWithPrior(t *testing.T) {
	l := usual(4)
	rows := l.rows()
	for i := range rows {
		if rows[i].counts[5] = 0; i%500 == 0 {
			rows[i].counts[5] = 1
		}
		if rows[i].counts[5] != 0 {
			rows[i].result = matrix.ResultBlack
		}
	}
	set := newSet(t, l.columns, 100, rows)
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		opt := l.options(loss)
		opt.Split.By = SplitNone
		opt.Texel.Prior, opt.Texel.PriorRows = []NamedWeight{{Name: "x5", Value: 600}}, 200
		for _, name := range l.names()[:7] {
			opt.Texel.Prior = append(opt.Texel.Prior, NamedWeight{Name: name, Value: 1})
		}
		r := mustFit(t, set, opt)
		if w := r.Weights[7]; len(r.Dependences) != 0 || !w.Identified || w.VIF < 1 || w.StdErr <= 0 || math.IsNaN(w.StdErr) {
			t.Errorf("%v: dependences %v, %+v", loss, r.Dependences, r.Weights[7])
		}
	}
}

// TestOneGame: with one game there are weights and no errors.
func TestOneGame(t *testing.T) {
	l := usual(5)
	rows := l.rows()
	for i := range rows {
		rows[i].game = 1
	}
	opt := l.options(Sigmoid)
	opt.Split.By = SplitNone
	r := mustFit(t, newSet(t, l.columns, 100, rows), opt)
	for _, w := range r.Weights {
		if w.StdErr != 0 || w.T != 0 || w.Value == 0 {
			t.Errorf("%+v", w)
		}
	}
}

// TestNothingFree: everything is fixed.
func TestNothingFree(t *testing.T) {
	l := usual(6)
	opt := l.options(Sigmoid)
	opt.Fixed = []Fixed{{Pattern: "x*", Value: 10}}
	if _, err := Fit(t.Context(), l.set(t), opt); err == nil || !strings.Contains(err.Error(), "no weight is free") {
		t.Errorf("error %v", err)
	}
}
