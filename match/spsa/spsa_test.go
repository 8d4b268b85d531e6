package spsa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// An engine is a simulated one: it loses curvature·distance² Elo by each of its numbers.
type engine struct {
	best      []float64
	curvature float64
}

func (e *engine) elo(values []float64) (elo float64) {
	for i, v := range values {
		d := float64(v) - e.best[i]
		elo -= e.curvature * d * d
	}
	return elo
}

// pair draws wins less losses of two games, half of which are drawn between equal players.
func (e *engine) pair(plus, minus []float64, lots *rand.Rand) (result int) {
	score := 1 / (1 + math.Pow(10, (e.elo(minus)-e.elo(plus))/400))
	draws := min(0.5, 2*score, 2*(1-score))
	for range 2 {
		switch u := lots.Float64(); {
		case u < score-draws/2:
			result++
		case u >= score+draws/2:
			result--
		}
	}
	return result
}

// lotsOf are a pair's own, so that its result does not depend on when it is played.
func lotsOf(seed uint64, pair int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(pair))) }

func newTuner(t testing.TB, params []Param, pairs int, seed uint64) *Tuner {
	t.Helper()
	tuner, err := New(params, pairs, seed)
	if err != nil {
		t.Fatal(err)
	}
	return tuner
}

// run plays pairs one after the other, up to a number.
func run(t testing.TB, tuner *Tuner, e *engine, seed uint64, upTo int) {
	t.Helper()
	for k := tuner.Taken(); k < upTo; k++ {
		plus, minus, ok := tuner.Suggest(k)
		if !ok {
			t.Fatalf("pair %d is not suggested after %d results", k, tuner.Taken())
		}
		if err := tuner.Report(k, e.pair(plus, minus, lotsOf(seed, k))); err != nil {
			t.Fatal(err)
		}
	}
}

// problem is an engine of some numbers from 0 to 100 whose best ones are 20 from where they start,
// to either side.
func problem(dimensions int) (params []Param, e *engine) {
	e = &engine{curvature: 0.05}
	for i := range dimensions {
		side := float64(1 - 2*(i%2))
		params = append(params, Param{Name: fmt.Sprint("p", i), Start: 50 - 10*side, Max: 100})
		e.best = append(e.best, 50+10*side)
	}
	return params, e
}

func now(t *Tuner) (values []float64) {
	for _, v := range t.Values() {
		values = append(values, v.Now)
	}
	return values
}

// distance is the root mean square of the differences, in the parameters' unit.
func distance(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum / float64(len(a)))
}

// TestConverges: the simulated engine's best numbers are found. They are 20 away, four times c_end;
// after 30,000 pairs they are within half of c_end on average, and none is off by twice c_end, with
// one number, with 5, and with 20 that are tuned by the same games.
func TestConverges(t *testing.T) {
	for _, dimensions := range []int{1, 5, 20} {
		params, e := problem(dimensions)
		var mean float64
		const seeds = 6
		for seed := range uint64(seeds) {
			tuner := newTuner(t, params, 30_000, seed)
			run(t, tuner, e, seed, 30_000)
			found := now(tuner)
			mean += distance(found, e.best) / seeds
			for i, v := range found {
				if math.Abs(v-e.best[i]) > 2*tuner.Params()[i].C {
					t.Errorf("%d dimensions, seed %d: %s is %.1f, best is %.0f", dimensions, seed, params[i].Name, v, e.best[i])
				}
			}
		}
		t.Logf("%d dimensions: %.2f from the best on average, from 20", dimensions, mean)
		if mean > 2.5 {
			t.Errorf("%d dimensions: %.2f from the best on average, want at most 2.5, half of c_end", dimensions, mean)
		}
	}
}

