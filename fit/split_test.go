package fit_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/texel"
)

// TestSplitIsStable appends rows and cuts blocks elsewhere: every row stays on
// its side, and what is kept together is.
func TestSplitIsStable(t *testing.T) {
	rows := fittest.Typical(1).Rows()
	for _, by := range []fit.SplitBy{fit.SplitGame, fit.SplitPosition} {
		opt := fit.PredictOptions{Split: fit.Split{By: by}}
		before := fittest.Predictions(t, fittest.NewSet(t, fittest.Typical(0).Columns, 100, rows[:900]), opt)
		after := fittest.Predictions(t, fittest.NewSet(t, fittest.Typical(0).Columns, 77, rows), opt)
		sides := make(map[uint64]fit.Part)
		for i, p := range after {
			if i < len(before) && before[i].Part != p.Part {
				t.Fatalf("%v: row %d moved from %v to %v", by, i, before[i].Part, p.Part)
			}
			id := rows[i].Hash
			if by == fit.SplitGame {
				id = uint64(rows[i].Game)
			}
			if side, seen := sides[id]; seen && side != p.Part {
				t.Fatalf("%v: row %d of %d is in %v, another in %v", by, i, id, p.Part, side)
			}
			sides[id] = p.Part
		}
	}
}

// TestLabels is the table of what becomes of a score.
func TestLabels(t *testing.T) {
	tests := []struct {
		name   string
		target fit.Target
		score  int16
		want   float64
		keep   bool
		funnel fit.Funnel
	}{
		{"level", fit.Target{}, 0, 0, true, fit.Funnel{}},
		{"at the clip", fit.Target{}, -1500, -1500, true, fit.Funnel{}},
		{"beyond it", fit.Target{}, -1501, -1500, true, fit.Funnel{Clipped: 1}},
		{"own clip", fit.Target{Clip: 20.5}, 21, 20.5, true, fit.Funnel{Clipped: 1}},
		{"own clip, within", fit.Target{Clip: 20.5}, 20, 20, true, fit.Funnel{}},
		{"clip beyond all scores", fit.Target{Clip: 1e6}, 9998, 9998, true, fit.Funnel{}},
		{"mate in 3", fit.Target{}, 31997, 1500, true, fit.Funnel{MatesClipped: 1}},
		{"mated", fit.Target{}, -32000, -1500, true, fit.Funnel{MatesClipped: 1}},
		{"mate, clip beyond all scores", fit.Target{Clip: 1e6}, -31000, -1e6, true, fit.Funnel{MatesClipped: 1}},
		{"mate dropped", fit.Target{Mates: fit.MatesDrop}, 31000, 0, false, fit.Funnel{Mates: 1}},
		{"none", fit.Target{}, -32768, 0, false, fit.Funnel{NoScore: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := fittest.NewSet(t, fittest.PlainColumns(1), 1, []fittest.Row{{Counts: []float32{1}, Score: tt.score, Weight: 1}})
			ev, err := fit.Evaluate(t.Context(), set, fit.AllRows, []fit.Model{{}}, fit.EvalOptions{Target: tt.target})
			if err != nil {
				t.Fatal(err)
			}
			tt.funnel.Rows = 1
			if tt.keep {
				tt.funnel.Train = 1
			}
			if ev[0].Funnel != tt.funnel {
				t.Errorf("funnel %+v, want %+v", ev[0].Funnel, tt.funnel)
			}
			m := ev[0].Metrics(fit.Bootstrap{})
			if (m != nil) != tt.keep || m != nil && m.MAE != math.Abs(tt.want) {
				t.Errorf("metrics %+v, want a label of %g", m, tt.want)
			}
		})
	}
}

// TestFunnelAddsUp checks the funnel of a fit against the rows of its set.
func TestFunnelAddsUp(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Weighted(1))
	r := fittest.MustFit(t, set, fit.Options{Target: fit.Target{Mates: fit.MatesDrop}})
	f := r.Funnel
	if sum := f.NoScore + f.Mates + f.ZeroWeight + f.Train + f.Test; sum != f.Rows || f.Rows != set.Rows() {
		t.Errorf("%+v: %d of %d rows", f, sum, set.Rows())
	}
	if f.NoScore == 0 || f.Mates == 0 || f.ZeroWeight != f.Rows/4 || r.Train.N != f.Train || r.Test.N != f.Test {
		t.Errorf("funnel %+v, train %d, test %d", f, r.Train.N, r.Test.N)
	}
}

// TestFirstPatternDecides: of several patterns the first that matches holds a weight.
func TestFirstPatternDecides(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Typical(1).Rows())
	r := fittest.MustFit(t, set, fit.Options{Columns: []string{"x0"}, Fixed: []fit.Fixed{{Pattern: "x4.mg", Value: 7}, {Pattern: "x4", Value: 5}, {Pattern: "x[4-5]", Value: 3}}})
	want := []fit.NamedWeight{{Name: "x4.mg", Value: 7}, {Name: "x4.eg", Value: 5}, {Name: "x5", Value: 3}}
	if !slices.Equal(r.Fixed, want) || len(r.Weights) != 1 {
		t.Errorf("fixed %v, want %v; %d fitted", r.Fixed, want, len(r.Weights))
	}
}

