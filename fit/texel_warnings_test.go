package fit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// hope is a league with a fit that deserves a warning, or not.
type hope struct {
	fittest.League
	change func(i int, r *fittest.Row)
	opt    func(*fit.Options)
	test   func(i int, r *fittest.Row) // makes a separate test set of another league's rows
}

// warnings fits.
func (h hope) warnings(t *testing.T) note.List {
	t.Helper()
	opt := fittest.KOptions(h.League)
	opt.Bootstrap.Resamples, opt.Texel.Tolerance = 200, 1e-10
	if h.opt != nil {
		h.opt(&opt)
	}
	if h.test != nil {
		other := h.League
		other.Seed += 1000
		opt.Test = fittest.NewSet(t, h.Columns, 100, fittest.Changed(other.Rows(), h.test))
	}
	return fittest.MustFit(t, fittest.NewSet(t, h.Columns, 100, fittest.Changed(h.Rows(), h.change)), opt).Warnings
}

func TestTexelWarnings(t *testing.T) {
	long.Skip(t, "takes seconds")
	l := fittest.Solid(1)
	twin := func(n int) func(i int, r *fittest.Row) { // x3 is x0, but for one row in n
		return func(i int, r *fittest.Row) {
			if r.Counts[3] = r.Counts[0]; n > 0 && i%n == 0 {
				r.Counts[3]++
			}
		}
	}
	noX2 := func(every int) func(i int, r *fittest.Row) {
		return func(i int, r *fittest.Row) {
			if r.Counts[2] = 0; every > 0 && i%every == 0 {
				r.Counts[2] = 1
			}
		}
	}
	scaled := func(f float64, policy fit.Scale) func(*fit.Options) {
		return func(o *fit.Options) {
			for i := range o.Texel.Start {
				o.Texel.Start[i].Value *= f
			}
			o.Texel.K, o.Texel.Scale = l.K, policy
		}
	}
	tests := []struct {
		name  string
		give  hope
		code  note.Code
		warns bool
		about string
	}{
		{"F03", hope{League: l, change: noX2(0)}, note.F03, true, "x2: 0 in every training row"},
		{"F04 rows", hope{League: l, change: noX2(400)}, note.F04, true, "x2: in fewer than 20"},
		{"F04 games", hope{League: l, change: func(i int, r *fittest.Row) {
			if r.Game > 8 {
				r.Counts[2] = 0
			}
		}}, note.F04, true, "x2"},
		{"F04 not", hope{League: l, change: noX2(20)}, note.F04, false, ""},
		{"F05", hope{League: l, change: twin(0)}, note.F05, true, "centred to mean 0"},
		{"F05 ridge", hope{League: l, change: twin(0), opt: func(o *fit.Options) { o.Ridge = 1 }}, note.F05, true, "only the ridge decides"},
		{"F05 prior", hope{League: l, change: twin(0), opt: func(o *fit.Options) {
			o.Texel.Prior, o.Texel.PriorRows = o.Texel.Start, 3
		}}, note.F05, true, "only the prior"},
		{"F05 not", hope{League: l, change: twin(10)}, note.F05, false, ""},
		{"F06", hope{League: l, change: twin(30)}, note.F06, true, "x0 with x3 (correlation 0.9"},
		{"F06 not", hope{League: l, change: twin(2)}, note.F06, false, ""},
		{"F12 not", hope{League: l}, note.F12, false, ""},
		{"M03", hope{League: l, opt: scaled(0.5, fit.ScaleKeep)}, note.M03, true, "were multiplied by 0.5"},
		{"M03 none", hope{League: l, opt: scaled(0.5, fit.ScaleNone)}, note.M03, true, "multiply the engine's margins by that, or pass -scale keep"},
		{"M03 held", hope{League: l, opt: func(o *fit.Options) { scaled(0.5, fit.ScaleKeep)(o); o.Fixed = []fit.Fixed{{Pattern: "x5", Value: 7}} }}, note.M03, true, "because of the fixed weights"},
		{"M03 against", hope{League: l, opt: scaled(-1, fit.ScaleKeep)}, note.M03, true, "negatively correlated"},
		{"M03 not", hope{League: l, opt: scaled(1, fit.ScaleKeep)}, note.M03, false, ""},
		{"M08", hope{League: l, opt: func(o *fit.Options) { o.Texel.Passes, o.Method = 3, fit.Adam }}, note.M08, true, "not converged: after"},
		{"M08 not", hope{League: l}, note.M08, false, ""},
		{"M09 rate", hope{League: l, opt: func(o *fit.Options) { o.Method, o.Texel.Rate, o.Texel.Passes = fit.Adam, 30, 30 }}, note.M09, true, "smaller -rate"},
		{"M09 saturated", hope{League: l, opt: func(o *fit.Options) {
			o.Texel.Start, o.Texel.Passes, o.Texel.K = []fit.NamedWeight{{Name: "x0", Value: -5000}}, 1, 1
		}}, note.M09, true, "gradient is dead"},
		{"M09 not", hope{League: l, opt: func(o *fit.Options) { o.Method, o.Texel.Tolerance = fit.Adam, 1e-6 }}, note.M09, false, ""},
		{"M11 intercept", hope{League: with(l, func(l *fittest.League) { l.Advantage = 70 })}, note.M11, true, "the intercept of source"},
		{"M11 side to move", hope{League: with(l, func(l *fittest.League) { l.Truth[3] = 80 }), change: unitX2}, note.M11, true, "x2, ±1 in every row"},
		{"M11 side to move, no intercept, ties", hope{League: with(l, func(l *fittest.League) { l.Truth[3] = 80 }), change: unitX2, opt: func(o *fit.Options) {
			o.Intercept, o.Texel.Ties = fit.NoIntercept, []fit.Tie{{Patterns: []string{"x1.mg", "x1.eg"}}}
		}}, note.M11, true, "x2, ±1 in every row"},
		{"M11 not: 0 at times", hope{League: with(l, func(l *fittest.League) { l.Truth[3] = 80 }), change: func(i int, r *fittest.Row) {
			if unitX2(i, r); i%50 == 0 {
				r.Counts[2] = 0
			}
		}, opt: func(o *fit.Options) { o.Intercept = fit.NoIntercept }}, note.M11, false, ""},
		{"M14", hope{League: with(l, func(l *fittest.League) { l.Games = 2000 }), opt: func(o *fit.Options) {
			o.Fixed = []fit.Fixed{{Pattern: "x4.mg", Value: 200}, {Pattern: "x4.eg", Value: 10}, {Pattern: "x0", Value: 80}, {Pattern: "x1", Value: 0}}
			o.Intercept = fit.NoIntercept
		}}, note.M14, true, "in phase"},
		{"M14 not", hope{League: with(l, func(l *fittest.League) { l.Games = 2000 })}, note.M14, false, ""},
		{"O01", hope{League: with(l, func(l *fittest.League) {
			for j := range l.Truth {
				l.Truth[j] /= 40
			}
			l.K *= 40
		})}, note.O01, true, "keep decimals"},
		{"O01 not", hope{League: l}, note.O01, false, ""},
		{"S01", hope{League: l, opt: func(o *fit.Options) { o.Split.By = fit.SplitPosition }}, note.S01, true, "have rows in training too"},
		{"S01 not", hope{League: l}, note.S01, false, ""},
		{"S02", hope{League: l, change: func(i int, r *fittest.Row) { r.Hash = uint64(i % 2000) }}, note.S02, true, "positions of the training rows"},
		{"S02 not", hope{League: l}, note.S02, false, ""},
		{"S03", hope{League: l, change: func(i int, r *fittest.Row) {
			if i%5 == 0 {
				r.Result = 4 - r.Result
			}
		}, test: func(_ int, r *fittest.Row) { r.Game += 5000 }}, note.S03, true, "test MSE 0."},
		{"S03 not", hope{League: l, test: func(_ int, r *fittest.Row) { r.Game += 5000 }}, note.S03, false, ""},
		{"S04 not", hope{League: l}, note.S04, false, ""},
		{"T01", hope{League: l, test: func(i int, r *fittest.Row) { r.Game = 5000 + uint32(i%5) }}, note.T01, true, "5 games only"},
		{"T01 not", hope{League: l}, note.T01, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := tt.give.warnings(t)
			i := slices.IndexFunc(all, func(w note.Note) bool { return w.Code == tt.code })
			switch {
			case (i >= 0) != tt.warns:
				t.Errorf("warnings %v", all)
			case i >= 0 && !strings.Contains(all[i].Text, tt.about):
				t.Errorf("%v does not say %q", all[i], tt.about)
			}
		})
	}
	for seed := range uint64(4) {
		h := hope{League: fittest.Solid(seed + 20), opt: func(o *fit.Options) { o.Loss = []fit.Loss{fit.Sigmoid, fit.CrossEntropy}[seed%2] }}
		h.Games, h.K = 2000, 0.6
		for j := range h.Truth {
			h.Truth[j] *= 2 // a centipawn is little
		}
		if all := h.warnings(t); all != nil {
			t.Errorf("sound data, seed %d: %v", seed, all)
		}
	}
}

