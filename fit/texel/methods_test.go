package texel_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/matrix"
)

// texelVariants are options that change the problem.
var texelVariants = []struct {
	name string
	opt  fit.Options
}{
	{"plain", fit.Options{}},
	{"no intercept", fit.Options{Intercept: fit.NoIntercept}},
	{"all rows", fit.Options{Split: fit.Split{By: fit.SplitNone}}},
	{"ridge", fit.Options{Ridge: 50}},
	{"some columns", fit.Options{Columns: []string{"x[0-2]", "x4.eg"}, Ridge: 5}},
	{"fixed", fit.Options{Fixed: []fit.Fixed{{Pattern: "x1", Value: -20}, {Pattern: "x5", Value: 3}}}},
}

// TestExpected compares weights, intercepts, loss and standard errors with those
// of the dense problem, for both losses.
func TestExpected(t *testing.T) {
	l := fittest.Usual(1)
	l.Advantage = 20
	set := fittest.NewSet(t, l.Columns, 100, fittest.Awkward(l.Rows()))
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		for _, v := range texelVariants {
			t.Run(fmt.Sprintf("%v/%s", loss, v.name), func(t *testing.T) {
				opt := v.opt
				opt.Loss, opt.Texel = loss, fit.Texel{K: 1.2, Search: fit.Search{Tolerance: 1e-16}}
				opt = fittest.ExpectedOf(opt)
				tw := fittest.NewTwin(t, set, opt)
				want, wantLoss := tw.Minimum(opt, make([]float64, tw.Weights+len(tw.Sources)))
				r := fittest.MustFit(t, set, opt)
				got, gotErrs := fittest.Fitted(r)
				fittest.Compare(t, "weights", got, want, 1e-5)
				if opt.Ridge == 0 && math.Abs(r.Final-wantLoss) > 1e-9*wantLoss {
					t.Errorf("loss %.12g, want %.12g", r.Final, wantLoss)
				}
				psi, curvature := make([]float64, len(tw.Y)), make([]float64, len(tw.Y))
				for i, s := range tw.Expected(opt, want) {
					psi[i], curvature[i] = s.First, s.Gauss
				}
				if opt.Ridge == 0 { // with one the pull is counted, see package sandwich
					fittest.Compare(t, "standard errors", gotErrs, tw.Jackknife(psi, curvature, 0), 1e-4)
				}
			})
		}
	}
}

// TestMethodsAgree checks that all methods end in one point.
func TestMethodsAgree(t *testing.T) {
	l := fittest.Usual(2)
	set := l.Set(t)
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		opt := l.Options(loss)
		want := fittest.MustFit(t, set, opt)
		opt.Method = fit.LevenbergMarquardt
		lm := fittest.MustFit(t, set, opt)
		fittest.Compare(t, fmt.Sprintf("%v, lm", loss), fittest.Values(lm), fittest.Values(want), 1e-6)
		if math.Abs(lm.Final-want.Final) > 1e-9*want.Final {
			t.Errorf("%v, lm: loss %.12f, lbfgs %.12f", loss, lm.Final, want.Final)
		}
		for m, tolerance := range map[fit.Method]float64{fit.Adam: 1e-9, fit.SGD: 1e-5} {
			opt.Method, opt.Texel.Tolerance, opt.Texel.BatchRows = m, tolerance, 500
			got := fittest.MustFit(t, set, opt)
			gap := got.Final - want.Final
			if got.Stopped != descent.Tolerance || gap < -1e-12 || gap > 1.5*tolerance*want.Final {
				t.Errorf("%v, %v: %g above the minimum, stopped by %s after %d passes, gap stated as %g",
					loss, m, gap, got.Stopped, got.Passes, got.Gap)
			}
			if math.Abs(got.Gap-gap) > 0.3*gap+1e-12 {
				t.Errorf("%v, %v: gap stated as %g, it is %g", loss, m, got.Gap, gap)
			}
		}
	}
}

// TestLastBatch: the rows of a last, smaller batch count. One that alone knows of a
// column is not passed over.
func TestLastBatch(t *testing.T) {
	l := fittest.Usual(5)
	rows := l.Rows()
	for i := range rows {
		rows[i].Counts[5] = 0
	}
	rows = append(rows, rows[:3]...) // 2403
	for i := len(rows) - 3; i < len(rows); i++ {
		rows[i].Counts = slices.Clone(rows[i].Counts)
		rows[i].Counts[5] = 1
		rows[i].Result = matrix.ResultWhite
	}
	set := fittest.NewSet(t, l.Columns, 100, rows)
	opt := l.Options(fit.CrossEntropy)
	opt.Ridge, opt.Split.By = 5, fit.SplitNone
	want := fittest.MustFit(t, set, opt)
	opt.Method, opt.Texel.BatchRows, opt.Texel.Tolerance = fit.SGD, 1200, 1e-6
	got := fittest.MustFit(t, set, opt)
	if w, g := want.Weights[7].Value, got.Weights[7].Value; w < 20 || math.Abs(g-w) > 3 {
		t.Errorf("x5 = %g by SGD, %g by L-BFGS", g, w)
	}
}

// TestFiveStarts: the squared loss is not convex, and five starts end in one point.
func TestFiveStarts(t *testing.T) {
	l := fittest.Usual(3)
	set := l.Set(t)
	opt := l.Options(fit.Sigmoid)
	want := fittest.Values(fittest.MustFit(t, set, opt))
	for seed := range uint64(5) {
		l.Seed = seed
		opt.Texel.Start, opt.Texel.Scale = l.Start(3), fit.ScaleNone
		fittest.Compare(t, fmt.Sprintf("start %d", seed), fittest.Values(fittest.MustFit(t, set, opt)), want, 1e-5)
	}
}

// TestTruth: with many games the weights are those that the results came from,
// within their standard errors.
func TestTruth(t *testing.T) {
	l := fittest.Usual(4)
	l.Games, l.PerGame, l.Advantage = 3000, 4, 30
	set := l.Set(t)
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		opt := l.Options(loss)
		opt.Split.By = fit.SplitNone
		r := fittest.MustFit(t, set, opt)
		for j, w := range r.Weights {
			if math.Abs(w.Value-l.Truth[j]) > 4*w.StdErr || w.StdErr > 10 {
				t.Errorf("%v: %s = %.2f ± %.2f, want %g", loss, w.Name, w.Value, w.StdErr, l.Truth[j])
			}
		}
		for k, a := range r.Intercepts {
			if want := 30 * float64(k+1); math.Abs(a.Value-want) > 4*a.StdErr || a.StdErr > 10 {
				t.Errorf("%v: intercept %d = %.2f ± %.2f, want %g", loss, k, a.Value, a.StdErr, want)
			}
		}
	}
}
