package fit

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/fit/measure"
)

// TestMetrics compares with sums over the predictions.
func TestMetrics(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, weighted(4))
	r := mustFit(t, set, Options{})
	for _, part := range []Part{Train, Test} {
		var n int
		var w, squared, absolute, null, nullAbsolute float64
		games := make(map[uint32]bool)
		for p, err := range Predict(t.Context(), set, r.Model("fitted"), PredictOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Part != part {
				continue
			}
			n++
			games[p.Game] = true
			w += p.Weight
			squared += p.Weight * p.Residual() * p.Residual()
			absolute += p.Weight * math.Abs(p.Residual())
			null += p.Weight * (p.Label - r.Mean) * (p.Label - r.Mean)
			nullAbsolute += p.Weight * math.Abs(p.Label-r.Mean)
		}
		got := r.Train
		if part == Test {
			got = r.Test
		}
		if got.N != n || got.Games != len(games) {
			t.Errorf("%v: %d rows of %d games, want %d of %d", part, got.N, got.Games, n, len(games))
		}
		compare(t, part.String(), []float64{got.MSE, got.RMSE, got.MAE, got.R2, got.NullMSE, got.NullMAE},
			[]float64{squared / w, math.Sqrt(squared / w), absolute / w, 1 - squared/null, null / w, nullAbsolute / w}, 1e-12)
	}
}

// TestMeanIsNull: training labels lie about Mean.
func TestMeanIsNull(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, weighted(4))
	for _, m := range []Method{GramMatrix} {
		r := mustFit(t, set, Options{Method: m, Fixed: []Fixed{{Pattern: "x0", Value: 3}}})
		w, sum := 0.0, 0.0
		for p := range Predict(t.Context(), set, r.Model(""), PredictOptions{}) {
			if p.Part == Train {
				w += p.Weight
				sum += p.Weight * p.Label
			}
		}
		compare(t, "mean", []float64{r.Mean}, []float64{sum / w}, 1e-12)
	}
}

// TestTrainingResiduals: least squares leave residuals that average 0 in every source.
func TestTrainingResiduals(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, typical(5).rows())
	r := mustFit(t, set, Options{})
	sum := make([]float64, 2)
	for p := range Predict(t.Context(), set, r.Model(""), PredictOptions{}) {
		if p.Part == Train {
			sum[p.Source] += p.Residual()
		}
	}
	compare(t, "sum of residuals", sum, []float64{0, 0}, 1e-8)
}

// TestSeparateTest: a test set of its own gives the metrics of an evaluation of all
// of its rows, and all of the data is training.
func TestSeparateTest(t *testing.T) {
	data, test := newSet(t, typical(0).columns, 100, weighted(1)), newSet(t, typical(0).columns, 100, weighted(2))
	r := mustFit(t, data, Options{Test: test})
	if r.Funnel.Test != 0 || r.TestFunnel.Train != 0 || r.TestFunnel.Test != r.Test.N || r.Split != SplitNone {
		t.Errorf("funnels %+v, %+v, split %v", r.Funnel, r.TestFunnel, r.Split)
	}
	ev, err := Evaluate(t.Context(), test, AllRows, []Model{r.Model("fitted")}, EvalOptions{Null: r.Mean})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := *r.Test.MSEInterval, *ev[0].Metrics(Bootstrap{}).MSEInterval; got != want {
		t.Errorf("interval %+v, want %+v", got, want)
	}
}

// TestNewSource: a source that training has not seen gets the mean intercept, by rows.
func TestNewSource(t *testing.T) {
	m := Model{Intercepts: []SourceIntercept{{Source: 0, Value: 10, Rows: 300}, {Source: 2, Value: 30, Rows: 100}}}
	set := newSet(t, plainColumns(1), 10, []row{{weight: 1}, {weight: 1, source: 1}, {weight: 1, source: 2}})
	var got []float64
	for p := range Predict(t.Context(), set, m, PredictOptions{}) {
		got = append(got, p.Predicted)
	}
	compare(t, "predictions", got, []float64{10, 15, 30}, 1e-12)
}

