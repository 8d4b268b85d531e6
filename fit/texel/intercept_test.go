package texel_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// grouped are leagues whose labels are scores, with noise of the row and of the game: what the
// positions of a game have in common is in no count.
func grouped(seed uint64, games, perGame int) (fittest.League, []fittest.Row) {
	l := fittest.Usual(seed)
	l.Games, l.PerGame = games, perGame
	rng := rand.New(rand.NewPCG(seed, 9))
	rows := l.Rows()
	shift := 0.0
	for i := range rows {
		if i%perGame == 0 {
			shift = 150 * rng.NormFloat64()
		}
		rows[i].Score = int16(math.Round(float64(rows[i].Score) + shift + 60*rng.NormFloat64()))
		rows[i].Weight = float32(1+i%3) / 2
	}
	return l, rows
}

// TestInterceptsByGame: weights and errors with intercepts that are eliminated are those of a dense
// problem with a column for each.
func TestInterceptsByGame(t *testing.T) {
	_, rows := grouped(4, 40, 6)
	rows = append(rows, rows[3], rows[9])
	rows[len(rows)-1].Game, rows[len(rows)-2].Game = 1000, 1001 // one row each
	set := fittest.NewSet(t, fittest.Usual(4).Columns, 50, rows)
	for _, loss := range []fit.Loss{fit.Squared, fit.Huber} {
		if long.Short(t) && loss == fit.Huber {
			continue // its twin solves 3000 times
		}
		opt := fit.Options{Loss: loss, Intercept: fit.ByGame, Delta: 50, Split: fit.Split{By: fit.SplitNone}}
		r := fittest.MustFit(t, set, opt)
		opt.Intercept = fit.NoIntercept
		tw := fittest.NewTwin(t, set, opt).WithGroups()
		want, psi, curvature := tw.Solve(tw.W, 0), []float64(nil), slices.Repeat([]float64{1}, len(tw.Y))
		if psi = tw.Residuals(want); loss == fit.Huber {
			w := slices.Clone(tw.W)
			for range 3000 {
				for i, r := range tw.Residuals(want) {
					factor := min(1, opt.Delta/math.Abs(r))
					w[i], psi[i], curvature[i] = tw.W[i]*factor, r*factor, float64(fittest.Bit(factor == 1))
				}
				want = tw.Solve(w, 0)
			}
		}
		got, gotErrs := fittest.Fitted(r)
		tolerance := 1e-10
		if loss == fit.Huber { // where curvature is not that of the loss, the gap ends the search
			tolerance = 1e-6
		}
		fittest.Compare(t, fmt.Sprint(loss, " weights"), got, want[:tw.Weights], tolerance)
		fittest.Compare(t, fmt.Sprint(loss, " errors"), gotErrs, tw.LeaveOut(psi, curvature), max(tolerance, 1e-9))
		if w := r.Within; w == nil || w.Groups != 40 || w.SilentRows != 2 || w.SingleRows != 2 || w.By != "game" || !r.Warnings.Has(note.M19) {
			t.Errorf("%v: %+v, %v", loss, w, r.Warnings)
		}
	}
}

// TestExpectedInterceptsByGame is TestInterceptsByGame for expected scores: a search ends within its
// tolerance, from which Newton's steps with the exact second derivatives go on.
func TestExpectedInterceptsByGame(t *testing.T) {
	l, rows := grouped(5, 40, 6)
	set := fittest.NewSet(t, l.Columns, 50, rows)
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		opt := fittest.ExpectedOf(l.ByScores(loss))
		opt.Intercept, opt.Split.By = fit.ByGame, fit.SplitNone
		r := fittest.MustFit(t, set, opt)
		plain := opt
		plain.Intercept = fit.NoIntercept
		tw := fittest.NewTwin(t, set, plain).WithGroups()
		for i, y := range tw.Y { // as the working copy keeps them
			tw.Y[i] = float64(float32(y+tw.Base[i])) - tw.Base[i]
		}
		_, k := tw.X.Dims()
		want, _ := tw.Minimum(opt, make([]float64, k))
		got, gotErrs := fittest.Fitted(r)
		fittest.Compare(t, fmt.Sprint(loss, " weights"), got, want[:tw.Weights], 1e-5)
		fittest.Compare(t, fmt.Sprint(loss, " polished"), polished(t, set, opt, got), want[:tw.Weights], 1e-10)
		var psi, curvature []float64
		for _, s := range tw.Expected(opt, want) {
			psi, curvature = append(psi, -s.First), append(curvature, s.Gauss)
		}
		fittest.Compare(t, fmt.Sprint(loss, " errors"), gotErrs, tw.LeaveOut(psi, curvature), 1e-4)
	}
}