// spall is the algorithm straight from the paper, section III, for the loss that the field's result
// stands for: y(θ⁻) − y(θ⁺) = result, and a gain for each component, in which fishtest has no ½.
func spall(params []Param, pairs int, sign func(pair, param int) float64, play func(pair int, plus, minus []float64) float64) []float64 {
	n := float64(pairs)
	stability := 0.1 * n
	theta := make([]float64, len(params))
	for i, p := range params {
		theta[i] = p.Start
	}
	for k := range pairs {
		c, plus, minus := make([]float64, len(params)), slices.Clone(theta), slices.Clone(theta)
		for i, p := range params {
			c[i] = p.C * math.Pow(n, 0.101) / math.Pow(float64(k)+1, 0.101)
			plus[i] += c[i] * sign(k, i)
			minus[i] -= c[i] * sign(k, i)
		}
		difference := -play(k, plus, minus) // of the losses, y(θ⁺) − y(θ⁻)
		for i, p := range params {
			a := 2 * p.R * p.C * p.C * math.Pow(stability+n, 0.602) / math.Pow(float64(k)+1+stability, 0.602)
			theta[i] -= a * difference / (2 * c[i] * sign(k, i))
			theta[i] = math.Max(float64(p.Min), math.Min(float64(p.Max), theta[i]))
		}
	}
	return theta
}

// TestTwin: where no pair is ahead of another the values are those of the paper's recursion.
func TestTwin(t *testing.T) {
	params := []Param{{"a", 3, 0, 12, 2, 0.02, false}, {"b", -500, -1000, 1000, 70, 0.004, false}, {"c", 1, 0, 4, 0.7, 0.1, false}}
	tuner := newTuner(t, params, 49, 5)
	if tuner.Lag() != 1 {
		t.Fatalf("49 pairs have a lag of %d", tuner.Lag())
	}
	lots := rand.New(rand.NewPCG(1, 2))
	want := spall(params, 49, func(pair, i int) float64 { s, _ := tuner.draw(pair, i); return s }, func(pair int, plus, minus []float64) float64 {
		gotPlus, gotMinus, ok := tuner.Suggest(pair)
		for i, p := range params {
			if !ok || math.Abs(float64(gotPlus[i])-p.clip(plus[i])) >= 1 || math.Abs(float64(gotMinus[i])-p.clip(minus[i])) >= 1 {
				t.Fatalf("pair %d: %v against %v, want %v against %v but for rounding", pair, gotPlus, gotMinus, plus, minus)
			}
		}
		result := lots.IntN(5) - 2
		if err := tuner.Report(pair, result); err != nil {
			t.Fatal(err)
		}
		return float64(result)
	})
	for i, got := range now(tuner) {
		if math.Abs(got-want[i]) > 1e-9 {
			t.Errorf("%s is %v, by the paper %v", params[i].Name, got, want[i])
		}
	}
	if got := now(tuner); got[0] == 3 || got[1] == -500 || got[2] == 1 {
		t.Errorf("values %v have not moved", got)
	}
}

// TestDecay: the last pair has the gains that were asked for; the first wider ones.
func TestDecay(t *testing.T) {
	if c, a := decay(10_000, 10_000); c != 1 || a != 1 {
		t.Errorf("the last pair's are %v, %v", c, a)
	}
	if c, a := decay(1, 10_000); math.Abs(c-math.Pow(10_000, 0.101)) > 1e-12 || math.Abs(a-math.Pow(11_000.0/1_001, 0.602)) > 1e-12 {
		t.Errorf("the first pair's are %v, %v", c, a)
	}
}

// TestOrder: however many pairs are played at once, and in whichever order they end, the values are
// the same.
func TestOrder(t *testing.T) {
	params, e := problem(3)
	const pairs = 2000
	straight := newTuner(t, params, pairs, 9)
	run(t, straight, e, 9, pairs)
	if straight.Lag() != pairs/lagShare {
		t.Fatalf("lag %d", straight.Lag())
	}
	for _, workers := range []int{2, 7, 40, 100} {
		tuner := newTuner(t, params, pairs, 9)
		playAtOnce(t, tuner, e, workers)
		if !slices.Equal(now(tuner), now(straight)) {
			t.Errorf("%d at once: %v, one after the other %v", workers, now(tuner), now(straight))
		}
	}
}