// TestStdErrsScatter draws the same experiment again and again: the estimates
// scatter as their standard errors say, although the rows of a game share an
// error; and so they do when the games of one experiment are resampled.
func TestStdErrsScatter(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	const draws = 200
	s := typical(0)
	s.games, s.shared = 80, 80
	opt := Options{Split: Split{By: SplitNone}, Bootstrap: Bootstrap{Resamples: 2}}
	var estimates, stdErrs [][]float64
	for seed := range draws {
		s.seed = uint64(1000 + seed)
		v, se := fitted(mustFit(t, newSet(t, s.columns, 1000, s.rows()), opt))
		estimates, stdErrs = append(estimates, v), append(stdErrs, se)
	}
	checkScatter(t, "new games", estimates, stdErrs)

	rng := rand.New(rand.NewPCG(7, 7))
	s.seed, s.games = 3, 200
	rows := s.rows()
	_, se := fitted(mustFit(t, newSet(t, s.columns, 1000, rows), opt))
	estimates = nil
	for range draws {
		var resampled []row
		for range s.games {
			g := rng.IntN(s.games)
			resampled = append(resampled, rows[g*s.perGame:(g+1)*s.perGame]...)
		}
		v, _ := fitted(mustFit(t, newSet(t, s.columns, 1000, resampled), opt))
		estimates = append(estimates, v)
	}
	checkScatter(t, "resampled", estimates, [][]float64{se})
}

// checkScatter compares the deviation of estimates with the root mean square of their
// standard errors; 200 draws know a deviation to 5 %.
func checkScatter(t *testing.T, what string, estimates, stdErrs [][]float64) {
	t.Helper()
	for j := range estimates[0] {
		var sum, squares, said float64
		for _, v := range estimates {
			sum += v[j]
			squares += v[j] * v[j]
		}
		for _, se := range stdErrs {
			said += se[j] * se[j] / float64(len(stdErrs))
		}
		n := float64(len(estimates))
		scatter := math.Sqrt((squares - sum*sum/n) / (n - 1))
		if ratio := math.Sqrt(said) / scatter; ratio < 0.8 || ratio > 1.2 {
			t.Errorf("%s: estimate %d scatters by %.3g, standard error %.3g", what, j, scatter, math.Sqrt(said))
		}
	}
}

