package measure_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/internal/long"
)

// TestMetrics compares with sums over the predictions.
func TestMetrics(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Weighted(4))
	r := fittest.MustFit(t, set, fit.Options{})
	for _, part := range []fit.Part{fit.Train, fit.Test} {
		var n int
		var w, squared, absolute, null, nullAbsolute float64
		games := make(map[uint32]bool)
		for p, err := range fit.Predict(t.Context(), set, r.Model("fitted"), fit.PredictOptions{}) {
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
		if part == fit.Test {
			got = r.Test
		}
		if got.N != n || got.Games != len(games) {
			t.Errorf("%v: %d rows of %d games, want %d of %d", part, got.N, got.Games, n, len(games))
		}
		fittest.Compare(t, part.String(), []float64{got.MSE, got.RMSE, got.MAE, got.R2, got.NullMSE, got.NullMAE},
			[]float64{squared / w, math.Sqrt(squared / w), absolute / w, 1 - squared/null, null / w, nullAbsolute / w}, 1e-12)
	}
}

// TestMeanIsNull: training labels lie about Mean.
func TestMeanIsNull(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Weighted(4))
	for _, m := range []fit.Method{fit.GramMatrix} {
		r := fittest.MustFit(t, set, fit.Options{Method: m, Fixed: []fit.Fixed{{Pattern: "x0", Value: 3}}})
		w, sum := 0.0, 0.0
		for p := range fit.Predict(t.Context(), set, r.Model(""), fit.PredictOptions{}) {
			if p.Part == fit.Train {
				w += p.Weight
				sum += p.Weight * p.Label
			}
		}
		fittest.Compare(t, "mean", []float64{r.Mean}, []float64{sum / w}, 1e-12)
	}
}

// TestTrainingResiduals: least squares leave residuals that average 0 in every source.
func TestTrainingResiduals(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Typical(5).Rows())
	r := fittest.MustFit(t, set, fit.Options{})
	sum := make([]float64, 2)
	for p := range fit.Predict(t.Context(), set, r.Model(""), fit.PredictOptions{}) {
		if p.Part == fit.Train {
			sum[p.Source] += p.Residual()
		}
	}
	fittest.Compare(t, "sum of residuals", sum, []float64{0, 0}, 1e-8)
}

// TestSeparateTest: a test set of its own gives the metrics of an evaluation of all
// of its rows, and all of the data is training.
func TestSeparateTest(t *testing.T) {
	data, test := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Weighted(1)), fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Weighted(2))
	r := fittest.MustFit(t, data, fit.Options{Test: test})
	if r.Funnel.Test != 0 || r.TestFunnel.Train != 0 || r.TestFunnel.Test != r.Test.N || r.Split != fit.SplitNone {
		t.Errorf("funnels %+v, %+v, split %v", r.Funnel, r.TestFunnel, r.Split)
	}
	ev, err := fit.Evaluate(t.Context(), test, fit.AllRows, []fit.Model{r.Model("fitted")}, fit.EvalOptions{Null: r.Mean})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := *r.Test.MSEInterval, *ev[0].Metrics(fit.Bootstrap{}).MSEInterval; got != want {
		t.Errorf("interval %+v, want %+v", got, want)
	}
}

// TestNewSource: a source that training has not seen gets the mean intercept, by rows.
func TestNewSource(t *testing.T) {
	m := fit.Model{Intercepts: []fit.SourceIntercept{{Source: 0, Value: 10, Rows: 300}, {Source: 2, Value: 30, Rows: 100}}}
	set := fittest.NewSet(t, fittest.PlainColumns(1), 10, []fittest.Row{{Weight: 1}, {Weight: 1, Source: 1}, {Weight: 1, Source: 2}})
	var got []float64
	for p := range fit.Predict(t.Context(), set, m, fit.PredictOptions{}) {
		got = append(got, p.Predicted)
	}
	fittest.Compare(t, "predictions", got, []float64{10, 15, 30}, 1e-12)
}

