package fit

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/matrix"
)

// predictions lists the rows of a model without weights.
func predictions(t *testing.T, set *matrix.Set, opt PredictOptions) []Prediction {
	t.Helper()
	var list []Prediction
	for p, err := range Predict(t.Context(), set, Model{}, opt) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// TestSplitIsStable appends rows and cuts blocks elsewhere: every row stays on
// its side, and what is kept together is.
func TestSplitIsStable(t *testing.T) {
	rows := typical(1).rows()
	for _, by := range []SplitBy{SplitGame, SplitPosition} {
		opt := PredictOptions{Split: Split{By: by}}
		before := predictions(t, newSet(t, typical(0).columns, 100, rows[:900]), opt)
		after := predictions(t, newSet(t, typical(0).columns, 77, rows), opt)
		sides := make(map[uint64]Part)
		for i, p := range after {
			if i < len(before) && before[i].Part != p.Part {
				t.Fatalf("%v: row %d moved from %v to %v", by, i, before[i].Part, p.Part)
			}
			id := rows[i].hash
			if by == SplitGame {
				id = uint64(rows[i].game)
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
		target Target
		score  int16
		want   float64
		keep   bool
		funnel Funnel
	}{
		{"level", Target{}, 0, 0, true, Funnel{}},
		{"at the clip", Target{}, -1500, -1500, true, Funnel{}},
		{"beyond it", Target{}, -1501, -1500, true, Funnel{Clipped: 1}},
		{"own clip", Target{Clip: 20.5}, 21, 20.5, true, Funnel{Clipped: 1}},
		{"own clip, within", Target{Clip: 20.5}, 20, 20, true, Funnel{}},
		{"clip beyond all scores", Target{Clip: 1e6}, 9998, 9998, true, Funnel{}},
		{"mate in 3", Target{}, 31997, 1500, true, Funnel{MatesClipped: 1}},
		{"mated", Target{}, -32000, -1500, true, Funnel{MatesClipped: 1}},
		{"mate, clip beyond all scores", Target{Clip: 1e6}, -31000, -1e6, true, Funnel{MatesClipped: 1}},
		{"mate dropped", Target{Mates: MatesDrop}, 31000, 0, false, Funnel{Mates: 1}},
		{"none", Target{}, -32768, 0, false, Funnel{NoScore: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := newSet(t, plainColumns(1), 1, []row{{counts: []float32{1}, score: tt.score, weight: 1}})
			ev, err := Evaluate(t.Context(), set, AllRows, []Model{{}}, EvalOptions{Target: tt.target})
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
			m := ev[0].Metrics(Bootstrap{})
			if (m != nil) != tt.keep || m != nil && m.MAE != math.Abs(tt.want) {
				t.Errorf("metrics %+v, want a label of %g", m, tt.want)
			}
		})
	}
}

// TestFunnelAddsUp checks the funnel of a fit against the rows of its set.
func TestFunnelAddsUp(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, weighted(1))
	r := mustFit(t, set, Options{Target: Target{Mates: MatesDrop}})
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
	set := newSet(t, typical(0).columns, 100, typical(1).rows())
	r := mustFit(t, set, Options{Columns: []string{"x0"}, Fixed: []Fixed{{Pattern: "x4.mg", Value: 7}, {Pattern: "x4", Value: 5}, {Pattern: "x[4-5]", Value: 3}}})
	want := []NamedWeight{{Name: "x4.mg", Value: 7}, {Name: "x4.eg", Value: 5}, {Name: "x5", Value: 3}}
	if !slices.Equal(r.Fixed, want) || len(r.Weights) != 1 {
		t.Errorf("fixed %v, want %v; %d fitted", r.Fixed, want, len(r.Weights))
	}
}

// TestOptionFaults is the table of what is refused.
func TestOptionFaults(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, typical(1).rows())
	other := newSet(t, plainColumns(2), 100, nil)
	tests := []struct {
		name string
		opt  Options
		want string
	}{
		{"misspelt column", Options{Columns: []string{"x0", "pwan"}}, `fit: no column matches "pwan"`},
		{"misspelt fixed weight", Options{Fixed: []Fixed{{Pattern: "x0.mg", Value: 1}}}, `fit: no column matches "x0.mg"`},
		{"bad pattern", Options{Columns: []string{"["}}, `fit: pattern "[": ` + path.ErrBadPattern.Error()},
		{"infinite", Options{Fixed: []Fixed{{Pattern: "x0", Value: math.Inf(1)}}}, `fit: "x0" is fixed at +Inf`},
		{"share", Options{Split: Split{Share: 1}}, "fit: Split.Share is 1: want more than 0 and less than 1"},
		{"share of the training games", Options{Split: Split{Train: 1.5}}, "fit: Split.Train is 1.5: want 0, which is all, to 1"},
		{"clip", Options{Target: Target{Clip: -5}}, "fit: Target.Clip is -5"},
		{"ridge", Options{Ridge: -1}, "fit: Ridge is -1"},
		{"ridge is no number", Options{Ridge: math.NaN()}, "fit: Ridge is NaN"},
		{"threads", Options{Threads: -1}, "fit: Threads is -1"},
		{"resamples", Options{Bootstrap: Bootstrap{Resamples: -1}}, "fit: Bootstrap.Resamples is -1"},
		{"another set", Options{Test: other}, "fit: the data are of set test (hash 1), the test set is of test (hash 1): their columns do not agree"},
		{"nothing left", Options{Target: Target{Mates: MatesDrop}, Loss: Huber, Delta: 1e-300}, "fit: no residual is within ±1e-300 centipawns: Delta is too small"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Fit(t.Context(), set, tt.opt); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestEmpty: no rows at all, none with a score, and none in training.
func TestEmpty(t *testing.T) {
	none := []row{{counts: []float32{1}, score: -32768, weight: 1}}
	for name, rows := range map[string][]row{"no rows": nil, "no score": none, "no weight": {{counts: []float32{1}}}} {
		for _, m := range []Method{GramMatrix} {
			if _, err := Fit(t.Context(), newSet(t, plainColumns(1), 10, rows), Options{Method: m}); err == nil {
				t.Errorf("%s, %v: no error", name, m)
			}
		}
	}
}

// TestExtremes: the largest counts, offsets and weights that a matrix can hold
// give finite numbers, or JSON could not hold them.
func TestExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var rows []row
	for i := range 100 {
		rows = append(rows, row{counts: []float32{rng.Float32() * 3e38, 1e-38}, offset: 1e6 * rng.Float32(), weight: 3e38, game: uint32(i)})
	}
	for _, m := range []Method{GramMatrix} {
		r := mustFit(t, newSet(t, plainColumns(2), 10, rows), Options{Method: m})
		if _, err := json.Marshal(r); err != nil {
			t.Errorf("%v: %v", m, err)
		}
	}
}

// TestNames checks that every value of every enum survives its text.
func TestNames(t *testing.T) {
	checkNames(t, func(v uint8) (Method, *Method) { return Method(v), new(Method) }, len(methodNames))
	checkNames(t, func(v uint8) (MatePolicy, *MatePolicy) { return MatePolicy(v), new(MatePolicy) }, len(rows.MateNames))
	checkNames(t, func(v uint8) (SplitBy, *SplitBy) { return SplitBy(v), new(SplitBy) }, len(rows.SplitNames))
	checkNames(t, func(v uint8) (Scale, *Scale) { return Scale(v), new(Scale) }, len(texel.ScaleNames))
	checkNames(t, func(v uint8) (Part, *Part) { return Part(v), new(Part) }, len(rows.PartNames))
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