// TestIntervalsCover draws sets whose true MSE is known: a 95 % interval holds it
// nearly as often, although games share errors.
func TestIntervalsCover(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	const draws, truth = 200, 60*60 + 40*40 + 1.0/12 // labels are cut to whole centipawns
	s := typical(0)
	s.sources = 1
	held := 0
	for seed := range draws {
		s.seed = uint64(seed)
		m := Model{Intercepts: []SourceIntercept{{Value: 9.5}}} // cut towards 0: half of a centipawn of 10 is lost, more or less
		for j, c := range s.columns {
			for _, name := range c.Weights() {
				m.Weights = append(m.Weights, NamedWeight{Name: name, Value: s.truth[j]})
			}
		}
		ev, err := Evaluate(t.Context(), newSet(t, s.columns, 1000, s.rows()), AllRows, []Model{m}, EvalOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if in := ev[0].Metrics(Bootstrap{Resamples: 200}).MSEInterval; in.Low <= truth && truth <= in.High {
			held++
		}
	}
	if share := float64(held) / draws; share < 0.88 || share > 0.99 {
		t.Errorf("%g of the intervals hold the truth", share)
	}
}

// TestCompare checks differences, their pairing and what cannot be paired.
func TestCompare(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, typical(1).rows())
	full, part := mustFit(t, set, Options{}), mustFit(t, set, Options{Columns: []string{"x0"}})
	ev, err := Evaluate(t.Context(), set, Test, []Model{part.Model("one"), full.Model("all"), full.Model("again")}, EvalOptions{Null: full.Mean})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Compare(ev[0], ev[1], Bootstrap{})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "difference", []float64{c.MSE.Value, c.MAE.Value, c.Relative.Value},
		[]float64{full.Test.MSE - part.Test.MSE, full.Test.MAE - part.Test.MAE, full.Test.MSE/part.Test.MSE - 1}, 1e-9)
	if c.MSE.High >= 0 || c.MSE.Low >= c.MSE.Value || c.N != full.Test.N || c.A != "one" || c.B != "all" {
		t.Errorf("%+v, interval %+v", c, c.MSE.Interval)
	}
	// A paired interval of a model against itself has no width.
	same, err := Compare(ev[1], ev[2], Bootstrap{})
	if err != nil || *same.MSE.Interval != (Interval{}) {
		t.Errorf("%+v, %v", same.MSE.Interval, err)
	}

	other, err := Evaluate(t.Context(), set, Train, []Model{full.Model("all")}, EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Compare(ev[0], other[0], Bootstrap{}); !errors.Is(err, measure.ErrDifferentRows) {
		t.Errorf("other rows: %v", err)
	}
	clipped, err := Evaluate(t.Context(), set, Test, []Model{full.Model("all")}, EvalOptions{Target: Target{Clip: 10}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Compare(ev[0], clipped[0], Bootstrap{}); !errors.Is(err, measure.ErrDifferentRows) {
		t.Errorf("other labels: %v", err)
	}
	if _, err := Evaluate(t.Context(), set, Test, []Model{{Name: "wrong", Weights: []NamedWeight{{Name: "pwan", Value: 1}}}}, EvalOptions{}); err == nil ||
		err.Error() != `fit: set test has no weight "pwan": model "wrong" needs it` {
		t.Errorf("unknown weight: %v", err)
	}
}

// TestHuberResistsOutliers: one row in twenty with a label from nowhere moves least
// squares, Huber hardly.
func TestHuberResistsOutliers(t *testing.T) {
	s := simulation{columns: plainColumns(2), truth: []float64{100, -30}, games: 100, perGame: 10, density: 1, noise: 20, seed: 2}
	rows := s.rows()
	for i := range rows {
		if i%20 == 0 {
			rows[i].score = int16(500 * rows[i].counts[1])
		}
	}
	set := newSet(t, s.columns, 100, rows)
	squared, huber := values(mustFit(t, set, Options{})), values(mustFit(t, set, Options{Loss: Huber, Delta: 30}))
	for j, want := range s.truth {
		if off, limit := math.Abs(huber[j]-want), 5.0; off > limit {
			t.Errorf("Huber: weight %d is off by %.1f", j, off)
		}
	}
	if math.Abs(squared[1]-s.truth[1]) < 15 {
		t.Errorf("least squares: %v: the outliers are harmless", squared)
	}
	// With δ beyond all residuals Huber is least squares.
	compare(t, "large δ", values(mustFit(t, set, Options{Loss: Huber, Delta: 1e6})), squared, 1e-9)
}

// TestPredictSample: a sample is a part of the whole in the same order, of about
// the size that was asked for, and the same again.
func TestPredictSample(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, typical(1).rows())
	all := predictions(t, set, PredictOptions{})
	if len(all) != set.Rows() {
		t.Fatalf("%d of %d rows", len(all), set.Rows())
	}
	sample := predictions(t, set, PredictOptions{Sample: 500})
	if n := len(sample); n < 420 || n > 580 {
		t.Errorf("%d rows for a sample of 500", n)
	}
	for i, p := range sample {
		if p != all[p.Row] || i > 0 && sample[i-1].Row >= p.Row {
			t.Fatalf("%+v after row %d, in the whole %+v", p, sample[max(0, i-1)].Row, all[p.Row])
		}
	}
	if !slices.Equal(sample, predictions(t, set, PredictOptions{Sample: 500})) {
		t.Error("another sample the second time")
	}
	if slices.Equal(sample, predictions(t, set, PredictOptions{Sample: 500, Seed: 2})) {
		t.Error("the same sample with another seed")
	}
	for range Predict(t.Context(), set, Model{}, PredictOptions{}) {
		break // must not call yield again, which would panic
	}
	for _, err := range Predict(t.Context(), failing{set, 3}, Model{}, PredictOptions{}) {
		if err != nil && !errors.Is(err, errUnreadable) {
			t.Error(err)
		}
	}
}

// TestNothingFitted: a model all of whose weights are held has an intercept only
// if one is asked for. The set has two sources.
func TestNothingFitted(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, typical(1).rows())
	for _, method := range []Method{GramMatrix} {
		for intercept, want := range map[Intercept]int{WithIntercept: 2, NoIntercept: 0} {
			r, err := Fit(t.Context(), set, Options{Fixed: []Fixed{{Pattern: "*", Value: 0}}, Intercept: intercept, Method: method})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Weights) != 0 || len(r.Intercepts) != want {
				t.Errorf("%v, intercept %v: weights %v, intercepts %v", method, intercept, r.Weights, r.Intercepts)
			}
		}
	}
}
