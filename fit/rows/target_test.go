package rows_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// expectedSet is a set whose rows have an expected score beside the result; NaN for
// none.
func expectedSet(t *testing.T, columns []matrix.Column, rows []fittest.Row, expected []float32) *matrix.Set {
	t.Helper()
	schema := fittest.TestSchema(columns)
	schema.Optional |= matrix.WithExpected
	w, err := matrix.NewMemory(schema)
	if err != nil {
		t.Fatal(err)
	}
	b := fittest.NewBlock(rows)
	b.Expected = expected
	if err := errors.Join(w.Write(b), w.Close(matrix.Provenance{Sources: make([]matrix.Source, 4)})); err != nil {
		t.Fatal(err)
	}
	m, err := w.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	set, err := matrix.Join(m)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestTargets is the table of what becomes a label, and of what the funnel counts.
func TestTargets(t *testing.T) {
	none := float32(math.NaN())
	e := winprob.Expected(1.5, 120)
	tests := []struct {
		name     string
		target   fit.Target
		score    int16
		result   uint8
		expected float32
		want     float64 // < 0: dropped
		funnel   fit.Funnel
	}{
		{"White won", fit.Target{}, 5, matrix.ResultWhite, none, 1, fit.Funnel{}},
		{"draw", fit.Target{}, -400, matrix.ResultDraw, none, 0.5, fit.Funnel{}},
		{"Black won", fit.Target{}, 5, matrix.ResultBlack, none, 0, fit.Funnel{}},
		{"probability", fit.Target{}, 5, 0, 0.625, 0.625, fit.Funnel{}},
		{"result before probability", fit.Target{}, 5, matrix.ResultWhite, 0.625, 1, fit.Funnel{}},
		{"nothing", fit.Target{}, 120, 0, none, -1, fit.Funnel{NoResult: 1}},
		{"score alone", fit.Target{ScoreShare: 1, LabelK: []float64{1.5}}, 120, 0, none, e, fit.Funnel{}},
		{"no score", fit.Target{ScoreShare: 1, LabelK: []float64{1.5}}, -32768, matrix.ResultDraw, none, -1, fit.Funnel{NoScore: 1}},
		{"blend", fit.Target{ScoreShare: 0.25, LabelK: []float64{1.5}}, 120, matrix.ResultDraw, none, 0.25*e + 0.375, fit.Funnel{}},
		{"blend with a probability", fit.Target{ScoreShare: 0.25, LabelK: []float64{1.5}}, 120, 0, 0.5, 0.25*e + 0.375, fit.Funnel{}},
		{"blend, no result", fit.Target{ScoreShare: 0.25, LabelK: []float64{1.5}}, 120, 0, none, -1, fit.Funnel{NoResult: 1}},
		{"blend, no score", fit.Target{ScoreShare: 0.25, LabelK: []float64{1.5}}, -32768, matrix.ResultDraw, none, -1, fit.Funnel{NoScore: 1}},
		{"mate", fit.Target{ScoreShare: 0.5, LabelK: []float64{1.5}}, 31990, matrix.ResultDraw, none, 0.75, fit.Funnel{MatesClipped: 1}},
		{"mated", fit.Target{ScoreShare: 0.5, LabelK: []float64{1.5}}, -31990, matrix.ResultWhite, none, 0.5, fit.Funnel{MatesClipped: 1}},
		{"mate dropped", fit.Target{ScoreShare: 0.5, LabelK: []float64{1.5}, Mates: fit.MatesDrop}, 31990, matrix.ResultDraw, none, -1, fit.Funnel{Mates: 1}},
		{"mate of no account", fit.Target{Mates: fit.MatesDrop}, 31990, matrix.ResultDraw, none, 0.5, fit.Funnel{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := expectedSet(t, fittest.PlainColumns(1), []fittest.Row{{Counts: []float32{1}, Score: tt.score, Result: tt.result, Weight: 1}}, []float32{tt.expected})
			tt.target.Expected = true
			ev, err := fit.Evaluate(t.Context(), set, fit.AllRows, []fit.Model{{K: 1}}, fit.EvalOptions{Target: tt.target})
			if err != nil {
				t.Fatal(err)
			}
			tt.funnel.Rows, tt.funnel.Train = 1, fittest.Bit(tt.want >= 0)
			if ev[0].Funnel != tt.funnel {
				t.Errorf("funnel %+v, want %+v", ev[0].Funnel, tt.funnel)
			}
			m := ev[0].Metrics(fit.Bootstrap{})
			if tt.want < 0 {
				if m != nil {
					t.Errorf("metrics %+v of a row that is dropped", m)
				}
				return
			}
			if d := math.Abs(tt.want - 0.5); math.Abs(m.MAE-d) > 1e-7 || math.Abs(m.MSE-d*d) > 1e-7 || math.Abs(m.LogLoss-math.Ln2) > 1e-7 {
				t.Errorf("metrics %+v, want a label of %g", m, tt.want)
			}
		})
	}
}

// TestLabelK: the K of the scores is fitted for each source.
func TestLabelK(t *testing.T) {
	l := fittest.Usual(1)
	l.Games = 1500
	rows := l.Rows()
	for i := range rows {
		if rows[i].Source == 1 {
			rows[i].Score *= 2 // another program, more sure of itself
		}
		if i%40 == 0 {
			rows[i].Score = 31990 // says nothing of a K
		}
	}
	opt := l.Options(fit.Sigmoid)
	opt.Target.ScoreShare = 0.5
	r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	for i, want := range []float64{l.K, l.K / 2} {
		if k := r.LabelK[i]; int(k.Source) != i || math.Abs(k.K-want) > 4*k.StdErr || k.StdErr > 0.15*want || k.Rows < 100 {
			t.Errorf("%+v, want %g", k, want)
		}
	}
	opt.Target.LabelK = []float64{3}
	given := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	if want := []fit.LabelK{{K: 3}}; !slices.Equal(given.LabelK, want) || given.Final == r.Final {
		t.Errorf("with a given K: %v, want %v; loss %g and %g", given.LabelK, want, given.Final, r.Final)
	}
	for i := range rows {
		rows[i].Score = -32768
	}
	if _, err := fit.Fit(t.Context(), fittest.NewSet(t, l.Columns, 100, rows), blended(fittest.KOptions(l), 0.5)); err == nil {
		t.Error("a blend of scores that nobody has")
	}
}

// blended sets the share of the scores.
func blended(o fit.Options, share float64) fit.Options {
	o.Target.ScoreShare = share
	return o
}

// TestBlendOfScores: labels that are all score give back the weights that the scores
// were made with.
func TestBlendOfScores(t *testing.T) {
	l := fittest.Usual(2)
	opt := blended(l.Options(fit.CrossEntropy), 1)
	opt.Target.LabelK = []float64{l.K}
	r := fittest.MustFit(t, l.Set(t), opt)
	fittest.Compare(t, "weights", fittest.Values(r), l.Truth, 0.01) // scores are whole centipawns
	if r.Final <= 0 || r.ScoreShare != 1 {
		t.Errorf("loss %g, share %g", r.Final, r.ScoreShare)
	}
}

// TestFunnelOfExpected: every row is counted once, the sealed ones too.
func TestFunnelOfExpected(t *testing.T) {
	l := fittest.Usual(3)
	rows := fittest.Awkward(l.Rows())
	opt := l.Options(fit.Sigmoid)
	opt.Split.Sealed = 0.2
	r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	f := r.Funnel
	if sum := f.NoScore + f.NoResult + f.ZeroWeight + f.Train + f.Test + f.Sealed; sum != f.Rows || f.Rows != len(rows) || f.NoResult == 0 || f.Sealed == 0 {
		t.Errorf("%+v: %d of %d", f, sum, len(rows))
	}
	if r.Train.N != f.Train || r.Test.N != f.Test {
		t.Errorf("train %d, test %d: %+v", r.Train.N, r.Test.N, f)
	}
}

// TestInterceptTakesAdvantage: White's advantage goes into the intercepts, not into the
// weights, and is never among them.
func TestInterceptTakesAdvantage(t *testing.T) {
	l := fittest.Usual(4)
	l.Games, l.Advantage = 1000, 40
	l.Columns = append(l.Columns, matrix.Column{Name: "pieces"}) // in every row, much the same
	l.Truth = append(l.Truth, 0)
	rows := l.Rows()
	for i := range rows {
		rows[i].Counts[6] = float32(3 + i%3)
	}
	set := fittest.NewSet(t, l.Columns, 100, rows)
	opt := l.Options(fit.CrossEntropy)
	opt.Split.By = fit.SplitNone
	with := fittest.MustFit(t, set, opt)
	opt.Intercept = fit.NoIntercept
	without := fittest.MustFit(t, set, opt)
	for k, a := range with.Intercepts {
		if want := 40 * float64(k+1); math.Abs(a.Value-want) > 4*a.StdErr || a.StdErr <= 0 || a.StdErr > 15 || a.Rows != len(rows)/2 {
			t.Errorf("intercept %+v, want about %g", a, want)
		}
	}
	if with.Final >= without.Final || without.Intercepts != nil || without.Weights[8].Value < 5 {
		t.Errorf("loss %g and %g, pieces %g without intercepts", with.Final, without.Final, without.Weights[8].Value)
	}
	if w := with.Weights[8]; math.Abs(w.Value) > 3*w.StdErr {
		t.Errorf("pieces %g ± %g with intercepts", w.Value, w.StdErr)
	}
	if n := len(l.Truth); len(with.Weights) != n {
		t.Errorf("%d weights, want %d", len(with.Weights), n)
	}
}

// TestEndsKeepTheirNames: the weight named .eg is that of the endgame.
func TestEndsKeepTheirNames(t *testing.T) {
	columns := []matrix.Column{{Name: "x", Tapered: true}}
	l := fittest.League{Columns: columns, Truth: []float64{20, 200}, K: 1, Games: 2000, PerGame: 3, Seed: 5}
	r := fittest.MustFit(t, l.Set(t), l.Options(fit.Sigmoid))
	got := fmt.Sprint(r.Weights[0].Name, " ", r.Weights[1].Name)
	if got != "x.mg x.eg" || math.Abs(r.Weights[0].Value-20) > 30 || math.Abs(r.Weights[1].Value-200) > 40 {
		t.Errorf("%s: %g and %g, want 20 and 200", got, r.Weights[0].Value, r.Weights[1].Value)
	}
}
