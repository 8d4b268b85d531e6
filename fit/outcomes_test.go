package fit

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// drawish has more draws in endings, and more in all than a logistic would have.
var drawish = winprob.WDL{A: [2]float64{260, 130}, B: [2]float64{90, 120}}

// outcomes are the games of a league whose results a win/draw/loss model draws.
func outcomes(l league, seed uint64) []row {
	rng := rand.New(rand.NewPCG(seed, 21))
	return drawOutcomes(l, func(*row) float64 { return rng.Float64() })
}

// drawOutcomes draws the outcome of each row of a league by a chance from 0 to 1.
func drawOutcomes(l league, chance func(*row) float64) []row {
	rows := l.rows()
	for i := range rows {
		win, draw, _ := drawish.Probabilities(l.evaluation(rows[i]), float64(rows[i].mg)/4)
		switch u := chance(&rows[i]); {
		case u < win:
			rows[i].result = matrix.ResultWhite
		case u < win+draw:
			rows[i].result = matrix.ResultDraw
		default:
			rows[i].result = matrix.ResultBlack
		}
	}
	return rows
}

// byOutcomes are the options of a fit of outcomes, from the truth changed.
func byOutcomes(l league, loss Loss) Options {
	return Options{Loss: loss, Bootstrap: Bootstrap{Resamples: 20}, Texel: Texel{Search: Search{Start: l.start(0.3), Tolerance: 1e-10}}}
}

// TestOutcomes: a fit finds weights and margins that were planted, up to the scale that the start
// weights set, and tells outcomes apart that expected scores cannot.
func TestOutcomes(t *testing.T) {
	l := usual(31)
	l.games, l.perGame = 1500, 8
	set := newSet(t, l.columns, 500, outcomes(l, 31))
	opt := byOutcomes(l, WDL)
	opt.Texel.Start = l.start(0) // and so its scale
	r := mustFit(t, set, opt)
	for j, w := range r.Weights {
		if !(w.StdErr > 0) || math.Abs(w.Value-l.truth[j]) > 4*w.StdErr+0.5 {
			t.Errorf("%s is %.2f ± %.2f, planted %.2f", w.Name, w.Value, w.StdErr, l.truth[j])
		}
	}
	for end := range 2 {
		if math.Abs(r.WDL.A[end]-drawish.A[end]) > 5*r.WDL.StdErr.A[end] || math.Abs(r.WDL.B[end]-drawish.B[end]) > 5*r.WDL.StdErr.B[end] {
			t.Errorf("model %+v, planted %+v", r.WDL, drawish)
		}
	}
	other := mustFit(t, set, byOutcomes(l, CrossEntropy))
	if r.WDLTest == nil || r.WDLTest.LogLoss > other.WDLTest.LogLoss+0.0005 || r.K == nil || r.Loss.String() != "wdl" {
		t.Errorf("test %+v, of cross entropy %+v", r.WDLTest, other.WDLTest)
	}
}

// TestOutcomesAtRest: weights and model are fitted together: the likelihood of neither rises any more.
func TestOutcomesAtRest(t *testing.T) {
	l := usual(32)
	set := newSet(t, l.columns, 500, outcomes(l, 32))
	opt := byOutcomes(l, WDL)
	opt.Split.By, opt.Texel.Scale, opt.Intercept = SplitNone, ScaleNone, NoIntercept
	var want []byte
	for n := 1; n <= 3; n++ {
		opt.Threads = n
		r := mustFit(t, set, opt)
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
	l := usual(33)
	opt := byOutcomes(l, WDL)
	opt.Texel.Bounds = []Bound{{Pattern: "x0", Low: 0, High: 50}}
	opt.Texel.Ties = []Tie{{Patterns: []string{"x1.mg", "x4.mg"}}}
	opt.Texel.PriorRows, opt.Texel.Prior, opt.Texel.Scale = 1e7, l.start(0), ScaleNone
	r := mustFit(t, newSet(t, l.columns, 500, outcomes(l, 33)), opt)
	for _, w := range r.Weights {
		if w.Name == "x5" && math.Abs(w.Value-7) > 0.5 || w.Name == "x0" && w.Value > 50 {
			t.Errorf("%+v", w)
		}
	}
}

// TestOutcomesRefusals: what the loss cannot be of is refused with what to pass.
func TestOutcomesRefusals(t *testing.T) {
	l := usual(34)
	rows := outcomes(l, 34)
	share := byOutcomes(l, WDL)
	share.Target.ScoreShare = 0.5
	byGame := byOutcomes(l, WDL)
	byGame.Intercept = ByGame
	for _, opt := range []Options{share, byGame} {
		if _, err := Fit(t.Context(), newSet(t, l.columns, 500, rows), opt); err == nil || !strings.Contains(err.Error(), "crossentropy") {
			t.Error(err)
		}
	}
	for i := range rows {
		if rows[i].result == matrix.ResultDraw {
			rows[i].result = matrix.ResultWhite
		}
	}
	if _, err := Fit(t.Context(), newSet(t, l.columns, 500, rows), byOutcomes(l, WDL)); err == nil || !strings.Contains(err.Error(), "drawn") {
		t.Errorf("without draws: %v", err)
	}
}

// TestOutcomesBootstrap compares errors with a bootstrap by game, where the rows of a game share its luck. They are
// given the model and the scale, so that they agree less closely than those of other losses.
func TestOutcomesBootstrap(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	l := usual(35)
	l.games, l.perGame = 250, 4
	rows := drawOutcomes(l, func(r *row) float64 { return rand.New(rand.NewPCG(uint64(r.game), 35)).Float64() })
	opt := byOutcomes(l, WDL)
	opt.Texel.Start, opt.Texel.Tolerance, opt.Split.By, opt.Bootstrap.Resamples = l.start(0), 1e-7, SplitNone, 2
	bootstrapAgrees(t, newSet(t, l.columns, 500, rows), opt, 50)
}

// TestCoverageOfOutcomes: intervals hold planted weights, where the rows of a game are independent.
func TestCoverageOfOutcomes(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	var c coverage
	fits := 15 * *simulations
	for seed := range uint64(fits) {
		l := usual(seed)
		opt := byOutcomes(l, WDL)
		opt.Texel.Start, opt.Split.By, opt.Bootstrap.Resamples = l.start(0), SplitNone, 2
		c.add(mustFit(t, newSet(t, l.columns, 500, outcomes(l, seed)), opt), l.truth)
	}
	c.check(t, fits)
}