// TestOptionFaults is the table of what is refused.
func TestOptionFaults(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Typical(1).Rows())
	other := fittest.NewSet(t, fittest.PlainColumns(2), 100, nil)
	tests := []struct {
		name string
		opt  fit.Options
		want string
	}{
		{"misspelt column", fit.Options{Columns: []string{"x0", "pwan"}}, `fit: no column matches "pwan"`},
		{"misspelt fixed weight", fit.Options{Fixed: []fit.Fixed{{Pattern: "x0.mg", Value: 1}}}, `fit: no column matches "x0.mg"`},
		{"bad pattern", fit.Options{Columns: []string{"["}}, `fit: pattern "[": ` + path.ErrBadPattern.Error()},
		{"infinite", fit.Options{Fixed: []fit.Fixed{{Pattern: "x0", Value: math.Inf(1)}}}, `fit: "x0" is fixed at +Inf`},
		{"share", fit.Options{Split: fit.Split{Share: 1}}, "fit: Split.Share is 1: want more than 0 and less than 1"},
		{"share of the training games", fit.Options{Split: fit.Split{Train: 1.5}}, "fit: Split.Train is 1.5: want 0, which is all, to 1"},
		{"clip", fit.Options{Target: fit.Target{Clip: -5}}, "fit: Target.Clip is -5"},
		{"ridge", fit.Options{Ridge: -1}, "fit: Ridge is -1"},
		{"ridge is not a number", fit.Options{Ridge: math.NaN()}, "fit: Ridge is NaN"},
		{"threads", fit.Options{Threads: -1}, "fit: Threads is -1"},
		{"resamples", fit.Options{Bootstrap: fit.Bootstrap{Resamples: -1}}, "fit: Bootstrap.Resamples is -1"},
		{"another set", fit.Options{Test: other}, "fit: the data are of set test (hash 1), the test set is of test (hash 1): their columns do not agree"},
		{"nothing left", fit.Options{Target: fit.Target{Mates: fit.MatesDrop}, Loss: fit.Huber, Delta: 1e-300}, "fit: no residual is within ±1e-300 centipawns: Delta is too small"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := fit.Fit(t.Context(), set, tt.opt); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestEmpty: no rows at all, none with a score, and none in training.
func TestEmpty(t *testing.T) {
	none := []fittest.Row{{Counts: []float32{1}, Score: -32768, Weight: 1}}
	for name, rows := range map[string][]fittest.Row{"no rows": nil, "no score": none, "no weight": {{Counts: []float32{1}}}} {
		for _, m := range []fit.Method{fit.GramMatrix} {
			if _, err := fit.Fit(t.Context(), fittest.NewSet(t, fittest.PlainColumns(1), 10, rows), fit.Options{Method: m}); err == nil {
				t.Errorf("%s, %v: no error", name, m)
			}
		}
	}
}

// TestExtremes: the largest counts, offsets and weights that a matrix can hold
// give finite numbers, or JSON could not hold them.
func TestExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var rows []fittest.Row
	for i := range 100 {
		rows = append(rows, fittest.Row{Counts: []float32{rng.Float32() * 3e38, 1e-38}, Offset: 1e6 * rng.Float32(), Weight: 3e38, Game: uint32(i)})
	}
	for _, m := range []fit.Method{fit.GramMatrix} {
		r := fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(2), 10, rows), fit.Options{Method: m})
		if _, err := json.Marshal(r); err != nil {
			t.Errorf("%v: %v", m, err)
		}
	}
}

// TestNames checks that every value of every enum survives its text.
func TestNames(t *testing.T) {
	checkNames(t, func(v uint8) (fit.Method, *fit.Method) { return fit.Method(v), new(fit.Method) }, len(fit.MethodNames))
	checkNames(t, func(v uint8) (fit.MatePolicy, *fit.MatePolicy) { return fit.MatePolicy(v), new(fit.MatePolicy) }, len(rows.MateNames))
	checkNames(t, func(v uint8) (fit.SplitBy, *fit.SplitBy) { return fit.SplitBy(v), new(fit.SplitBy) }, len(rows.SplitNames))
	checkNames(t, func(v uint8) (fit.Scale, *fit.Scale) { return fit.Scale(v), new(fit.Scale) }, len(texel.ScaleNames))
	checkNames(t, func(v uint8) (fit.Part, *fit.Part) { return fit.Part(v), new(fit.Part) }, len(rows.PartNames))
}

func checkNames[E interface {
	comparable
	fmt.Stringer
}, P interface {
	*E
	UnmarshalText([]byte) error
}](t *testing.T, make func(uint8) (E, P), n int) {
	t.Helper()
	for v := range n {
		want, got := make(uint8(v))
		if err := got.UnmarshalText([]byte(want.String())); err != nil || *got != want {
			t.Errorf("%v read as %v, %v", want, *got, err)
		}
	}
	if _, p := make(0); p.UnmarshalText([]byte("nonsense")) == nil {
		t.Errorf("%T reads nonsense", p)
	}
}
