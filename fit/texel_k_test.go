package fit

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// kOptions start at the truth, of which K is that of the league.
func kOptions(l league) Options {
	opt := l.options(Sigmoid)
	opt.Texel.K, opt.Texel.Start = 0, l.start(0)
	return opt
}

// TestK: the K that the results were made with, within its interval, by phase too;
// no K of a grid has a lower loss.
func TestK(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	l := usual(1)
	l.games, l.perGame = 1500, 4
	set := l.set(t)
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		opt := kOptions(l)
		opt.Loss, opt.Intercept = loss, NoIntercept
		opt.Texel.Scale = ScaleNone
		k := mustFit(t, set, opt).K
		if !k.Fitted || k.Low > l.k || k.High < l.k || k.StdErr > 0.1 {
			t.Errorf("%v: K %+v, want %g", loss, k, l.k)
		}
		for _, p := range k.ByPhase {
			if math.Abs(p.K-l.k) > 0.2+2*p.StdErr {
				t.Errorf("%v: K %g (%g) in phase %g to %g, want %g", loss, p.K, p.StdErr, p.Low, p.High, l.k)
			}
		}
		opt = expectedOf(opt)
		tw := newTwin(t, set, opt)
		at := func(k float64) (f float64) {
			opt.Texel.K = k
			for i, s := range tw.expected(opt, l.truth) {
				f += tw.w[i] * s.loss
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
	l := usual(2)
	list := l.rows()
	opt := kOptions(l)
	opt.Target.ScoreShare = 0.3
	opt.Texel.Scale = ScaleKeep // which must not depend on the test list either
	want := mustFit(t, newSet(t, l.columns, 100, list), opt)
	d := rows.NewDivider(Split{}.WithDefaults())
	changed := 0
	for i := range list {
		if d.Part(list[i].game, list[i].hash) == Test {
			list[i].result = matrix.ResultDraw
			list[i].score = -list[i].score
			changed++
		}
	}
	got := mustFit(t, newSet(t, l.columns, 100, list), opt)
	if changed < 100 || got.K.Value != want.K.Value || !slices.Equal(got.LabelK, want.LabelK) || !slices.Equal(values(got), values(want)) {
		t.Errorf("%d test list changed K %g to %g, label K %v to %v", changed, want.K.Value, got.K.Value, want.LabelK, got.LabelK)
	}
	if got.Test.MSE == want.Test.MSE {
		t.Error("the test did not change")
	}
	for i := range list {
		if d.Part(list[i].game, list[i].hash) == Train {
			list[i].result = matrix.ResultDraw
		}
	}
	if _, err := Fit(t.Context(), newSet(t, l.columns, 100, list), opt); err == nil {
		t.Error("training list are not what K is fitted to")
	}
}

// TestNoK: what the data lack, by the error.
func TestNoK(t *testing.T) {
	l := usual(3)
	tests := []struct {
		name   string
		change func(r *row)
		opt    func(o *Options)
		lack   winprob.Lack
		says   string
	}{
		{"equal results", func(r *row) { r.result = matrix.ResultDraw }, nil, winprob.OneTarget, string(note.M01)},
		{"no evaluation", func(r *row) { r.counts[5] = 0 }, func(o *Options) { o.Texel.Start = []NamedWeight{{Name: "x5", Value: 10}} }, winprob.NoEvaluation, string(note.M01)},
		{"wrong side", func(r *row) { r.result = 4 - r.result }, nil, winprob.WrongSide, "the better side loses"},
		{"separable", func(r *row) {
			r.result = matrix.ResultWhite
			if l.evaluation(*r) < 0 {
				r.result = matrix.ResultBlack
			}
		}, nil, winprob.Separable, string(note.M01)},
		{"no result", func(r *row) { r.result = 0 }, nil, 0, "pass data with a result"},
		{"one game", func(r *row) { r.game = 1 }, func(o *Options) { o.Split.By = SplitNone }, winprob.FewClusters, "of several"},
		{"K and weights free", nil, func(o *Options) { o.Texel.Start = nil }, 0, string(note.M02)},
		{"start of zeros", nil, func(o *Options) { o.Texel.Start = []NamedWeight{{Name: "x0", Value: 0}} }, 0, string(note.M02)},
		{"offsets that are equal", func(r *row) { r.offset = 50 }, func(o *Options) { o.Texel.Start = nil }, 0, string(note.M02)},
		{"scores alone", func(r *row) { r.result = 0 }, func(o *Options) { o.Target.ScoreShare = 1 }, 0, "-label-k"},
		{"start of another set", nil, func(o *Options) { o.Texel.Start = []NamedWeight{{Name: "y0", Value: 10}} }, 0, string(note.F11)},
		{"prior of another set", nil, func(o *Options) { o.Texel.Prior, o.Texel.PriorRows = []NamedWeight{{Name: "x1", Value: 10}}, 5 }, 0, string(note.F11)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows := l.rows()
			for i := range rows {
				if tt.change != nil {
					tt.change(&rows[i])
				}
			}
			opt := kOptions(l)
			opt.Target = Target{}
			if tt.opt != nil {
				tt.opt(&opt)
			}
			_, err := Fit(t.Context(), newSet(t, l.columns, 100, rows), opt)
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
	l := usual(3)
	opt := kOptions(l)
	opt.Texel.Scale = ScaleNone
	want := mustFit(t, l.set(t), opt).K
	list := changed(l.rows(), func(_ int, r *row) { r.offset = float32(l.evaluation(*r)) })
	opt.Texel.Start = nil
	if got := mustFit(t, newSet(t, l.columns, 100, list), opt).K; !got.Fitted || math.Abs(got.Value/want.Value-1) > 0.01 {
		t.Errorf("K %+v at the offsets, %+v at the weights", got, want)
	}
}

// TestKNotClear: M01, results that hardly depend on the start weights.
func TestKNotClear(t *testing.T) {
	l := usual(4)
	for _, tt := range []struct {
		k     float64
		warns bool
	}{{0.02, true}, {1, false}} {
		l.k = tt.k
		opt := kOptions(l)
		opt.Split.By = SplitNone
		r := mustFit(t, l.set(t), opt)
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
	l := usual(5)
	set := l.set(t)
	opt := kOptions(l)
	for i := range opt.Texel.Start {
		opt.Texel.Start[i].Value *= 0.6 // an evaluation that is too flat
	}
	opt.Texel.Start[0].Value *= 1.3
	opt.Texel.Scale = ScaleNone
	plain := mustFit(t, set, opt)
	for _, tt := range []struct {
		policy Scale
		check  func(r *Result) (got, want float64)
	}{
		{ScaleKeep, func(r *Result) (float64, float64) { return slopeOn(t, set, r, opt.Texel.Start), 1 }},
		{ScaleExpected, func(r *Result) (float64, float64) { return winprob.Expected(r.K.Value, 100), 0.64 }},
		{ScalePawn, func(r *Result) (float64, float64) { return r.Weights[0].Value, 100 }},
		{ScaleNone, func(r *Result) (float64, float64) { return slopeOn(t, set, r, opt.Texel.Start), r.Scale.Slope }},
	} {
		opt := opt
		opt.Texel.Scale, opt.Texel.PawnExpected, opt.Texel.Pawn = tt.policy, 0.64, "x0"
		r := mustFit(t, set, opt)
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
func slopeOn(t *testing.T, set *matrix.Set, r *Result, start []NamedWeight) float64 {
	t.Helper()
	m := r.Model("")
	m.K, m.Intercepts = 0, nil
	var w, x, y, xx, xy float64
	var olds []float64
	for p, err := range Predict(t.Context(), set, Model{Weights: start}, PredictOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		olds = append(olds, p.Predicted)
	}
	i := 0
	for p, err := range Predict(t.Context(), set, m, PredictOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		old := olds[i]
		if i++; p.Part != Train {
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
		l := usual(6)
		l.columns[0].Name, l.columns[2].Name = table, "threat.pawn.queen"
		opt := kOptions(l)
		opt.Texel.Scale = ScalePawn
		v := values(mustFit(t, l.set(t), opt)) // x1 has two weights
		if got := want(v[0], v[3]); math.Abs(got-100) > 1e-6 {
			t.Errorf("%s: %g, want 100; weights %v", table, got, v)
		}
	}
}

// TestFixedScale: what is in centipawns already cannot be scaled: predictions would
// change.
func TestFixedScale(t *testing.T) {
	l := usual(6)
	plain := l.rows()
	offset := l.rows()
	for i := range offset {
		offset[i].offset = float32(i%3) * 30
	}
	for _, tt := range []struct {
		name string
		rows []row
		opt  func(*Options)
		by   string
	}{
		{"nothing", plain, func(*Options) {}, ""},
		{"fixed at 0", plain, func(o *Options) { o.Fixed = []Fixed{{Pattern: "x5", Value: 0}} }, ""},
		{"fixed", plain, func(o *Options) { o.Fixed = []Fixed{{Pattern: "x0", Value: 40}} }, "fixed weights"},
		{"offsets", offset, func(*Options) {}, "offsets"},
		{"bound at 0", plain, func(o *Options) { o.Texel.Bounds = []Bound{{Pattern: "x0", Low: 0, High: math.Inf(1)}} }, ""},
		{"bound", plain, func(o *Options) { o.Texel.Bounds = []Bound{{Pattern: "x0", Low: 10, High: 30}} }, "bounds"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := newSet(t, l.columns, 100, tt.rows)
			opt := kOptions(l)
			for i := range opt.Texel.Start {
				opt.Texel.Start[i].Value *= 0.5
			}
			tt.opt(&opt)
			r := mustFit(t, set, opt)
			if r.Scale.FixedBy != tt.by || (r.Scale.Factor == 1) != (tt.by != "") {
				t.Errorf("%+v, want fixed by %q", r.Scale, tt.by)
			}
			opt.Texel.Scale = ScaleNone
			if none := mustFit(t, set, opt); math.Abs(none.Test.MSE-r.Test.MSE) > 1e-7*r.Test.MSE {
				t.Errorf("test MSE %g, without a policy %g", r.Test.MSE, none.Test.MSE)
			}
			opt.Texel.Scale, opt.Texel.Pawn = ScalePawn, "x2"
			if _, err := Fit(t.Context(), set, opt); (err != nil) != (tt.by != "") {
				t.Errorf("scaled by the pawn: %v", err)
			}
		})
	}
}