// polished goes on from weights by Newton's steps.
func polished(t *testing.T, set *matrix.Set, opt fit.Options, from []float64) []float64 {
	t.Helper()
	_, f := fittest.ScaledOf(t, set, opt)
	w, n := slices.Clone(from), len(from)
	for range 5 {
		g, h, step := make([]float64, n), mat.NewSymDense(n, nil), new(mat.VecDense)
		if _, err := f.Gradient(t.Context(), w, g); err != nil {
			t.Fatal(err)
		}
		if err := f.Second(t.Context(), w, sparse.Exact, 1, h); err != nil {
			t.Fatal(err)
		}
		if err := step.SolveVec(h, mat.NewVecDense(n, g)); err != nil {
			t.Fatal(err)
		}
		for j := range w {
			w[j] -= step.AtVec(j)
		}
	}
	return w
}

// TestInterceptsByGameSameBytes: threads and shards change no bit.
func TestInterceptsByGameSameBytes(t *testing.T) {
	l, rows := grouped(6, 60, 9)
	for _, loss := range []fit.Loss{fit.Squared, fit.Sigmoid, fit.CrossEntropy} {
		opt := fit.Options{Loss: loss}
		if loss.Expected() {
			opt = fittest.ExpectedOf(l.ByScores(loss))
		}
		opt.Intercept = fit.ByGame
		var want []byte
		for n := 1; n <= 3; n++ {
			opt.Threads = n
			got, err := json.Marshal(fittest.MustFit(t, fittest.Sharded(t, l.Columns, 32, rows, n), opt))
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%v, %d threads and shards:\n%s\none:\n%s", loss, n, got, want)
			}
		}
	}
}

// TestInterceptsTakeUpGames: what the rows of a game have in common spoils weights that stand for
// something that games have in common, too, and an intercept a game does not let it.
func TestInterceptsTakeUpGames(t *testing.T) {
	l, rows := grouped(7, 200, 10)
	for i := range rows { // a column that is the same in all rows of a game but one
		rows[i].Counts[5] = float32(rows[i].Game%5) - 2
		if i%10 == 0 {
			rows[i].Counts[5]++
		}
		rows[i].Score += int16(100 * (float32(rows[i].Game%5) - 2))
	}
	set := fittest.NewSet(t, l.Columns, 500, rows)
	for _, loss := range []fit.Loss{fit.Squared, fit.CrossEntropy} {
		off := make(map[fit.Intercept]float64)
		for _, policy := range []fit.Intercept{fit.NoIntercept, fit.ByGame} {
			opt := fit.Options{Loss: loss}
			if loss.Expected() {
				opt = fittest.ExpectedOf(l.ByScores(loss))
			}
			opt.Intercept = policy
			r := fittest.MustFit(t, set, opt)
			off[policy] = math.Abs(r.Weights[7].Value)
			if policy == fit.ByGame && (r.Within.Train.MSE >= r.Train.MSE || r.Within.Test.N != r.Test.N || r.Within.Test.MSE >= r.Test.MSE) {
				t.Errorf("%v: within %+v, plain %+v", loss, r.Within.Test, r.Test)
			}
		}
		if !(off[fit.NoIntercept] > 60 && off[fit.ByGame] < 40) {
			t.Errorf("%v: %v", loss, off)
		}
	}
}

