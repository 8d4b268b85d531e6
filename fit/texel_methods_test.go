package fit

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/matrix"
)

// expectedOf sets what Fit sets for the losses of expected scores.
func expectedOf(opt Options) Options {
	opt = opt.WithDefaults()
	opt.Target.Expected = true
	return opt
}

// awkward returns rows with weights, offsets and unknown results.
func awkward(rows []row) []row {
	for i := range rows {
		rows[i].weight = float32(i%4) / 2
		rows[i].offset = float32(i%7) * 5
		if i%31 == 0 {
			rows[i].result = 0
		}
	}
	return rows
}

// texelVariants are options that change the problem.
var texelVariants = []struct {
	name string
	opt  Options
}{
	{"plain", Options{}},
	{"no intercept", Options{Intercept: NoIntercept}},
	{"all rows", Options{Split: Split{By: SplitNone}}},
	{"ridge", Options{Ridge: 50}},
	{"some columns", Options{Columns: []string{"x[0-2]", "x4.eg"}, Ridge: 5}},
	{"fixed", Options{Fixed: []Fixed{{Pattern: "x1", Value: -20}, {Pattern: "x5", Value: 3}}}},
}

// TestExpected compares weights, intercepts, loss and standard errors with those
// of the dense problem, for both losses.
func TestExpected(t *testing.T) {
	l := usual(1)
	l.advantage = 20
	set := newSet(t, l.columns, 100, awkward(l.rows()))
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		for _, v := range texelVariants {
			t.Run(fmt.Sprintf("%v/%s", loss, v.name), func(t *testing.T) {
				opt := v.opt
				opt.Loss, opt.Texel = loss, Texel{K: 1.2, Search: Search{Tolerance: 1e-16}}
				opt = expectedOf(opt)
				tw := newTwin(t, set, opt)
				want, wantLoss := tw.minimum(opt, make([]float64, tw.weights+len(tw.sources)))
				r := mustFit(t, set, opt)
				got, gotErrs := fitted(r)
				compare(t, "weights", got, want, 1e-5)
				if opt.Ridge == 0 && math.Abs(r.Final-wantLoss) > 1e-9*wantLoss {
					t.Errorf("loss %.12g, want %.12g", r.Final, wantLoss)
				}
				psi, curvature := make([]float64, len(tw.y)), make([]float64, len(tw.y))
				for i, s := range tw.expected(opt, want) {
					psi[i], curvature[i] = s.first, s.gauss
				}
				if opt.Ridge == 0 { // with one the pull is counted, see package sandwich
					compare(t, "standard errors", gotErrs, tw.jackknife(psi, curvature, 0), 1e-4)
				}
			})
		}
	}
}

// TestMethodsAgree checks that all methods end in one point.
func TestMethodsAgree(t *testing.T) {
	l := usual(2)
	set := l.set(t)
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		opt := l.options(loss)
		want := mustFit(t, set, opt)
		opt.Method = LevenbergMarquardt
		lm := mustFit(t, set, opt)
		compare(t, fmt.Sprintf("%v, lm", loss), values(lm), values(want), 1e-6)
		if math.Abs(lm.Final-want.Final) > 1e-9*want.Final {
			t.Errorf("%v, lm: loss %.12f, lbfgs %.12f", loss, lm.Final, want.Final)
		}
		for m, tolerance := range map[Method]float64{Adam: 1e-9, SGD: 1e-5} {
			opt.Method, opt.Texel.Tolerance, opt.Texel.BatchRows = m, tolerance, 500
			got := mustFit(t, set, opt)
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
	l := usual(5)
	rows := l.rows()
	for i := range rows {
		rows[i].counts[5] = 0
	}
	rows = append(rows, rows[:3]...) // 2403
	for i := len(rows) - 3; i < len(rows); i++ {
		rows[i].counts = slices.Clone(rows[i].counts)
		rows[i].counts[5] = 1
		rows[i].result = matrix.ResultWhite
	}
	set := newSet(t, l.columns, 100, rows)
	opt := l.options(CrossEntropy)
	opt.Ridge, opt.Split.By = 5, SplitNone
	want := mustFit(t, set, opt)
	opt.Method, opt.Texel.BatchRows, opt.Texel.Tolerance = SGD, 1200, 1e-6
	got := mustFit(t, set, opt)
	if w, g := want.Weights[7].Value, got.Weights[7].Value; w < 20 || math.Abs(g-w) > 3 {
		t.Errorf("x5 = %g by SGD, %g by L-BFGS", g, w)
	}
}

// TestFiveStarts: the squared loss is not convex, and five starts end in one point.
func TestFiveStarts(t *testing.T) {
	l := usual(3)
	set := l.set(t)
	opt := l.options(Sigmoid)
	want := values(mustFit(t, set, opt))
	for seed := range uint64(5) {
		l.seed = seed
		opt.Texel.Start, opt.Texel.Scale = l.start(3), ScaleNone
		compare(t, fmt.Sprintf("start %d", seed), values(mustFit(t, set, opt)), want, 1e-5)
	}
}

// TestTruth: with many games the weights are those that the results came from,
// within their standard errors.
func TestTruth(t *testing.T) {
	l := usual(4)
	l.games, l.perGame, l.advantage = 3000, 4, 30
	set := l.set(t)
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		opt := l.options(loss)
		opt.Split.By = SplitNone
		r := mustFit(t, set, opt)
		for j, w := range r.Weights {
			if math.Abs(w.Value-l.truth[j]) > 4*w.StdErr || w.StdErr > 10 {
				t.Errorf("%v: %s = %.2f ± %.2f, want %g", loss, w.Name, w.Value, w.StdErr, l.truth[j])
			}
		}
		for k, a := range r.Intercepts {
			if want := 30 * float64(k+1); math.Abs(a.Value-want) > 4*a.StdErr || a.StdErr > 10 {
				t.Errorf("%v: intercept %d = %.2f ± %.2f, want %g", loss, k, a.Value, a.StdErr, want)
			}
		}
	}
}