// playAtOnce plays so many pairs at once, as far as they are suggested, which end in any order.
func playAtOnce(t *testing.T, tuner *Tuner, e *engine, workers int) {
	t.Helper()
	order := rand.New(rand.NewPCG(3, uint64(workers)))
	running := map[int]int{}
	for next := 0; tuner.Taken() < tuner.Pairs(); {
		for len(running) < workers {
			plus, minus, ok := tuner.Suggest(next)
			if !ok {
				break
			}
			running[next] = e.pair(plus, minus, lotsOf(9, next))
			next++
		}
		pairs := make([]int, 0, len(running))
		for p := range running {
			pairs = append(pairs, p)
		}
		slices.Sort(pairs)
		p := pairs[order.IntN(len(pairs))]
		if err := tuner.Report(p, running[p]); err != nil {
			t.Fatal(err)
		}
		delete(running, p)
	}
}

// TestRounding: of a coarse number, from 0 to 4 with the c_end of 0.2 that goes with it, both players
// mostly have the same if their values are rounded to the nearest, and chance moves it; rounded by
// lot it finds the best. One lot for both leaves less noise than one for each.
func TestRounding(t *testing.T) {
	e := &engine{best: []float64{3}, curvature: 15}
	param := Param{Name: "p", Start: 1, Max: 4, C: DefaultC(0, 4), R: 0.02}
	const pairs, seeds = 5000, 12
	nearest := func(v float64, _ *rand.Rand) float64 { return math.Round(v) }
	byLot := func(v float64, lots *rand.Rand) float64 { return math.Floor(v + lots.Float64()) }
	var off, offNearest, offTwoLots float64
	for seed := range uint64(seeds) {
		tuner := newTuner(t, []Param{param}, pairs, seed)
		run(t, tuner, e, seed, pairs)
		off += math.Abs(now(tuner)[0]-3) / seeds
		offNearest += math.Abs(roundedBy(tuner, e, seed, nearest)-3) / seeds
		offTwoLots += math.Abs(roundedBy(tuner, e, seed, byLot)-3) / seeds
	}
	t.Logf("from the best, 2 at the start: rounded by one lot %.2f, by two %.2f, to the nearest %.2f", off, offTwoLots, offNearest)
	if off > 0.5 || offNearest < 2*off {
		t.Errorf("from the best: by one lot %.2f, to the nearest %.2f", off, offNearest)
	}
}

// roundedBy is the end of a run whose one value is rounded otherwise.
func roundedBy(tuner *Tuner, e *engine, seed uint64, round func(float64, *rand.Rand) float64) float64 {
	sign := func(pair, i int) float64 { s, _ := tuner.draw(pair, i); return s }
	return spall(tuner.params, tuner.pairs, sign, func(pair int, plus, minus []float64) float64 {
		lots, p := lotsOf(seed, pair), &tuner.params[0]
		values := func(v []float64) []float64 { return []float64{p.clip(round(v[0], lots))} }
		return float64(e.pair(values(plus), values(minus), lots))
	})[0]
}

// TestRoundUnbiased: the mean of what is played is the value.
func TestRoundUnbiased(t *testing.T) {
	p := Param{Min: -10, Max: 10}
	for _, v := range []float64{-2.75, 0, 0.125, 3.5} {
		sum := 0.0
		for lot := range 1000 {
			sum += p.round(v, float64(lot)/1000)
		}
		if mean := sum / 1000; math.Abs(mean-v) > 0.001 {
			t.Errorf("%v is played as %v on average", v, mean)
		}
	}
}

