package mix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
)

// A world is recipes whose regret is known, and how often it was asked.
type world struct {
	truth func(shares []float64, at []int) float64
	noise float64 // standard error of a measure
	seed  uint64
	fits  int
	asked [2]int
	stop  int // measures until a stop; 0: none
}

var errStopped = errors.New("stopped")

// plan is a search in the world. A file of weights holds the recipe, as one term for each number.
func (w *world) plan(sets int, axes ...Axis) Plan {
	p := Plan{Axes: axes, Known: map[string]Measure{}}
	for i := range sets {
		p.Sets = append(p.Sets, fmt.Sprint("set", i))
	}
	p.Fit = func(_ context.Context, r Recipe) (*weights.File, error) {
		w.fits++
		f := &weights.File{Set: "world"}
		for i, s := range r.Shares() {
			f.Terms = append(f.Terms, weights.Term{Name: fmt.Sprint("share", i), Value: weights.Weight{Value: s}})
		}
		for i, k := range r.At {
			f.Terms = append(f.Terms, weights.Term{Name: fmt.Sprint("at", i), Value: weights.Weight{Value: float64(k)}})
		}
		return f, nil
	}
	p.Judge = func(_ context.Context, half regret.Half, f *weights.File) (Measure, error) {
		if w.stop--; w.stop == 0 {
			return Measure{}, errStopped
		}
		w.asked[half]++
		var shares []float64
		var at []int
		text := ""
		for i, t := range f.Terms {
			text += fmt.Sprint(t.Value.Value, " ")
			if i < sets {
				shares = append(shares, t.Value.Value)
			} else {
				at = append(at, int(t.Value.Value))
			}
		}
		return measured(w.truth(shares, at)+w.luck(text, half), w.noise), nil
	}
	return p
}

// luck is the error of a candidate at a half, the same whenever it is measured.
func (w *world) luck(candidate string, half regret.Half) float64 {
	h := w.seed
	for _, c := range candidate + fmt.Sprint(half) {
		h = h*1099511628211 ^ uint64(c)
	}
	return w.noise * rand.New(rand.NewPCG(h, 1)).NormFloat64()
}

// measured is a measure at many games.
func measured(value, stderr float64) Measure {
	m := Measure{Difference: regret.Mean{Value: value, StdErr: stderr, Roots: 1500, Games: 250}, Different: 0.3}
	half := confidence.Quantile95(249) * stderr
	m.Elo = elo.Interval{Value: -20000 * value, Low: -20000 * (value + half), High: -20000 * (value - half)}
	return m
}

// bowl is least where the second set has an eighth of the weight, the third none, and the axis its
// last value.
func bowl(shares []float64, at []int) float64 {
	a, b := shares[1]-0.125, shares[2]
	return 0.01*(a*a+b) + 0.002*float64(2-at[0])
}

var threeValues = Axis{Name: AxisPrior, Values: []float64{300, 3000, 30000}}

// TestFindsTheMinimum: steps lead from the design to the mix of least regret, in few candidates.
func TestFindsTheMinimum(t *testing.T) {
	w := &world{truth: bowl}
	r, f, err := w.plan(3, threeValues).Search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	best := r.trial(r.Chosen)
	shares := best.Shares()
	if math.Abs(shares[1]-0.125) > 0.05 || shares[2] != 0 || best.At[0] != 2 || r.Full || len(r.Trials) > 40 {
		t.Errorf("number %d of %d: %v %v, full %v", r.Chosen, len(r.Trials), shares, best.At, r.Full)
	}
	if f.Terms[1].Value.Value != shares[1] {
		t.Error("the weights are of another candidate")
	}
	if w.fits != len(r.Trials) || w.asked != [2]int{len(r.Trials), DefaultFinalists} {
		t.Errorf("%d fits, %v measures of %d candidates", w.fits, w.asked, len(r.Trials))
	}
	tried := map[string]bool{}
	for _, trial := range r.Trials {
		if tried[trial.key()] {
			t.Errorf("%v was tried twice", trial.Recipe)
		}
		tried[trial.key()] = true
	}
}