// TestResultsByGameSayNothing: a game has one result, so that only draws say something.
func TestResultsByGameSayNothing(t *testing.T) {
	l := fittest.Usual(8)
	opt := fittest.ExpectedOf(l.Options(fit.CrossEntropy))
	opt.Intercept, opt.Texel.PriorRows = fit.ByGame, 5
	for _, name := range l.Names() {
		opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: name, Value: 3})
	}
	rows := l.Rows()
	for i := range rows {
		rows[i].Result = rows[i/l.PerGame*l.PerGame].Result
	}
	r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	i := slices.IndexFunc(r.Warnings, func(n note.Note) bool { return n.Code == note.M19 })
	if i < 0 || r.Warnings[i].Level != note.Warning || r.Within.SilentShare() < 0.5 || r.Within.SingleRows != 0 {
		t.Errorf("%+v, %v", r.Within, r.Warnings)
	}
}

// TestInterceptsByTree: trees with either side to move are groups as games are: with each taken for a
// game of its own the weights are the same.
func TestInterceptsByTree(t *testing.T) {
	l, rows := grouped(12, 60, 16)
	alone := slices.Clone(rows)
	for i := range rows {
		r := &rows[i]
		r.Tree, r.Side = uint32(1+i%2), uint8(i/2%2)
		alone[i].Game = r.Game<<2 + r.Tree<<1&2 + uint32(r.Side)
	}
	for _, loss := range []fit.Loss{fit.Squared, fit.CrossEntropy} {
		opt := fit.Options{Loss: loss}
		if loss.Expected() {
			opt = fittest.ExpectedOf(l.ByScores(loss))
		}
		opt.Split.By, opt.Intercept = fit.SplitNone, fit.ByTree|fit.BySide
		r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
		if r.Within.Groups != 4*60 || r.Within.By != "tree,side" || r.Games != 60 {
			t.Errorf("%v: %+v of %d games", loss, r.Within, r.Games)
		}
		got, _ := fittest.Fitted(r)
		opt.Intercept = fit.ByGame
		want, _ := fittest.Fitted(fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, alone), opt))
		fittest.Compare(t, loss.String(), got, want, 1e-6)
	}
}

// TestInterceptNames: names survive, the old one of intercepts by source is still read, and what
// cannot be fitted is refused with what to pass.
func TestInterceptNames(t *testing.T) {
	for _, c := range []struct {
		text string
		want fit.Intercept
		name string
	}{
		{"with", fit.WithIntercept, "source"}, {"source", fit.WithIntercept, "source"}, {"none", fit.NoIntercept, "none"},
		{"game", fit.ByGame, "game"}, {"side,tree", fit.ByTree | fit.BySide, "tree,side"}, {"source, game", fit.BySource | fit.ByGame, "source,game"},
	} {
		var got fit.Intercept
		if err := got.UnmarshalText([]byte(c.text)); err != nil || got != c.want || got.String() != c.name {
			t.Errorf("%q is %v (%v), want %q", c.text, got, err, c.name)
		}
	}
	l := fittest.Usual(1)
	sgd := l.Options(fit.Sigmoid)
	sgd.Intercept, sgd.Method = fit.ByGame, fit.SGD
	bare := fittest.TestSchema(l.Columns)
	bare.Optional = matrix.WithSource
	for by, want := range map[rows.Grouping]string{rows.ByTree: "name no search trees", rows.BySide: "who is to move"} {
		if err := by.Check(bare); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", by, err, want)
		}
	}
	for want, opt := range map[string]fit.Options{
		"add game or tree": {Intercept: fit.BySide}, "sgd takes the rows by batches": sgd,
	} {
		if _, err := fit.Fit(t.Context(), l.Set(t), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", opt.Intercept, err, want)
		}
	}
}