// TestStdErrsScatter draws the same experiment again and again: the estimates
// scatter as their standard errors say, although the rows of a game share an
// error; and so they do when the games of one experiment are resampled.
func TestStdErrsScatter(t *testing.T) {
	long.Skip(t, "takes seconds")
	const draws = 200
	s := fittest.Typical(0)
	s.Games, s.Shared = 80, 80
	opt := fit.Options{Split: fit.Split{By: fit.SplitNone}, Bootstrap: fit.Bootstrap{Resamples: 2}}
	var estimates, stdErrs [][]float64
	for seed := range draws {
		s.Seed = uint64(1000 + seed)
		v, se := fittest.Fitted(fittest.MustFit(t, fittest.NewSet(t, s.Columns, 1000, s.Rows()), opt))
		estimates, stdErrs = append(estimates, v), append(stdErrs, se)
	}
	checkScatter(t, "new games", estimates, stdErrs)

	rng := rand.New(rand.NewPCG(7, 7))
	s.Seed, s.Games = 3, 200
	rows := s.Rows()
	_, se := fittest.Fitted(fittest.MustFit(t, fittest.NewSet(t, s.Columns, 1000, rows), opt))
	estimates = nil
	for range draws {
		var resampled []fittest.Row
		for range s.Games {
			g := rng.IntN(s.Games)
			resampled = append(resampled, rows[g*s.PerGame:(g+1)*s.PerGame]...)
		}
		v, _ := fittest.Fitted(fittest.MustFit(t, fittest.NewSet(t, s.Columns, 1000, resampled), opt))
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
	long.Skip(t, "takes seconds")
	const draws, truth = 200, 60*60 + 40*40 + 1.0/12 // labels are cut to whole centipawns
	s := fittest.Typical(0)
	s.Sources = 1
	held := 0
	for seed := range draws {
		s.Seed = uint64(seed)
		m := fit.Model{Intercepts: []fit.SourceIntercept{{Value: 9.5}}} // cut towards 0: half of a centipawn of 10 is lost, more or less
		for j, c := range s.Columns {
			for _, name := range c.Weights() {
				m.Weights = append(m.Weights, fit.NamedWeight{Name: name, Value: s.Truth[j]})
			}
		}
		ev, err := fit.Evaluate(t.Context(), fittest.NewSet(t, s.Columns, 1000, s.Rows()), fit.AllRows, []fit.Model{m}, fit.EvalOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if in := ev[0].Metrics(fit.Bootstrap{Resamples: 200}).MSEInterval; in.Low <= truth && truth <= in.High {
			held++
		}
	}
	if share := float64(held) / draws; share < 0.88 || share > 0.99 {
		t.Errorf("%g of the intervals hold the truth", share)
	}
}

// TestCompare checks differences, their pairing and what cannot be paired.
func TestCompare(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Typical(1).Rows())
	full, part := fittest.MustFit(t, set, fit.Options{}), fittest.MustFit(t, set, fit.Options{Columns: []string{"x0"}})
	ev, err := fit.Evaluate(t.Context(), set, fit.Test, []fit.Model{part.Model("one"), full.Model("all"), full.Model("again")}, fit.EvalOptions{Null: full.Mean})
	if err != nil {
		t.Fatal(err)
	}
	c, err := fit.Compare(ev[0], ev[1], fit.Bootstrap{})
	if err != nil {
		t.Fatal(err)
	}
	fittest.Compare(t, "difference", []float64{c.MSE.Value, c.MAE.Value, c.Relative.Value},
		[]float64{full.Test.MSE - part.Test.MSE, full.Test.MAE - part.Test.MAE, full.Test.MSE/part.Test.MSE - 1}, 1e-9)
	if c.MSE.High >= 0 || c.MSE.Low >= c.MSE.Value || c.N != full.Test.N || c.A != "one" || c.B != "all" {
		t.Errorf("%+v, interval %+v", c, c.MSE.Interval)
	}
	// A paired interval of a model against itself has no width.
	same, err := fit.Compare(ev[1], ev[2], fit.Bootstrap{})
	if err != nil || *same.MSE.Interval != (fit.Interval{}) {
		t.Errorf("%+v, %v", same.MSE.Interval, err)
	}

	other, err := fit.Evaluate(t.Context(), set, fit.Train, []fit.Model{full.Model("all")}, fit.EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fit.Compare(ev[0], other[0], fit.Bootstrap{}); !errors.Is(err, measure.ErrDifferentRows) {
		t.Errorf("other rows: %v", err)
	}
	clipped, err := fit.Evaluate(t.Context(), set, fit.Test, []fit.Model{full.Model("all")}, fit.EvalOptions{Target: fit.Target{Clip: 10}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fit.Compare(ev[0], clipped[0], fit.Bootstrap{}); !errors.Is(err, measure.ErrDifferentRows) {
		t.Errorf("other labels: %v", err)
	}
	if _, err := fit.Evaluate(t.Context(), set, fit.Test, []fit.Model{{Name: "wrong", Weights: []fit.NamedWeight{{Name: "pwan", Value: 1}}}}, fit.EvalOptions{}); err == nil ||
		err.Error() != `fit: set test has no weight "pwan": model "wrong" needs it` {
		t.Errorf("unknown weight: %v", err)
	}
}

// TestHuberResistsOutliers: one row in twenty with a label from nowhere moves least
// squares, Huber hardly.
func TestHuberResistsOutliers(t *testing.T) {
	s := fittest.Simulation{Columns: fittest.PlainColumns(2), Truth: []float64{100, -30}, Games: 100, PerGame: 10, Density: 1, Noise: 20, Seed: 2}
	rows := s.Rows()
	for i := range rows {
		if i%20 == 0 {
			rows[i].Score = int16(500 * rows[i].Counts[1])
		}
	}
	set := fittest.NewSet(t, s.Columns, 100, rows)
	squared, huber := fittest.Values(fittest.MustFit(t, set, fit.Options{})), fittest.Values(fittest.MustFit(t, set, fit.Options{Loss: fit.Huber, Delta: 30}))
	for j, want := range s.Truth {
		if off, limit := math.Abs(huber[j]-want), 5.0; off > limit {
			t.Errorf("Huber: weight %d is off by %.1f", j, off)
		}
	}
	if math.Abs(squared[1]-s.Truth[1]) < 15 {
		t.Errorf("least squares: %v: the outliers are harmless", squared)
	}
	// With δ beyond all residuals Huber is least squares.
	fittest.Compare(t, "large δ", fittest.Values(fittest.MustFit(t, set, fit.Options{Loss: fit.Huber, Delta: 1e6})), squared, 1e-9)
}

// TestPredictSample: a sample is a part of the whole in the same order, of about
// the size that was asked for, and the same again.
func TestPredictSample(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Typical(1).Rows())
	all := fittest.Predictions(t, set, fit.PredictOptions{})
	if len(all) != set.Rows() {
		t.Fatalf("%d of %d rows", len(all), set.Rows())
	}
	sample := fittest.Predictions(t, set, fit.PredictOptions{Sample: 500})
	if n := len(sample); n < 420 || n > 580 {
		t.Errorf("%d rows for a sample of 500", n)
	}
	for i, p := range sample {
		if p != all[p.Row] || i > 0 && sample[i-1].Row >= p.Row {
			t.Fatalf("%+v after row %d, in the whole %+v", p, sample[max(0, i-1)].Row, all[p.Row])
		}
	}
	if !slices.Equal(sample, fittest.Predictions(t, set, fit.PredictOptions{Sample: 500})) {
		t.Error("another sample the second time")
	}
	if slices.Equal(sample, fittest.Predictions(t, set, fit.PredictOptions{Sample: 500, Seed: 2})) {
		t.Error("the same sample with another seed")
	}
	for range fit.Predict(t.Context(), set, fit.Model{}, fit.PredictOptions{}) {
		break // must not call yield again, which would panic
	}
	for _, err := range fit.Predict(t.Context(), fittest.Failing{Data: set, Block: 3}, fit.Model{}, fit.PredictOptions{}) {
		if err != nil && !errors.Is(err, fittest.ErrUnreadable) {
			t.Error(err)
		}
	}
}

// TestNothingFitted: a model all of whose weights are held has an intercept only
// if one is asked for. The set has two sources.
func TestNothingFitted(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Typical(1).Rows())
	for _, method := range []fit.Method{fit.GramMatrix} {
		for intercept, want := range map[fit.Intercept]int{fit.WithIntercept: 2, fit.NoIntercept: 0} {
			r, err := fit.Fit(t.Context(), set, fit.Options{Fixed: []fit.Fixed{{Pattern: "*", Value: 0}}, Intercept: intercept, Method: method})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Weights) != 0 || len(r.Intercepts) != want {
				t.Errorf("%v, intercept %v: weights %v, intercepts %v", method, intercept, r.Weights, r.Intercepts)
			}
		}
	}
}