// TestDesign: each set alone, all alike, and of one set nothing but its axes.
func TestDesign(t *testing.T) {
	s := &space{3, []Axis{threeValues}}
	if got, want := fmt.Sprint(s.design()), "[{[1 0 0] [1]} {[0 1 0] [1]} {[0 0 1] [1]} {[1 1 1] [1]}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	got := fmt.Sprint(s.neighbours(Recipe{[]float64{1, 1. / 16, 0}, []int{2}}, 4))
	want := "[{[1 0 0] [2]} {[1 0.25 0] [2]} {[0 1 0] [2]} {[1 0.25 0] [2]} {[1 0 0] [2]} {[1 0 0] [2]} {[1 0.0625 0.25] [2]} {[1 0.0625 0] [1]}]"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	one := &space{1, []Axis{threeValues}}
	if got, want := fmt.Sprint(one.design(), one.neighbours(one.recipe([]float64{1}), 4)), "[{[1] [1]}] [{[1] [0]} {[1] [2]}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestSilentAxis: a share of results is not searched where no set has labels of both.
func TestSilentAxis(t *testing.T) {
	lambda := Axis{Name: AxisLambda, Values: []float64{0, 0.3, 1}, Sets: []int{1}}
	s := &space{2, []Axis{lambda}}
	for _, n := range s.neighbours(Recipe{[]float64{1, 0.25}, []int{2}}, 4) {
		if n.Parts[1] == 0 && n.At[0] != 1 {
			t.Errorf("%v", n)
		}
	}
	if list := s.neighbours(Recipe{[]float64{1, 0}, []int{1}}, 4); len(list) != 1 {
		t.Errorf("%v", list)
	}
}

// TestMost: the bound ends the search, and the result says so.
func TestMost(t *testing.T) {
	p := (&world{truth: bowl}).plan(3, threeValues)
	p.Most = 6
	r, _, err := p.Search(t.Context())
	if err != nil || len(r.Trials) != 6 || !r.Full {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestGoesOn: a search that was stopped goes on from its journal to the same result, and measures
// nothing twice. A journal of other settings is refused.
func TestGoesOn(t *testing.T) {
	straight := &world{truth: bowl, noise: 0.001}
	want, _, err := straight.plan(3, threeValues).Search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mix.journal")
	w := &world{truth: bowl, noise: 0.001}
	var got *Result
	for stops := 0; got == nil; stops++ {
		w.stop = 5
		j, err := openJournal(path, 1)
		if err != nil {
			t.Fatal(err)
		}
		p := w.plan(3, threeValues)
		p.Known, p.Keep = j.known, j.keep
		if got, _, err = p.Search(t.Context()); err != nil && !errors.Is(err, errStopped) || stops > 20 {
			t.Fatal(stops, len(j.known), w.asked, err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(got)
	if string(a) != string(b) || w.asked != straight.asked {
		t.Errorf("%s\n%s\n%v measures, %v at one go", b, a, w.asked, straight.asked)
	}
	if _, err := openJournal(path, 2); err == nil {
		t.Error("settings 2 go on with a journal of settings 1")
	}
}

// TestLooked: a search that has not looked at the second half may go on to more candidates; after a
// look it may neither choose among more nor among fewer, and the same call finds what it found.
func TestLooked(t *testing.T) {
	w := &world{truth: bowl, noise: 0.001}
	known := map[string]Measure{}
	search := func(most, stop int) (*Result, error) {
		p := w.plan(3, threeValues)
		p.Most, w.stop = most, stop
		p.Known, p.Keep = maps.Clone(known), func(key string, m Measure) error { known[key] = m; return nil }
		r, _, err := p.Search(t.Context())
		return r, err
	}
	if _, err := search(4, 5); !errors.Is(err, errStopped) || len(known) != 4 {
		t.Fatalf("%d measures, %v", len(known), err)
	}
	r, err := search(6, 0)
	if err != nil || len(r.Trials) != 6 {
		t.Fatalf("before a look: %+v, %v", r, err)
	}
	for _, most := range []int{7, 5} {
		if _, err := search(most, 0); err == nil || !strings.Contains(err.Error(), "pass -candidates 6 as before, or another -seed") {
			t.Errorf("%d candidates after a look: %v", most, err)
		}
	}
	asked := w.asked
	if again, err := search(6, 0); err != nil || again.Chosen != r.Chosen || w.asked != asked {
		t.Errorf("again: %+v, %v", again, err)
	}
}

// TestOtherWeights: a fit that gives other weights than those that the journal's measures are of is
// no candidate of theirs.
func TestOtherWeights(t *testing.T) {
	p := (&world{truth: bowl}).plan(3, threeValues)
	p.Keep = func(key string, m Measure) error { p.Known[key] = m; return nil }
	if _, _, err := p.Search(t.Context()); err != nil {
		t.Fatal(err)
	}
	fit := p.Fit
	p.Fit = func(ctx context.Context, r Recipe) (*weights.File, error) {
		f, err := fit(ctx, r)
		f.Terms[0].Value.Value++
		return f, err
	}
	if _, _, err := p.Search(t.Context()); err == nil || !strings.Contains(err.Error(), "other weights than those that were measured") {
		t.Error(err)
	}
}

// TestWinnersCurse: of candidates that are all as good as the start weights the best at the first
// half looks better; its measure at the second half is right on average, and the interval that is
// expected holds the truth as often as it says.
func TestWinnersCurse(t *testing.T) {
	const worlds, noise = 400, 0.0015
	var first, second float64
	held := 0
	for seed := range uint64(worlds) {
		w := &world{truth: func([]float64, []int) float64 { return 0 }, noise: noise, seed: seed}
		r, _, err := w.plan(3, threeValues).Search(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		first, second = first+r.trial(r.Chosen).First.Difference.Value/worlds, second+r.Expected.Difference.Value/worlds
		if e := r.Expected; e.Difference.Low <= 0 && 0 <= e.Difference.High && e.Elo.Low <= 0 && 0 <= e.Elo.High {
			held++
		}
	}
	if first > -1.5*noise || math.Abs(second) > 4*noise/math.Sqrt(worlds) {
		t.Errorf("first half %+.5f, second %+.5f, of ±%g", first, second, noise)
	}
	if share := float64(held) / worlds; share < 0.92 || share > 0.98 {
		t.Errorf("the interval holds the truth in %.3f", share)
	}
}

// TestExpected: what is printed is of the second half, and a finalist that is lower there is named.
func TestExpected(t *testing.T) {
	rivals := 0
	for seed := range uint64(20) {
		w := &world{truth: bowl, noise: 0.001, seed: seed}
		r, _, err := w.plan(3, threeValues).Search(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		chosen := r.trial(r.Chosen)
		d := chosen.Second.Difference
		if r.Expected.Difference.Value != d.Value || math.Abs(r.Expected.Difference.High-d.Value-d.Half95()) > 1e-12 || len(r.Finalists) != 3 || r.Finalists[0] != r.Chosen {
			t.Fatalf("expected %+v, second half %v, finalists %v", r.Expected, d, r.Finalists)
		}
		r.Sets = []SetInfo{{Name: "a"}, {Name: "b"}, {Name: "c"}}
		for i := range r.Trials {
			if r.Trials[i].First.Difference.Value < chosen.First.Difference.Value {
				t.Fatal("the chosen one is not the best at the first half")
			}
		}
		o := r.rival()
		if named := strings.Contains(r.summary(), "choosing by luck again"); named != (o != nil) {
			t.Errorf("rival %v in\n%s", o, r.summary())
		}
		if o != nil {
			rivals++
		}
	}
	if rivals == 0 || rivals == 20 {
		t.Errorf("%d of 20 have a rival", rivals)
	}
}
