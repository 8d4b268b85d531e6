package texel_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// TestK: the K that the results were made with, within its interval, by phase too;
// no K of a grid has a lower loss.
func TestK(t *testing.T) {
	long.Skip(t, "takes seconds")
	l := fittest.Usual(1)
	l.Games, l.PerGame = 1500, 4
	set := l.Set(t)
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		opt := fittest.KOptions(l)
		opt.Loss, opt.Intercept = loss, fit.NoIntercept
		opt.Texel.Scale = fit.ScaleNone
		k := fittest.MustFit(t, set, opt).K
		if !k.Fitted || k.Low > l.K || k.High < l.K || k.StdErr > 0.1 {
			t.Errorf("%v: K %+v, want %g", loss, k, l.K)
		}
		for _, p := range k.ByPhase {
			if math.Abs(p.K-l.K) > 0.2+2*p.StdErr {
				t.Errorf("%v: K %g (%g) in phase %g to %g, want %g", loss, p.K, p.StdErr, p.Low, p.High, l.K)
			}
		}
		opt = fittest.ExpectedOf(opt)
		tw := fittest.NewTwin(t, set, opt)
		at := func(k float64) (f float64) {
			opt.Texel.K = k
			for i, s := range tw.Expected(opt, l.Truth) {
				f += tw.W[i] * s.Loss
			}
			return f
		}
		best := at(k.Value)
		for grid := 0.01; grid < 5; grid += 0.003 {
			if at(grid) < best*(1-1e-12) {
				t.Fatalf("%v: K %g has a lower loss than %g", loss, grid, k.Value)
			}
		}
	}
}

// TestKOfTraining: other results in the test part change neither K nor the K of the
// scores nor any weight (S05).
func TestKOfTraining(t *testing.T) {
	l := fittest.Usual(2)
	list := l.Rows()
	opt := fittest.KOptions(l)
	opt.Target.ScoreShare = 0.3
	opt.Texel.Scale = fit.ScaleKeep // which must not depend on the test list either
	want := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, list), opt)
	d := rows.NewDivider(fit.Split{}.WithDefaults())
	changed := 0
	for i := range list {
		if d.Part(list[i].Game, list[i].Hash) == fit.Test {
			list[i].Result = matrix.ResultDraw
			list[i].Score = -list[i].Score
			changed++
		}
	}
	got := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, list), opt)
	if changed < 100 || got.K.Value != want.K.Value || !slices.Equal(got.LabelK, want.LabelK) || !slices.Equal(fittest.Values(got), fittest.Values(want)) {
		t.Errorf("%d test list changed K %g to %g, label K %v to %v", changed, want.K.Value, got.K.Value, want.LabelK, got.LabelK)
	}
	if got.Test.MSE == want.Test.MSE {
		t.Error("the test did not change")
	}
	for i := range list {
		if d.Part(list[i].Game, list[i].Hash) == fit.Train {
			list[i].Result = matrix.ResultDraw
		}
	}
	if _, err := fit.Fit(t.Context(), fittest.NewSet(t, l.Columns, 100, list), opt); err == nil {
		t.Error("training list are not what K is fitted to")
	}
}

// TestNoK: what the data lack, by the error.
func TestNoK(t *testing.T) {
	l := fittest.Usual(3)
	tests := []struct {
		name   string
		change func(r *fittest.Row)
		opt    func(o *fit.Options)
		lack   winprob.Lack
		says   string
	}{
		{"equal results", func(r *fittest.Row) { r.Result = matrix.ResultDraw }, nil, winprob.OneTarget, string(note.M01)},
		{"no evaluation", func(r *fittest.Row) { r.Counts[5] = 0 }, func(o *fit.Options) { o.Texel.Start = []fit.NamedWeight{{Name: "x5", Value: 10}} }, winprob.NoEvaluation, string(note.M01)},
		{"wrong side", func(r *fittest.Row) { r.Result = 4 - r.Result }, nil, winprob.WrongSide, "the better side loses"},
		{"separable", func(r *fittest.Row) {
			r.Result = matrix.ResultWhite
			if l.Evaluation(*r) < 0 {
				r.Result = matrix.ResultBlack
			}
		}, nil, winprob.Separable, string(note.M01)},
		{"no result", func(r *fittest.Row) { r.Result = 0 }, nil, 0, "pass data with a result"},
		{"one game", func(r *fittest.Row) { r.Game = 1 }, func(o *fit.Options) { o.Split.By = fit.SplitNone }, winprob.FewClusters, "of several"},
		{"K and weights free", nil, func(o *fit.Options) { o.Texel.Start = nil }, 0, string(note.M02)},
		{"start of zeros", nil, func(o *fit.Options) { o.Texel.Start = []fit.NamedWeight{{Name: "x0", Value: 0}} }, 0, string(note.M02)},
		{"offsets that are equal", func(r *fittest.Row) { r.Offset = 50 }, func(o *fit.Options) { o.Texel.Start = nil }, 0, string(note.M02)},
		{"scores alone", func(r *fittest.Row) { r.Result = 0 }, func(o *fit.Options) { o.Target.ScoreShare = 1 }, 0, "-label-k"},
		{"start of another set", nil, func(o *fit.Options) { o.Texel.Start = []fit.NamedWeight{{Name: "y0", Value: 10}} }, 0, string(note.F11)},
		{"prior of another set", nil, func(o *fit.Options) { o.Texel.Prior, o.Texel.PriorRows = []fit.NamedWeight{{Name: "x1", Value: 10}}, 5 }, 0, string(note.F11)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows := l.Rows()
			for i := range rows {
				if tt.change != nil {
					tt.change(&rows[i])
				}
			}
			opt := fittest.KOptions(l)
			opt.Target = fit.Target{}
			if tt.opt != nil {
				tt.opt(&opt)
			}
			_, err := fit.Fit(t.Context(), fittest.NewSet(t, l.Columns, 100, rows), opt)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("error %v does not say %q", err, tt.says)
			}
			if lack := new(winprob.LackError); tt.lack != 0 && (!errors.As(err, &lack) || lack.Lack != tt.lack) {
				t.Errorf("%v is not of kind %d", err, tt.lack)
			}
		})
	}
}

