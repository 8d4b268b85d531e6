package texel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// texelCases are fits that between them use every part.
func texelCases(t *testing.T, l fittest.League) map[string]fit.Options {
	t.Helper()
	all := fittest.KOptions(l)
	all.Target.ScoreShare, all.Texel.PriorRows, all.Texel.Prior = 0.2, 5, l.Start(0.2)
	all.Split.Sealed, all.Unseal = 0.1, true
	all.Texel.Watch, all.Texel.Ties = 0.2, []fit.Tie{{Patterns: []string{"x2", "x3"}}}
	lm := fittest.KOptions(l)
	lm.Method, lm.Loss, lm.Test = fit.LevenbergMarquardt, fit.CrossEntropy, fittest.Usual(99).Set(t)
	sgd := fittest.KOptions(l)
	sgd.Method, sgd.Texel.BatchRows, sgd.Texel.Tolerance, sgd.Texel.Passes = fit.SGD, 300, 1e-5, 60
	adam := fittest.KOptions(l)
	adam.Method, adam.Texel.Tolerance, adam.Split.By = fit.Adam, 1e-6, fit.SplitPosition
	adam.Texel.Orders = []fit.Order{{Pattern: "x[235]"}}
	return map[string]fit.Options{"plain": fittest.KOptions(l), "all": all, "lm": lm, "sgd": sgd, "adam": adam}
}