// TestNoise: of a number without influence the change has the standard deviation that is told.
func TestNoise(t *testing.T) {
	e := &engine{best: []float64{0}}
	var squares, told float64
	const seeds = 300
	for seed := range uint64(seeds) {
		tuner := newTuner(t, []Param{{Name: "p", Start: 500, Max: 1000}}, 400, seed)
		run(t, tuner, e, seed, 400)
		v := tuner.Values()[0]
		squares += v.Change * v.Change / seeds
		told += v.Noise / seeds
	}
	if ratio := math.Sqrt(squares) / told; ratio < 0.9 || ratio > 1.1 { // three standard errors: 0.12
		t.Errorf("changes of %.3f, told %.3f", math.Sqrt(squares), told)
	}
}

// TestTrend: the last quarter's part of the change, and a path of some hundred points.
func TestTrend(t *testing.T) {
	params, e := problem(1)
	tuner := newTuner(t, params, 2000, 1)
	run(t, tuner, e, 1, 1500)
	before := now(tuner)[0]
	run(t, tuner, e, 1, 2000)
	v := tuner.Values()[0]
	if want := (v.Now - before) / v.C; math.Abs(v.Trend-want) > 1e-12 || math.Abs(v.Change-(v.Now-40)/v.C) > 1e-12 {
		t.Errorf("trend %v, want %v; change %v", v.Trend, want, v.Change)
	}
	if path, stride := tuner.Path(); len(path) != 201 || stride != 10 || path[0][0] != 40 || path[150][0] != before {
		t.Errorf("a path of %d points, every %d", len(path), stride)
	}
}

// TestErrors: what cannot be is named, with what to pass.
func TestErrors(t *testing.T) {
	good := Param{Name: "good", Start: 5, Max: 10}
	for _, test := range []struct {
		params []Param
		pairs  int
		want   string
	}{
		{nil, 10, "no parameter to tune"},
		{[]Param{good}, 0, "0 pairs: pass 1 or more"},
		{[]Param{good, good}, 10, "good is given twice"},
		{[]Param{{Name: "p", Min: 3, Max: 3, Start: 3}}, 10, "p: from 3 to 3 there is nothing to tune"},
		{[]Param{{Name: "p", Max: 3, Start: 4}}, 10, "p: start 4 is out of range: pass one from 0 to 3"},
		{[]Param{{Name: "p", Max: 3, Start: math.NaN()}}, 10, "out of range"},
		{[]Param{{Name: "p", Max: 30, C: 16}}, 10, "p: c_end 16: pass one above 0, at most half of the range, 15; usual is a twentieth, 1.5"},
		{[]Param{{Name: "p", Max: 30, C: -1}}, 10, "c_end"},
		{[]Param{{Name: "p", Max: 30, R: math.Inf(1)}}, 10, "p: r_end +Inf: pass one above 0, at most 1; usual is 0.002"},
	} {
		if _, err := New(test.params, test.pairs, 1); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.params, err, test.want)
		}
	}
	tuner := newTuner(t, []Param{good}, 100, 1)
	for _, r := range []struct{ pair, result int }{{-1, 0}, {100, 0}, {0, 3}, {0, -3}} {
		if err := tuner.Report(r.pair, r.result); err == nil {
			t.Errorf("%v is taken", r)
		}
	}
	for _, pair := range []int{0, 2} {
		if first, again := tuner.Report(pair, 1), tuner.Report(pair, 1); first != nil || again == nil {
			t.Errorf("pair %d twice: %v, %v", pair, first, again)
		}
	}
	if _, _, ok := tuner.Suggest(3); ok || tuner.Taken() != 1 {
		t.Errorf("pair 3 is suggested with a lag of %d after %d results", tuner.Lag(), tuner.Taken())
	}
}

func BenchmarkPair(b *testing.B) {
	params, _ := problem(20)
	tuner := newTuner(b, params, b.N, 1)
	b.ReportAllocs()
	for k := range b.N {
		if _, _, ok := tuner.Suggest(k); !ok || tuner.Report(k, k%5-2) != nil {
			b.Fatal(k)
		}
	}
}