// TestKOfOffsets: without start weights K is fitted at the offsets, as at weights that make them.
func TestKOfOffsets(t *testing.T) {
	l := fittest.Usual(3)
	opt := fittest.KOptions(l)
	opt.Texel.Scale = fit.ScaleNone
	want := fittest.MustFit(t, l.Set(t), opt).K
	list := fittest.Changed(l.Rows(), func(_ int, r *fittest.Row) { r.Offset = float32(l.Evaluation(*r)) })
	opt.Texel.Start = nil
	if got := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, list), opt).K; !got.Fitted || math.Abs(got.Value/want.Value-1) > 0.01 {
		t.Errorf("K %+v at the offsets, %+v at the weights", got, want)
	}
}

// TestKNotClear: M01, results that hardly depend on the start weights.
func TestKNotClear(t *testing.T) {
	l := fittest.Usual(4)
	for _, tt := range []struct {
		k     float64
		warns bool
	}{{0.02, true}, {1, false}} {
		l.K = tt.k
		opt := fittest.KOptions(l)
		opt.Split.By = fit.SplitNone
		r := fittest.MustFit(t, l.Set(t), opt)
		if (r.K.Low <= 0) != tt.warns {
			t.Fatalf("K %g, %g to %g: the data are not what is wanted", r.K.Value, r.K.Low, r.K.High)
		}
		if got := r.Warnings.Has(note.M01); got != tt.warns {
			t.Errorf("K %g, %g to %g: M01 is %t", r.K.Value, r.K.Low, r.K.High, got)
		}
	}
}

// TestScales: whatever the policy, expected scores are the same, and K goes with the
// weights.
func TestScales(t *testing.T) {
	l := fittest.Usual(5)
	set := l.Set(t)
	opt := fittest.KOptions(l)
	for i := range opt.Texel.Start {
		opt.Texel.Start[i].Value *= 0.6 // an evaluation that is too flat
	}
	opt.Texel.Start[0].Value *= 1.3
	opt.Texel.Scale = fit.ScaleNone
	plain := fittest.MustFit(t, set, opt)
	for _, tt := range []struct {
		policy fit.Scale
		check  func(r *fit.Result) (got, want float64)
	}{
		{fit.ScaleKeep, func(r *fit.Result) (float64, float64) { return slopeOn(t, set, r, opt.Texel.Start), 1 }},
		{fit.ScaleExpected, func(r *fit.Result) (float64, float64) { return winprob.Expected(r.K.Value, 100), 0.64 }},
		{fit.ScalePawn, func(r *fit.Result) (float64, float64) { return r.Weights[0].Value, 100 }},
		{fit.ScaleNone, func(r *fit.Result) (float64, float64) { return slopeOn(t, set, r, opt.Texel.Start), r.Scale.Slope }},
	} {
		opt := opt
		opt.Texel.Scale, opt.Texel.PawnExpected, opt.Texel.Pawn = tt.policy, 0.64, "x0"
		r := fittest.MustFit(t, set, opt)
		if got, want := tt.check(r); math.Abs(got-want) > 1e-6*want {
			t.Errorf("%v: %g, want %g", tt.policy, got, want)
		}
		if r.Scale.Policy != tt.policy || math.Abs(r.Scale.Slope-plain.Scale.Slope) > 1e-12 ||
			math.Abs(r.Scale.Margin()-r.Scale.Slope*r.Scale.Factor) > 1e-12 {
			t.Errorf("%v: %+v", tt.policy, r.Scale)
		}
		f := r.Scale.Factor
		for name, pair := range map[string][2]float64{
			"MSE": {r.Test.MSE, plain.Test.MSE}, "log loss": {r.Test.LogLoss, plain.Test.LogLoss}, "loss": {r.Final, plain.Final},
			"K": {r.K.Value * f, plain.K.Value}, "low K": {r.K.Low * f, plain.K.Low}, "K by phase": {r.K.ByPhase[1].K * f, plain.K.ByPhase[1].K},
			"x0": {r.Weights[0].Value / f, plain.Weights[0].Value}, "error": {r.Weights[0].StdErr / f, plain.Weights[0].StdErr},
			"intercept": {r.Intercepts[1].Value / f, plain.Intercepts[1].Value}, "t": {r.Weights[0].T, plain.Weights[0].T},
			"old": {r.Gain.Start.MSE, plain.Gain.Start.MSE}, "with intercepts": {r.InterceptGain.Start.MSE, plain.InterceptGain.Start.MSE}, "slope in the last quarter": {r.Calibration[3].Slope, plain.Calibration[3].Slope},
			"group": {r.Groups[0].Loss, plain.Groups[0].Loss},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-5*math.Abs(pair[1]) {
				t.Errorf("%v: %s is %g, without a policy %g", tt.policy, name, pair[0], pair[1])
			}
		}
	}
}

