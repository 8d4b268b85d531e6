package texel_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// drawish has more draws in endings, and more in all than a logistic would have.
var drawish = winprob.WDL{A: [2]float64{260, 130}, B: [2]float64{90, 120}}

// outcomes are the games of a league whose results a win/draw/loss model draws.
func outcomes(l fittest.League, seed uint64) []fittest.Row {
	rng := rand.New(rand.NewPCG(seed, 21))
	return drawOutcomes(l, func(*fittest.Row) float64 { return rng.Float64() })
}

// drawOutcomes draws the outcome of each row of a league by a chance from 0 to 1.
func drawOutcomes(l fittest.League, chance func(*fittest.Row) float64) []fittest.Row {
	rows := l.Rows()
	for i := range rows {
		win, draw, _ := drawish.Probabilities(l.Evaluation(rows[i]), float64(rows[i].Mg)/4)
		switch u := chance(&rows[i]); {
		case u < win:
			rows[i].Result = matrix.ResultWhite
		case u < win+draw:
			rows[i].Result = matrix.ResultDraw
		default:
			rows[i].Result = matrix.ResultBlack
		}
	}
	return rows
}

// byOutcomes are the options of a fit of outcomes, from the truth changed.
func byOutcomes(l fittest.League, loss fit.Loss) fit.Options {
	return fit.Options{Loss: loss, Bootstrap: fit.Bootstrap{Resamples: 20}, Texel: fit.Texel{Search: fit.Search{Start: l.Start(0.3), Tolerance: 1e-10}}}
}

// TestOutcomes: a fit finds weights and margins that were planted, up to the scale that the start
// weights set, and tells outcomes apart that expected scores cannot.
func TestOutcomes(t *testing.T) {
	l := fittest.Usual(31)
	l.Games, l.PerGame = 1500, 8
	set := fittest.NewSet(t, l.Columns, 500, outcomes(l, 31))
	opt := byOutcomes(l, fit.WDL)
	opt.Texel.Start = l.Start(0) // and so its scale
	r := fittest.MustFit(t, set, opt)
	for j, w := range r.Weights {
		if !(w.StdErr > 0) || math.Abs(w.Value-l.Truth[j]) > 4*w.StdErr+0.5 {
			t.Errorf("%s is %.2f ± %.2f, planted %.2f", w.Name, w.Value, w.StdErr, l.Truth[j])
		}
	}
	for end := range 2 {
		if math.Abs(r.WDL.A[end]-drawish.A[end]) > 5*r.WDL.StdErr.A[end] || math.Abs(r.WDL.B[end]-drawish.B[end]) > 5*r.WDL.StdErr.B[end] {
			t.Errorf("model %+v, planted %+v", r.WDL, drawish)
		}
	}
	other := fittest.MustFit(t, set, byOutcomes(l, fit.CrossEntropy))
	if r.WDLTest == nil || r.WDLTest.LogLoss > other.WDLTest.LogLoss+0.0005 || r.K == nil || r.Loss.String() != "wdl" {
		t.Errorf("test %+v, of cross entropy %+v", r.WDLTest, other.WDLTest)
	}
}

// TestOutcomesAtRest: weights and model are fitted together: the likelihood of neither rises any more.
func TestOutcomesAtRest(t *testing.T) {
	l := fittest.Usual(32)
	set := fittest.NewSet(t, l.Columns, 500, outcomes(l, 32))
	opt := byOutcomes(l, fit.WDL)
	opt.Split.By, opt.Texel.Scale, opt.Intercept = fit.SplitNone, fit.ScaleNone, fit.NoIntercept
	var want []byte
	for n := 1; n <= 3; n++ {
		if long.Short(t) && n == 2 {
			continue
		}
		opt.Threads = n
		r := fittest.MustFit(t, set, opt)
		if got := r.Final; math.Abs(got-r.WDL.LogLoss) > 1e-4*got {
			t.Errorf("the loss is %.8f, that of a model fitted to the weights %.8f", got, r.WDL.LogLoss)
		}
		got, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%d threads:\n%s\none:\n%s", n, got, want)
		}
	}
}

// TestOutcomesUnderConstraints: prior, bounds and ties go on as with other losses.
func TestOutcomesUnderConstraints(t *testing.T) {
	l := fittest.Usual(33)
	opt := byOutcomes(l, fit.WDL)
	opt.Texel.Bounds = []fit.Bound{{Pattern: "x0", Low: 0, High: 50}}
	opt.Texel.Ties = []fit.Tie{{Patterns: []string{"x1.mg", "x4.mg"}}}
	opt.Texel.PriorRows, opt.Texel.Prior, opt.Texel.Scale = 1e7, l.Start(0), fit.ScaleNone
	r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 500, outcomes(l, 33)), opt)
	for _, w := range r.Weights {
		if w.Name == "x5" && math.Abs(w.Value-7) > 0.5 || w.Name == "x0" && w.Value > 50 {
			t.Errorf("%+v", w)
		}
	}
}

// TestOutcomesRefusals: what the loss cannot be of is refused with what to pass.
func TestOutcomesRefusals(t *testing.T) {
	l := fittest.Usual(34)
	rows := outcomes(l, 34)
	share := byOutcomes(l, fit.WDL)
	share.Target.ScoreShare = 0.5
	byGame := byOutcomes(l, fit.WDL)
	byGame.Intercept = fit.ByGame
	for _, opt := range []fit.Options{share, byGame} {
		if _, err := fit.Fit(t.Context(), fittest.NewSet(t, l.Columns, 500, rows), opt); err == nil || !strings.Contains(err.Error(), "crossentropy") {
			t.Error(err)
		}
	}
	for i := range rows {
		if rows[i].Result == matrix.ResultDraw {
			rows[i].Result = matrix.ResultWhite
		}
	}
	if _, err := fit.Fit(t.Context(), fittest.NewSet(t, l.Columns, 500, rows), byOutcomes(l, fit.WDL)); err == nil || !strings.Contains(err.Error(), "drawn") {
		t.Errorf("without draws: %v", err)
	}
}

// TestOutcomesBootstrap compares errors with a bootstrap by game, where the rows of a game share its luck. They are
// given the model and the scale, so that they agree less closely than those of other losses.
func TestOutcomesBootstrap(t *testing.T) {
	long.Skip(t, "takes seconds")
	l := fittest.Usual(35)
	l.Games, l.PerGame = 250, 4
	rows := drawOutcomes(l, func(r *fittest.Row) float64 { return rand.New(rand.NewPCG(uint64(r.Game), 35)).Float64() })
	opt := byOutcomes(l, fit.WDL)
	opt.Texel.Start, opt.Texel.Tolerance, opt.Split.By, opt.Bootstrap.Resamples = l.Start(0), 1e-7, fit.SplitNone, 2
	fittest.BootstrapAgrees(t, fittest.NewSet(t, l.Columns, 500, rows), opt, 50)
}

// TestCoverageOfOutcomes: intervals hold planted weights, where the rows of a game are independent.
func TestCoverageOfOutcomes(t *testing.T) {
	long.Skip(t, "takes seconds")
	var c fittest.Coverage
	fits := 15 * *fittest.Simulations
	for seed := range uint64(fits) {
		l := fittest.Usual(seed)
		opt := byOutcomes(l, fit.WDL)
		opt.Texel.Start, opt.Split.By, opt.Bootstrap.Resamples = l.Start(0), fit.SplitNone, 2
		c.Add(fittest.MustFit(t, fittest.NewSet(t, l.Columns, 500, outcomes(l, seed)), opt), l.Truth)
	}
	c.Check(t, fits)
}