// with returns a league that change has changed.
func with(l fittest.League, change func(*fittest.League)) fittest.League {
	l.Truth = slices.Clone(l.Truth)
	change(&l)
	return l
}

// unitX2 makes x2 the side to move; its games are those of the truth before, so that
// the result is decided again where the mover is worth much.
func unitX2(i int, r *fittest.Row) {
	r.Counts[2] = float32(1 - i%2*2)
	if i%3 == 0 {
		r.Result = matrix.ResultBlack
		if r.Counts[2] > 0 {
			r.Result = matrix.ResultWhite
		}
	}
}

// TestUnsupported: M06, a weight that moved far without support; and not if the data
// say where it belongs, or it hardly moved.
func TestUnsupported(t *testing.T) {
	l := fittest.Solid(2)
	rows := l.Rows()
	for i := range rows {
		if i%120 != 0 {
			rows[i].Counts[5] = 0
		}
	}
	set := fittest.NewSet(t, l.Columns, 100, rows)
	opt := fittest.KOptions(l)
	opt.Texel.Scale = fit.ScaleNone
	r := fittest.MustFit(t, set, opt)
	w := r.Weights[7]
	if w.StdErr < 20 {
		t.Fatalf("%+v: the data are not what is wanted", w)
	}
	for _, tt := range []struct {
		from  float64 // standard errors from where it ends
		warns bool
	}{{1.5, true}, {0.1, false}, {4, false}} {
		opt.Texel.Start[7].Value = w.Value + tt.from*w.StdErr
		if tt.from == 0.1 {
			opt.Texel.Start[7].Value = w.Value + 15
		}
		opt.Texel.K = r.K.Value // else the start has a say in it
		r := fittest.MustFit(t, set, opt)
		i := slices.IndexFunc(r.Warnings, func(w note.Note) bool { return w.Code == note.M06 })
		if got := i >= 0 && slices.Contains(r.Warnings[i].Columns, "x5"); got != tt.warns {
			t.Errorf("moved %g errors, from %g to %g ± %g: %v", tt.from, opt.Texel.Start[7].Value, r.Weights[7].Value, r.Weights[7].StdErr, r.Warnings)
		}
	}
}