// TestInterceptsUnderConstraints: a prior, bounds, ties, orders and held weights go on as without
// groups, and so do all methods.
func TestInterceptsUnderConstraints(t *testing.T) {
	l, rows := grouped(9, 100, 8)
	set := fittest.NewSet(t, l.Columns, 100, rows)
	base := fittest.ExpectedOf(l.ByScores(fit.CrossEntropy))
	base.Intercept = fit.ByGame
	want, _ := fittest.Fitted(fittest.MustFit(t, set, base))
	for _, m := range []fit.Method{fit.LevenbergMarquardt, fit.Newton, fit.Adam} {
		opt := base
		opt.Method = m
		got, _ := fittest.Fitted(fittest.MustFit(t, set, opt))
		fittest.Compare(t, m.String(), got, want, 1e-3)
	}
	opt := base
	opt.Fixed = []fit.Fixed{{Pattern: "x3", Value: 5}}
	opt.Texel.Bounds = []fit.Bound{{Pattern: "x0", Low: 0, High: 50}}
	opt.Texel.Ties = []fit.Tie{{Patterns: []string{"x1.mg", "x4.mg"}}}
	opt.Texel.PriorRows = 50
	for _, name := range l.Names() {
		opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: name, Value: 10})
	}
	opt.Texel.Choose.Ridge = true
	r := fittest.MustFit(t, set, opt)
	value := make(map[string]fit.Weight)
	for _, w := range r.Weights {
		value[w.Name] = w
	}
	if value["x0"].Value != 50 || value["x0"].Bound != "high" || value["x1.mg"].Value != value["x4.mg"].Value || len(r.Choices) != 1 {
		t.Errorf("%+v, %v", r.Weights, r.Choices)
	}
}

// TestBootstrapByGame compares errors under intercepts by game with a bootstrap by game.
func TestBootstrapByGame(t *testing.T) {
	long.Skip(t, "takes seconds")
	const games, perGame, resamples = 120, 6, 150
	l, rows := grouped(11, games, perGame)
	for _, loss := range []fit.Loss{fit.Squared, fit.Sigmoid, fit.CrossEntropy} {
		opt := fit.Options{Loss: loss}
		if loss.Expected() {
			opt = fittest.ExpectedOf(l.ByScores(loss))
			opt.Texel.Tolerance = 1e-10
		}
		opt.Intercept, opt.Split.By, opt.Bootstrap.Resamples = fit.ByGame, fit.SplitNone, 2
		_, stdErrs := fittest.Fitted(fittest.MustFit(t, fittest.NewSet(t, l.Columns, 500, rows), opt))
		rng := rand.New(rand.NewPCG(1, 301))
		sum, squares := make([]float64, len(stdErrs)), make([]float64, len(stdErrs))
		for range resamples {
			var drawn []fittest.Row
			for n := range games {
				g := rng.IntN(games)
				for _, r := range rows[g*perGame:][:perGame] {
					r.Game = uint32(n)
					drawn = append(drawn, r)
				}
			}
			values, _ := fittest.Fitted(fittest.MustFit(t, fittest.NewSet(t, l.Columns, 500, drawn), opt))
			for j, v := range values {
				sum[j] += v
				squares[j] += v * v
			}
		}
		var ratios []float64
		for j := range sum {
			mean := sum[j] / resamples
			ratios = append(ratios, stdErrs[j]/math.Sqrt((squares[j]-resamples*mean*mean)/(resamples-1)))
		}
		slices.Sort(ratios)
		// The error of a standard deviation from 150 draws is 6 %.
		if m := ratios[len(ratios)/2]; math.Abs(m-1) > 0.1 || ratios[0] < 0.75 || ratios[len(ratios)-1] > 1.25 {
			t.Errorf("%v: ratios to the bootstrap's %.3f", loss, ratios)
		}
	}
}

// TestCoverageByGame: intervals under intercepts by game hold planted weights.
func TestCoverageByGame(t *testing.T) {
	long.Skip(t, "takes seconds")
	fits := 20 * *fittest.Simulations
	for _, loss := range []fit.Loss{fit.Squared, fit.CrossEntropy} {
		for _, games := range []int{15, 60} {
			var c fittest.Coverage
			for seed := range uint64(fits) {
				l, rows := grouped(seed, games, 20)
				opt := fittest.Planted(loss)
				if opt.Target.ScoreShare, opt.Target.LabelK = 1, []float64{l.K}; !loss.Expected() {
					opt = fit.Options{Split: opt.Split, Bootstrap: opt.Bootstrap}
				}
				opt.Texel.K, opt.Intercept = l.K, fit.ByGame
				c.Add(fittest.MustFit(t, fittest.NewSet(t, l.Columns, 500, rows), opt), l.Truth)
			}
			t.Run(fmt.Sprintf("%v/%d", loss, games), func(t *testing.T) { c.Check(t, fits) })
		}
	}
}