// slopeOn returns the slope of a fit on the start weights over the training rows.
func slopeOn(t *testing.T, set *matrix.Set, r *fit.Result, start []fit.NamedWeight) float64 {
	t.Helper()
	m := r.Model("")
	m.K, m.Intercepts = 0, nil
	var w, x, y, xx, xy float64
	var olds []float64
	for p, err := range fit.Predict(t.Context(), set, fit.Model{Weights: start}, fit.PredictOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		olds = append(olds, p.Predicted)
	}
	i := 0
	for p, err := range fit.Predict(t.Context(), set, m, fit.PredictOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		old := olds[i]
		if i++; p.Part != fit.Train {
			continue
		}
		w, x, y, xx, xy = w+1, x+old, y+p.Predicted, xx+old*old, xy+old*p.Predicted
	}
	return (xy - x*y/w) / (xx - x*x/w)
}

// TestPawnScale: without a pattern the pawn is its piece-square table, whatever other
// terms of pawns there are; where there is none, it is what *pawn.* matches.
func TestPawnScale(t *testing.T) {
	for table, want := range map[string]func(table, other float64) float64{
		"pst.pawn.e4":   func(table, _ float64) float64 { return table },
		"material.pawn": func(_, other float64) float64 { return other },
	} {
		l := fittest.Usual(6)
		l.Columns[0].Name, l.Columns[2].Name = table, "threat.pawn.queen"
		opt := fittest.KOptions(l)
		opt.Texel.Scale = fit.ScalePawn
		v := fittest.Values(fittest.MustFit(t, l.Set(t), opt)) // x1 has two weights
		if got := want(v[0], v[3]); math.Abs(got-100) > 1e-6 {
			t.Errorf("%s: %g, want 100; weights %v", table, got, v)
		}
	}
}

// TestFixedScale: what is in centipawns already cannot be scaled: predictions would
// change.
func TestFixedScale(t *testing.T) {
	l := fittest.Usual(6)
	plain := l.Rows()
	offset := l.Rows()
	for i := range offset {
		offset[i].Offset = float32(i%3) * 30
	}
	for _, tt := range []struct {
		name string
		rows []fittest.Row
		opt  func(*fit.Options)
		by   string
	}{
		{"nothing", plain, func(*fit.Options) {}, ""},
		{"fixed at 0", plain, func(o *fit.Options) { o.Fixed = []fit.Fixed{{Pattern: "x5", Value: 0}} }, ""},
		{"fixed", plain, func(o *fit.Options) { o.Fixed = []fit.Fixed{{Pattern: "x0", Value: 40}} }, "fixed weights"},
		{"offsets", offset, func(*fit.Options) {}, "offsets"},
		{"bound at 0", plain, func(o *fit.Options) { o.Texel.Bounds = []fit.Bound{{Pattern: "x0", Low: 0, High: math.Inf(1)}} }, ""},
		{"bound", plain, func(o *fit.Options) { o.Texel.Bounds = []fit.Bound{{Pattern: "x0", Low: 10, High: 30}} }, "bounds"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := fittest.NewSet(t, l.Columns, 100, tt.rows)
			opt := fittest.KOptions(l)
			for i := range opt.Texel.Start {
				opt.Texel.Start[i].Value *= 0.5
			}
			tt.opt(&opt)
			r := fittest.MustFit(t, set, opt)
			if r.Scale.FixedBy != tt.by || (r.Scale.Factor == 1) != (tt.by != "") {
				t.Errorf("%+v, want fixed by %q", r.Scale, tt.by)
			}
			opt.Texel.Scale = fit.ScaleNone
			if none := fittest.MustFit(t, set, opt); math.Abs(none.Test.MSE-r.Test.MSE) > 1e-7*r.Test.MSE {
				t.Errorf("test MSE %g, without a policy %g", r.Test.MSE, none.Test.MSE)
			}
			opt.Texel.Scale, opt.Texel.Pawn = fit.ScalePawn, "x2"
			if _, err := fit.Fit(t.Context(), set, opt); (err != nil) != (tt.by != "") {
				t.Errorf("scaled by the pawn: %v", err)
			}
		})
	}
}