// jsonOf fits and returns the result's bytes.
func jsonOf(t *testing.T, data fit.Data, opt fit.Options) []byte {
	t.Helper()
	b, err := json.Marshal(fittest.MustFit(t, data, opt))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSameBytesOfExpected: threads, shards and the memory for the rows change no bit.
func TestSameBytesOfExpected(t *testing.T) {
	l := fittest.Usual(1)
	rows := fittest.Awkward(l.Rows())
	set := fittest.NewSet(t, l.Columns, 100, rows)
	for name, opt := range texelCases(t, l) {
		t.Run(name, func(t *testing.T) {
			opt.Threads = 1
			want := jsonOf(t, set, opt)
			same := func(what string, got []byte) {
				t.Helper()
				if !bytes.Equal(got, want) {
					t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
				}
			}
			threads, shards := []int{2, 8}, []int{1, 3, 7}
			if long.Short(t) {
				threads, shards = nil, shards[1:2]
				opt.Threads = 8
			}
			for _, n := range threads {
				opt.Threads = n
				same(fmt.Sprint(n, " threads"), jsonOf(t, set, opt))
			}
			for _, n := range shards {
				same(fmt.Sprint(n, " shards"), jsonOf(t, fittest.Sharded(t, l.Columns, 100, rows, n), opt))
			}
			opt.Texel.Memory = 1
			same("rows read again in every pass", jsonOf(t, set, opt))
		})
	}
}

// TestInterrupted cancels a search: the result is the best weights so far.
func TestInterrupted(t *testing.T) {
	l := fittest.Usual(2)
	set := l.Set(t)
	for _, m := range []fit.Method{fit.LBFGS, fit.LevenbergMarquardt, fit.Adam, fit.SGD} {
		opt := fittest.KOptions(l)
		for i := range opt.Texel.Start {
			opt.Texel.Start[i].Value = math.Round(opt.Texel.Start[i].Value * float64(i%3))
		}
		opt.Method, opt.Texel.BatchRows = m, 500
		ctx, cancel := context.WithCancel(t.Context())
		var best []float64
		opt.Texel.Checkpoint = func(s descent.State) error {
			if best = s.Weights; s.Iteration == 2 {
				cancel()
			}
			return nil
		}
		r, err := fit.Fit(ctx, set, opt)
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		if r.Stopped != descent.Interrupted || !r.Warnings.Has(note.M08) || r.Train != nil || r.Rounds != 2 {
			t.Errorf("%v: %s in round %d, %v", m, r.Stopped, r.Rounds, r.Warnings)
		}
		if m < fit.Adam {
			fittest.Compare(t, m.String(), fittest.Values(r), best[:8], 0)
		}
		start := opt
		start.Texel.Passes = 1
		if first := fittest.MustFit(t, set, start); r.Final >= first.Final {
			t.Errorf("%v: loss %g at the interruption, %g after a pass", m, r.Final, first.Final)
		}
		if _, err := json.Marshal(r); err != nil {
			t.Error(err)
		}
	}
}

// TestInterruptedLater: what is found is not lost by an interruption of the measures
// that follow; before the search there is nothing to keep.
func TestInterruptedLater(t *testing.T) {
	l := fittest.Usual(3)
	set := l.Set(t)
	opt := fittest.KOptions(l)
	full := fittest.MustFit(t, set, opt)
	for _, stage := range []string{"scale", "evaluation"} {
		ctx, cancel := context.WithCancel(t.Context())
		opt.Progress = func(p fit.Progress) {
			if p.Stage == stage {
				cancel()
			}
		}
		r, err := fit.Fit(ctx, set, opt)
		if err != nil || r.Stopped != descent.Interrupted {
			t.Fatalf("%s: %+v, %v", stage, r, err)
		}
		for j, w := range r.Weights {
			want := full.Weights[j].Value * full.K.Value // the product is what is known
			if got := w.Value * r.K.Value; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("%s: K × %s = %g, want %g", stage, w.Name, got, want)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	opt.Progress = nil
	if r, err := fit.Fit(ctx, set, opt); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before it began: %v, %v", r, err)
	}
}

// TestErrorsProgress: the standard errors say how many of the rows are done.
func TestErrorsProgress(t *testing.T) {
	l := fittest.Usual(3)
	opt, seen := fittest.KOptions(l), []fit.Progress{}
	opt.Progress = func(p fit.Progress) {
		if p.Stage == "standard errors" {
			seen = append(seen, p)
		}
	}
	r := fittest.MustFit(t, l.Set(t), opt)
	if n := len(seen); n < 2 || seen[0].Done != 0 || seen[n-1].Done != seen[n-1].Total || seen[n-1].Total < 1 || seen[n-1].Total > r.Rows {
		t.Errorf("%d rows: %+v", r.Rows, seen)
	}
	for i := range seen[1:] {
		if seen[i+1].Done <= seen[i].Done || seen[i+1].Total != seen[0].Total {
			t.Errorf("%+v after %+v", seen[i+1], seen[i])
		}
	}
}

// TestResume goes on from every checkpoint, as JSON, to the bytes of the whole.
func TestResume(t *testing.T) {
	l := fittest.Usual(4)
	set := l.Set(t)
	for name, opt := range texelCases(t, l) {
		t.Run(name, func(t *testing.T) {
			if opt.Method == fit.SGD || opt.Method == fit.Adam {
				opt.Texel.Passes, opt.Texel.Tolerance = 12, 1e-12
			}
			var states [][]byte
			opt.Texel.Checkpoint = func(s descent.State) error {
				b, err := json.Marshal(s)
				states = append(states, b)
				return err
			}
			want := jsonOf(t, set, opt)
			opt.Texel.Checkpoint = nil
			all := len(states)
			if all < 3 {
				t.Fatalf("%d checkpoints", all)
			}
			short := long.Short(t)
			for i, b := range states {
				if short && i%6 != 0 {
					continue
				}
				state := new(descent.State)
				if err := json.Unmarshal(b, state); err != nil {
					t.Fatal(err)
				}
				opt.Texel.Resume = state
				if got := jsonOf(t, set, opt); !bytes.Equal(got, want) {
					t.Errorf("from checkpoint %d of %d:\n%s\nunbroken:\n%s", i, all, got, want)
				}
			}
		})
	}
	opt := fittest.KOptions(l)
	opt.Texel.Resume = &descent.State{Method: descent.Adam}
	if _, err := fit.Fit(t.Context(), set, opt); err == nil {
		t.Error("goes on from the state of another method")
	}
}

// TestCheckpointError: an error of the callback ends the fit.
func TestCheckpointError(t *testing.T) {
	l := fittest.Usual(5)
	opt := fittest.KOptions(l)
	full := errors.New("disk full")
	opt.Texel.Checkpoint = func(descent.State) error { return full }
	if _, err := fit.Fit(t.Context(), l.Set(t), opt); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

// TestUnreadable: blocks that cannot be read, wherever.
func TestUnreadable(t *testing.T) {
	l := fittest.Usual(6)
	set := l.Set(t)
	for _, block := range []int{0, set.Blocks() - 1} {
		if _, err := fit.Fit(t.Context(), fittest.Failing{Data: set, Block: block}, fittest.KOptions(l)); !errors.Is(err, fittest.ErrUnreadable) {
			t.Errorf("block %d: %v", block, err)
		}
	}
	opt := fittest.KOptions(l)
	opt.Test = fittest.Failing{Data: fittest.Usual(7).Set(t), Block: 3}
	if r, err := fit.Fit(t.Context(), set, opt); !errors.Is(err, fittest.ErrUnreadable) {
		t.Errorf("test set: %v, %v", r, err)
	}
}

// TestWatched: where the loss on watched games rises, the best weights are kept; M10.
func TestWatched(t *testing.T) {
	l := fittest.League{Columns: fittest.PlainColumns(60), Truth: make([]float64, 60), K: 1, Games: 150, PerGame: 4, Seed: 1}
	l.Truth[0] = 50
	opt := l.Options(fit.CrossEntropy)
	opt.Texel.Watch = 0.3
	opt.Method = fit.Adam
	opt.Texel.Rate = 5
	r := fittest.MustFit(t, l.Set(t), opt)
	if r.Stopped != descent.Early || !r.Warnings.Has(note.M10) {
		t.Errorf("stopped by %s, warnings %v", r.Stopped, r.Warnings)
	}
	opt.Texel.Watch = 0
	free := fittest.MustFit(t, l.Set(t), opt)
	if r.Test.LogLoss >= free.Test.LogLoss || r.Rounds >= free.Rounds || free.Warnings.Has(note.M10) {
		t.Errorf("test loss %g after %d rounds, without watching %g after %d", r.Test.LogLoss, r.Rounds, free.Test.LogLoss, free.Rounds)
	}
	sound := fittest.Usual(2)
	opt = sound.Options(fit.CrossEntropy)
	opt.Texel.Watch = 0.2
	opt.Texel.Tolerance = 1e-6
	if r := fittest.MustFit(t, sound.Set(t), opt); r.Warnings.Has(note.M10) && r.Stopped != descent.Tolerance {
		t.Errorf("stopped by %s, warnings %v", r.Stopped, r.Warnings)
	}
}

// TestSealed: the sealed games are neither training nor test, and only Unseal measures
// them, whatever the loss.
func TestSealed(t *testing.T) {
	l := fittest.Usual(7)
	l.Games = 600
	list := l.Rows()
	d := rows.NewDivider(fit.Split{Sealed: 0.2}.WithDefaults())
	sealed := 0
	for i := range list {
		if d.Part(list[i].Game, list[i].Hash) == fit.Sealed {
			sealed++
		}
	}
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.Squared} {
		opt := fittest.KOptions(l)
		if opt.Loss = loss; loss == fit.Squared {
			opt.Texel = fit.Texel{}
		}
		opt.Split.Sealed = 0.2
		set := fittest.NewSet(t, l.Columns, 100, list)
		closed := fittest.MustFit(t, set, opt)
		opt.Unseal = true
		open := fittest.MustFit(t, set, opt)
		if closed.Sealed != nil || closed.Funnel.Sealed != sealed || open.Sealed == nil || open.Sealed.N != sealed {
			t.Fatalf("%v: %d list are sealed, funnel %+v, measured %+v", loss, sealed, closed.Funnel, open.Sealed)
		}
		open.Sealed = nil
		open.Passes = closed.Passes
		if !reflect.DeepEqual(open, closed) {
			t.Errorf("%v: the look changed the rest", loss)
		}
		changed := make([]fittest.Row, len(list))
		for i, r := range list {
			if changed[i] = r; d.Part(r.Game, r.Hash) == fit.Sealed {
				changed[i].Result, changed[i].Score = matrix.ResultDraw, 0
			}
		}
		opt.Unseal = false
		if got := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, changed), opt); !reflect.DeepEqual(got, closed) {
			t.Errorf("%v: sealed list have a say", loss)
		}
	}
}