// TestCalibration: expected scores that are too sure have a slope below 1.
func TestCalibration(t *testing.T) {
	l := fittest.Solid(3)
	l.Games = 2000
	opt := fittest.KOptions(l)
	good := fittest.MustFit(t, l.Set(t), opt)
	opt.Fixed, opt.Texel.K = nil, 0
	for j, name := range l.Names() {
		opt.Fixed = append(opt.Fixed, fit.Fixed{Pattern: name, Value: 2 * l.Truth[j]})
	}
	opt.Fixed = opt.Fixed[:7]
	opt.Texel.K = l.K
	sure := fittest.MustFit(t, l.Set(t), opt)
	for i, c := range good.Calibration {
		if c.Err != nil || math.Abs(c.Slope-1) > 4*c.SlopeStdErr || len(c.Bins) != texel.CalibrationBins {
			t.Errorf("%+v", c)
		}
		if s := sure.Calibration[i]; math.Abs(s.Slope-0.5) > 4*s.SlopeStdErr+0.03 {
			t.Errorf("twice the evaluation: %+v", s)
		}
	}
	if good.WDL == nil || good.WDL.B[0] <= 0 || good.WDL.LogLoss <= 0 || good.Warnings.Has(note.M14) || !sure.Warnings.Has(note.M14) {
		t.Errorf("%+v, %v, %v", good.WDL, good.Warnings, sure.Warnings)
	}
}
