package linear_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
)

// variants are options that change the problem to be solved.
var variants = []struct {
	name string
	opt  fit.Options
}{
	{"plain", fit.Options{}},
	{"no intercept", fit.Options{Intercept: fit.NoIntercept}},
	{"all rows", fit.Options{Split: fit.Split{By: fit.SplitNone}}},
	{"ridge", fit.Options{Ridge: 50}},
	{"ridge without intercept", fit.Options{Ridge: 50, Intercept: fit.NoIntercept}},
	{"some columns", fit.Options{Columns: []string{"x[0-2]", "x4.eg"}}},
	{"fixed", fit.Options{Fixed: []fit.Fixed{{Pattern: "x1", Value: -20}, {Pattern: "x5", Value: 3}}}},
	{"only fixed", fit.Options{Columns: []string{"x0"}, Fixed: []fit.Fixed{{Pattern: "x[1-5]", Value: 1}}}},
	{"small clip, mates dropped", fit.Options{Target: fit.Target{Clip: 200, Mates: fit.MatesDrop}}},
}

// TestLeastSquares compares both methods with gonum's dense solver, and the
// standard errors with the formula.
func TestLeastSquares(t *testing.T) {
	for i, v := range variants {
		set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Weighted(uint64(i)))
		tw := fittest.NewTwin(t, set, v.opt)
		want := tw.Solve(tw.W, v.opt.Ridge)
		r := tw.Residuals(want)
		ones := slices.Repeat([]float64{1}, len(r))
		wantErrs := tw.Jackknife(r, ones, v.opt.Ridge)
		for _, m := range []fit.Method{fit.GramMatrix} {
			t.Run(fmt.Sprintf("%s/%v", v.name, m), func(t *testing.T) {
				opt := v.opt
				opt.Method = m
				got, gotErrs := fittest.Fitted(fittest.MustFit(t, set, opt))
				fittest.Compare(t, "weights", got, want, 1e-9)
				if opt.Ridge == 0 { // with one the pull is counted, see package sandwich
					fittest.Compare(t, "standard errors", gotErrs, wantErrs, 1e-9)
				}
			})
		}
	}
}

// TestHuber compares with reweighting of the dense problem until nothing moves.
func TestHuber(t *testing.T) {
	long.Skip(t, "takes seconds")
	for i, ridge := range []float64{0, 20} {
		rows := fittest.Weighted(uint64(20 + i))
		set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, rows)
		for _, m := range []fit.Method{fit.GramMatrix} {
			opt := fit.Options{Loss: fit.Huber, Delta: 50, Ridge: ridge, Method: m, Tolerance: 1e-7, Iterations: 500}
			t.Run(fmt.Sprintf("ridge %g/%v", ridge, m), func(t *testing.T) {
				tw := fittest.NewTwin(t, set, opt)
				want := tw.Solve(tw.W, ridge)
				w, psi, curvature := slices.Clone(tw.W), make([]float64, len(tw.W)), make([]float64, len(tw.W))
				for range 500 {
					for i, r := range tw.Residuals(want) {
						factor := min(1, opt.Delta/math.Abs(r))
						w[i], psi[i], curvature[i] = tw.W[i]*factor, r*factor, 0
						if factor == 1 {
							curvature[i] = 1
						}
					}
					want = tw.Solve(w, ridge)
				}
				got, gotErrs := fittest.Fitted(fittest.MustFit(t, set, opt))
				fittest.Compare(t, "weights", got, want, 2e-7)
				if ridge == 0 {
					fittest.Compare(t, "standard errors", gotErrs, tw.Jackknife(psi, curvature, 0), 1e-6)
				}
			})
		}
	}
}

// TestCounts compares the counts of rows and games behind a weight with a
// direct count.
func TestCounts(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Weighted(9))
	tw := fittest.NewTwin(t, set, fit.Options{})
	for _, m := range []fit.Method{fit.GramMatrix} {
		r := fittest.MustFit(t, set, fit.Options{Method: m})
		for j, w := range r.Weights {
			rows, games := 0, make(map[uint32]bool)
			for i, g := range tw.Games {
				if tw.X.At(i, j) != 0 {
					rows++
					games[g] = true
				}
			}
			if w.Rows != rows || w.Games != len(games) {
				t.Errorf("%v: %s is in %d rows and %d games, want %d and %d", m, w.Name, w.Rows, w.Games, rows, len(games))
			}
		}
	}
}