// TestQuick: the same weights, without what takes further passes.
func TestQuick(t *testing.T) {
	l := fittest.Usual(8)
	set := l.Set(t)
	opt := fittest.KOptions(l)
	full := fittest.MustFit(t, set, opt)
	opt.Texel.Quick = true
	quick := fittest.MustFit(t, set, opt)
	fittest.Compare(t, "weights", fittest.Values(quick), fittest.Values(full), 0)
	if quick.Weights[0].StdErr != 0 || quick.Calibration != nil || quick.Groups != nil || quick.Test.MSE != full.Test.MSE {
		t.Errorf("%+v, test MSE %g and %g", quick.Weights[0], quick.Test.MSE, full.Test.MSE)
	}
}

// TestRounding compares with weights that are rounded by hand: to the nearest, never
// towards 0.
func TestRounding(t *testing.T) {
	l := fittest.Usual(9)
	l.Games = 600
	for j := range l.Truth {
		l.Truth[j] /= 20 // a centipawn is much
	}
	l.K *= 20
	set := l.Set(t)
	opt := l.Options(fit.Sigmoid)
	r := fittest.MustFit(t, set, opt)
	m := r.Model("")
	change := 0
	for i := range m.Weights {
		v := math.Floor(m.Weights[i].Value + 0.5)
		change += fittest.Bit(v != m.Weights[i].Value)
		m.Weights[i].Value = v
	}
	for part, got := range map[fit.Part]float64{fit.Train: r.Rounding.TrainChange, fit.Test: r.Rounding.TestChange} {
		ev, err := fit.Evaluate(t.Context(), set, part, []fit.Model{r.Model(""), m}, fit.EvalOptions{Target: fittest.ExpectedOf(opt).Target})
		if err != nil {
			t.Fatal(err)
		}
		want := ev[1].Metrics(fit.Bootstrap{}).MSE/ev[0].Metrics(fit.Bootstrap{}).MSE - 1
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("%v: rounding costs %g, by hand %g", part, got, want)
		}
	}
	if r.Rounding.Weights != change || r.Rounding.Signs <= 0 {
		t.Errorf("%+v, by hand %d change", r.Rounding, change)
	}
}

// TestSeparateTestSet: the parts of a separate test set are its own.
func TestSeparateTestSet(t *testing.T) {
	l, other := fittest.Usual(10), fittest.Usual(11)
	for i, test := range []*matrix.Set{l.Set(t), other.Set(t)} {
		opt := fittest.KOptions(l)
		opt.Test = test
		r := fittest.MustFit(t, l.Set(t), opt)
		if r.Train.N != l.Games*l.PerGame || r.Test.N != test.Rows() || r.TestFunnel.Train+r.TestFunnel.Test != test.Rows() {
			t.Errorf("train %d, test %d, %+v", r.Train.N, r.Test.N, r.TestFunnel)
		}
		if same := math.Abs(r.Test.MSE-r.Train.MSE) < 1e-12; same != (i == 0) || same != r.Warnings.Has(note.S02) {
			t.Errorf("MSE %g in training, %g in the test, warnings %v", r.Train.MSE, r.Test.MSE, r.Warnings)
		}
	}
}
