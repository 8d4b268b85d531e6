package sandwich_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/matrix"
)

// TestStdErrs compares the errors with a bootstrap by game of the dense problem. Rows
// of a game share their luck: taken for independent they give far smaller errors.
func TestStdErrs(t *testing.T) {
	long.Skip(t, "takes seconds")
	const resamples = 400
	l := fittest.Usual(1)
	l.Games, l.PerGame = 250, 5
	rows := l.Rows()
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		opt := fittest.ExpectedOf(l.Options(loss))
		opt.Split.By, opt.Texel.Scale = fit.SplitNone, fit.ScaleNone
		set := fittest.NewSet(t, l.Columns, 500, rows)
		r := fittest.MustFit(t, set, opt)
		tw := fittest.NewTwin(t, set, opt)
		rng := rand.New(rand.NewPCG(1, 300))
		point, stdErrs := fittest.Fitted(r)
		sum, squares := make([]float64, len(point)), make([]float64, len(point))
		for range resamples {
			clear(tw.W)
			for range l.Games {
				game := rng.IntN(l.Games)
				for i := range l.PerGame {
					tw.W[game*l.PerGame+i]++
				}
			}
			v, _ := tw.Minimum(opt, point)
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
			single[i].Game = uint32(i)
		}
		naive := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 500, single), opt)
		if naive.Weights[0].StdErr > 0.9*r.Weights[0].StdErr {
			t.Errorf("rows taken for games have errors of %g, games of %g", naive.Weights[0].StdErr, r.Weights[0].StdErr)
		}
	}
}

// TestPools: games that share a pool for the errors leave them as they are.
func TestPools(t *testing.T) {
	l := fittest.Usual(2)
	l.Games, l.PerGame = 6000, 2
	set := l.Set(t)
	opt := fittest.ExpectedOf(l.Options(fit.CrossEntropy))
	r := fittest.MustFit(t, set, opt)
	tw := fittest.NewTwin(t, set, opt)
	point, got := fittest.Fitted(r)
	psi, curvature := make([]float64, len(tw.Y)), make([]float64, len(tw.Y))
	for i, s := range tw.Expected(opt, point) {
		psi[i], curvature[i] = s.First, s.Second
	}
	for j, want := range tw.Jackknife(psi, curvature, 0) {
		if math.Abs(got[j]/want-1) > 0.06 {
			t.Errorf("error %d is %g, of all games %g", j, got[j], want)
		}
	}
}

// TestSupport counts rows and games behind weights.
func TestSupport(t *testing.T) {
	l := fittest.Usual(3)
	rows := fittest.Awkward(l.Rows())
	set := fittest.NewSet(t, l.Columns, 100, rows)
	opt := fittest.ExpectedOf(l.Options(fit.Sigmoid))
	tw := fittest.NewTwin(t, set, opt)
	r := fittest.MustFit(t, set, opt)
	for j, w := range r.Weights {
		n, games := 0, make(map[uint32]bool)
		for i, g := range tw.Games {
			if tw.X.At(i, j) != 0 {
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
	l := fittest.Usual(4)
	rows := l.Rows()
	for i := range rows {
		if rows[i].Counts[5] = 0; i%500 == 0 {
			rows[i].Counts[5] = 1
		}
		if rows[i].Counts[5] != 0 {
			rows[i].Result = matrix.ResultBlack
		}
	}
	set := fittest.NewSet(t, l.Columns, 100, rows)
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		opt := l.Options(loss)
		opt.Split.By = fit.SplitNone
		opt.Texel.Prior, opt.Texel.PriorRows = []fit.NamedWeight{{Name: "x5", Value: 600}}, 200
		for _, name := range l.Names()[:7] {
			opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: name, Value: 1})
		}
		r := fittest.MustFit(t, set, opt)
		if w := r.Weights[7]; len(r.Dependences) != 0 || !w.Identified || w.VIF < 1 || w.StdErr <= 0 || math.IsNaN(w.StdErr) {
			t.Errorf("%v: dependences %v, %+v", loss, r.Dependences, r.Weights[7])
		}
	}
}

// TestOneGame: with one game there are weights and no errors.
func TestOneGame(t *testing.T) {
	l := fittest.Usual(5)
	rows := l.Rows()
	for i := range rows {
		rows[i].Game = 1
	}
	opt := l.Options(fit.Sigmoid)
	opt.Split.By = fit.SplitNone
	r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	for _, w := range r.Weights {
		if w.StdErr != 0 || w.T != 0 || w.Value == 0 {
			t.Errorf("%+v", w)
		}
	}
}

// TestNothingFree: everything is fixed.
func TestNothingFree(t *testing.T) {
	l := fittest.Usual(6)
	opt := l.Options(fit.Sigmoid)
	opt.Fixed = []fit.Fixed{{Pattern: "x*", Value: 10}}
	if _, err := fit.Fit(t.Context(), l.Set(t), opt); err == nil || !strings.Contains(err.Error(), "no weight is free") {
		t.Errorf("error %v", err)
	}
}
