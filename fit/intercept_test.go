package fit

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

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// grouped are leagues whose labels are scores, with noise of the row and of the game: what the
// positions of a game have in common is in no count.
func grouped(seed uint64, games, perGame int) (league, []row) {
	l := usual(seed)
	l.games, l.perGame = games, perGame
	rng := rand.New(rand.NewPCG(seed, 9))
	rows := l.rows()
	shift := 0.0
	for i := range rows {
		if i%perGame == 0 {
			shift = 150 * rng.NormFloat64()
		}
		rows[i].score = int16(math.Round(float64(rows[i].score) + shift + 60*rng.NormFloat64()))
		rows[i].weight = float32(1+i%3) / 2
	}
	return l, rows
}

// byScores are the options of a fit to the scores.
func (l league) byScores(loss Loss) Options {
	opt := l.options(loss)
	opt.Target.ScoreShare, opt.Target.LabelK, opt.Texel.Scale = 1, []float64{l.k}, ScaleNone
	return opt
}

// withGroups gives a twin a column for each game that has more than one row, without the rows of others.
func (tw *twin) withGroups() *twin {
	count, column := make(map[uint32]int), make(map[uint32]int)
	for _, g := range tw.games {
		count[g]++
	}
	out := &twin{weights: tw.weights}
	var keep []int
	for i, g := range tw.games {
		if count[g] < 2 {
			continue
		}
		if _, ok := column[g]; !ok {
			column[g] = tw.weights + len(column)
		}
		keep = append(keep, i)
		out.y, out.base = append(out.y, tw.y[i]), append(out.base, tw.base[i])
		out.w, out.games = append(out.w, tw.w[i]), append(out.games, g)
	}
	out.x = mat.NewDense(len(keep), tw.weights+len(column), nil)
	for to, i := range keep {
		for j := range tw.weights {
			out.x.Set(to, j, tw.x.At(i, j))
		}
		out.x.Set(to, column[tw.games[i]], 1)
	}
	return out
}

// leaveOut is jackknife where a game that is left out takes its column with it.
func (tw *twin) leaveOut(psi, curvature []float64) []float64 {
	n, k := tw.x.Dims()
	bread, index := mat.NewSymDense(k, nil), []uint32(nil)
	games, scores := make(map[uint32]*mat.SymDense), make(map[uint32]*mat.VecDense)
	for i := range n {
		row, g := mat.NewVecDense(k, mat.Row(nil, i, tw.x)), tw.games[i]
		if games[g] == nil {
			games[g], scores[g], index = mat.NewSymDense(k, nil), mat.NewVecDense(k, nil), append(index, g)
		}
		games[g].SymRankOne(games[g], tw.w[i]*curvature[i], row)
		scores[g].AddScaledVec(scores[g], tw.w[i]*psi[i], row)
		bread.SymRankOne(bread, tw.w[i]*curvature[i], row)
	}
	se := make([]float64, tw.weights)
	for n, g := range index {
		var rest mat.Dense
		rest.Sub(bread, games[g])
		own := tw.weights + n
		for j := range k {
			rest.Set(own, j, 0)
			rest.Set(j, own, 0)
		}
		rest.Set(own, own, 1)
		scores[g].SetVec(own, 0)
		var change mat.VecDense
		if err := change.SolveVec(&rest, scores[g]); err != nil {
			panic(err) // the test is at fault
		}
		for j := range se {
			se[j] += change.AtVec(j) * change.AtVec(j)
		}
	}
	for j, v := range se {
		se[j] = math.Sqrt(v * (1 - 1/float64(len(games))))
	}
	return se
}

// TestInterceptsByGame: weights and errors with intercepts that are eliminated are those of a dense
// problem with a column for each.
func TestInterceptsByGame(t *testing.T) {
	_, rows := grouped(4, 40, 6)
	rows = append(rows, rows[3], rows[9])
	rows[len(rows)-1].game, rows[len(rows)-2].game = 1000, 1001 // one row each
	set := newSet(t, usual(4).columns, 50, rows)
	for _, loss := range []Loss{Squared, Huber} {
		opt := Options{Loss: loss, Intercept: ByGame, Delta: 50, Split: Split{By: SplitNone}}
		r := mustFit(t, set, opt)
		opt.Intercept = NoIntercept
		tw := newTwin(t, set, opt).withGroups()
		want, psi, curvature := tw.solve(tw.w, 0), []float64(nil), slices.Repeat([]float64{1}, len(tw.y))
		if psi = tw.residuals(want); loss == Huber {
			w := slices.Clone(tw.w)
			for range 3000 {
				for i, r := range tw.residuals(want) {
					factor := min(1, opt.Delta/math.Abs(r))
					w[i], psi[i], curvature[i] = tw.w[i]*factor, r*factor, float64(bit(factor == 1))
				}
				want = tw.solve(w, 0)
			}
		}
		got, gotErrs := fitted(r)
		tolerance := 1e-10
		if loss == Huber { // where curvature is not that of the loss, the gap ends the search
			tolerance = 1e-6
		}
		compare(t, fmt.Sprint(loss, " weights"), got, want[:tw.weights], tolerance)
		compare(t, fmt.Sprint(loss, " errors"), gotErrs, tw.leaveOut(psi, curvature), max(tolerance, 1e-9))
		if w := r.Within; w == nil || w.Groups != 40 || w.SilentRows != 2 || w.SingleRows != 2 || w.By != "game" || !r.Warnings.Has(note.M19) {
			t.Errorf("%v: %+v, %v", loss, w, r.Warnings)
		}
	}
}

// TestExpectedInterceptsByGame is TestInterceptsByGame for expected scores: a search ends within its
// tolerance, from which Newton's steps with the exact second derivatives go on.
func TestExpectedInterceptsByGame(t *testing.T) {
	l, rows := grouped(5, 40, 6)
	set := newSet(t, l.columns, 50, rows)
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		opt := expectedOf(l.byScores(loss))
		opt.Intercept, opt.Split.By = ByGame, SplitNone
		r := mustFit(t, set, opt)
		plain := opt
		plain.Intercept = NoIntercept
		tw := newTwin(t, set, plain).withGroups()
		for i, y := range tw.y { // as the working copy keeps them
			tw.y[i] = float64(float32(y+tw.base[i])) - tw.base[i]
		}
		_, k := tw.x.Dims()
		want, _ := tw.minimum(opt, make([]float64, k))
		got, gotErrs := fitted(r)
		compare(t, fmt.Sprint(loss, " weights"), got, want[:tw.weights], 1e-5)
		compare(t, fmt.Sprint(loss, " polished"), polished(t, set, opt, got), want[:tw.weights], 1e-10)
		var psi, curvature []float64
		for _, s := range tw.expected(opt, want) {
			psi, curvature = append(psi, -s.first), append(curvature, s.gauss)
		}
		compare(t, fmt.Sprint(loss, " errors"), gotErrs, tw.leaveOut(psi, curvature), 1e-4)
	}
}

// polished goes on from weights by Newton's steps.
func polished(t *testing.T, set *matrix.Set, opt Options, from []float64) []float64 {
	t.Helper()
	_, f := scaledOf(t, set, opt)
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
	for _, loss := range []Loss{Squared, Sigmoid, CrossEntropy} {
		opt := Options{Loss: loss}
		if loss.Expected() {
			opt = expectedOf(l.byScores(loss))
		}
		opt.Intercept = ByGame
		var want []byte
		for n := 1; n <= 3; n++ {
			opt.Threads = n
			got, err := json.Marshal(mustFit(t, sharded(t, l.columns, 32, rows, n), opt))
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
		rows[i].counts[5] = float32(rows[i].game%5) - 2
		if i%10 == 0 {
			rows[i].counts[5]++
		}
		rows[i].score += int16(100 * (float32(rows[i].game%5) - 2))
	}
	set := newSet(t, l.columns, 500, rows)
	for _, loss := range []Loss{Squared, CrossEntropy} {
		off := make(map[Intercept]float64)
		for _, policy := range []Intercept{NoIntercept, ByGame} {
			opt := Options{Loss: loss}
			if loss.Expected() {
				opt = expectedOf(l.byScores(loss))
			}
			opt.Intercept = policy
			r := mustFit(t, set, opt)
			off[policy] = math.Abs(r.Weights[7].Value)
			if policy == ByGame && (r.Within.Train.MSE >= r.Train.MSE || r.Within.Test.N != r.Test.N || r.Within.Test.MSE >= r.Test.MSE) {
				t.Errorf("%v: within %+v, plain %+v", loss, r.Within.Test, r.Test)
			}
		}
		if !(off[NoIntercept] > 60 && off[ByGame] < 40) {
			t.Errorf("%v: %v", loss, off)
		}
	}
}

// TestResultsByGameSayNothing: a game has one result, so that only draws say something.
func TestResultsByGameSayNothing(t *testing.T) {
	l := usual(8)
	opt := expectedOf(l.options(CrossEntropy))
	opt.Intercept, opt.Texel.PriorRows = ByGame, 5
	for _, name := range l.names() {
		opt.Texel.Prior = append(opt.Texel.Prior, NamedWeight{Name: name, Value: 3})
	}
	rows := l.rows()
	for i := range rows {
		rows[i].result = rows[i/l.perGame*l.perGame].result
	}
	r := mustFit(t, newSet(t, l.columns, 100, rows), opt)
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
		r.tree, r.side = uint32(1+i%2), uint8(i/2%2)
		alone[i].game = r.game<<2 + r.tree<<1&2 + uint32(r.side)
	}
	for _, loss := range []Loss{Squared, CrossEntropy} {
		opt := Options{Loss: loss}
		if loss.Expected() {
			opt = expectedOf(l.byScores(loss))
		}
		opt.Split.By, opt.Intercept = SplitNone, ByTree|BySide
		r := mustFit(t, newSet(t, l.columns, 100, rows), opt)
		if r.Within.Groups != 4*60 || r.Within.By != "tree,side" || r.Games != 60 {
			t.Errorf("%v: %+v of %d games", loss, r.Within, r.Games)
		}
		got, _ := fitted(r)
		opt.Intercept = ByGame
		want, _ := fitted(mustFit(t, newSet(t, l.columns, 100, alone), opt))
		compare(t, loss.String(), got, want, 1e-6)
	}
}

// TestInterceptNames: names survive, the old one of intercepts by source is still read, and what
// cannot be fitted is refused with what to pass.
func TestInterceptNames(t *testing.T) {
	for _, c := range []struct {
		text string
		want Intercept
		name string
	}{
		{"with", WithIntercept, "source"}, {"source", WithIntercept, "source"}, {"none", NoIntercept, "none"},
		{"game", ByGame, "game"}, {"side,tree", ByTree | BySide, "tree,side"}, {"source, game", BySource | ByGame, "source,game"},
	} {
		var got Intercept
		if err := got.UnmarshalText([]byte(c.text)); err != nil || got != c.want || got.String() != c.name {
			t.Errorf("%q is %v (%v), want %q", c.text, got, err, c.name)
		}
	}
	l := usual(1)
	sgd := l.options(Sigmoid)
	sgd.Intercept, sgd.Method = ByGame, SGD
	bare := testSchema(l.columns)
	bare.Optional = matrix.WithSource
	for by, want := range map[rows.Grouping]string{rows.ByTree: "name no search trees", rows.BySide: "who is to move"} {
		if err := by.Check(bare); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", by, err, want)
		}
	}
	for want, opt := range map[string]Options{
		"add game or tree": {Intercept: BySide}, "sgd takes the rows by batches": sgd,
	} {
		if _, err := Fit(t.Context(), l.set(t), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", opt.Intercept, err, want)
		}
	}
}

// TestInterceptsUnderConstraints: a prior, bounds, ties, orders and held weights go on as without
// groups, and so do all methods.
func TestInterceptsUnderConstraints(t *testing.T) {
	l, rows := grouped(9, 100, 8)
	set := newSet(t, l.columns, 100, rows)
	base := expectedOf(l.byScores(CrossEntropy))
	base.Intercept = ByGame
	want, _ := fitted(mustFit(t, set, base))
	for _, m := range []Method{LevenbergMarquardt, Newton, Adam} {
		opt := base
		opt.Method = m
		got, _ := fitted(mustFit(t, set, opt))
		compare(t, m.String(), got, want, 1e-3)
	}
	opt := base
	opt.Fixed = []Fixed{{Pattern: "x3", Value: 5}}
	opt.Texel.Bounds = []Bound{{Pattern: "x0", Low: 0, High: 50}}
	opt.Texel.Ties = []Tie{{Patterns: []string{"x1.mg", "x4.mg"}}}
	opt.Texel.PriorRows = 50
	for _, name := range l.names() {
		opt.Texel.Prior = append(opt.Texel.Prior, NamedWeight{Name: name, Value: 10})
	}
	opt.Texel.Choose.Ridge = true
	r := mustFit(t, set, opt)
	value := make(map[string]Weight)
	for _, w := range r.Weights {
		value[w.Name] = w
	}
	if value["x0"].Value != 50 || value["x0"].Bound != "high" || value["x1.mg"].Value != value["x4.mg"].Value || len(r.Choices) != 1 {
		t.Errorf("%+v, %v", r.Weights, r.Choices)
	}
}

// TestBootstrapByGame compares errors under intercepts by game with a bootstrap by game.
func TestBootstrapByGame(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	const games, perGame, resamples = 120, 6, 150
	l, rows := grouped(11, games, perGame)
	for _, loss := range []Loss{Squared, Sigmoid, CrossEntropy} {
		opt := Options{Loss: loss}
		if loss.Expected() {
			opt = expectedOf(l.byScores(loss))
			opt.Texel.Tolerance = 1e-10
		}
		opt.Intercept, opt.Split.By, opt.Bootstrap.Resamples = ByGame, SplitNone, 2
		_, stdErrs := fitted(mustFit(t, newSet(t, l.columns, 500, rows), opt))
		rng := rand.New(rand.NewPCG(1, 301))
		sum, squares := make([]float64, len(stdErrs)), make([]float64, len(stdErrs))
		for range resamples {
			var drawn []row
			for n := range games {
				g := rng.IntN(games)
				for _, r := range rows[g*perGame:][:perGame] {
					r.game = uint32(n)
					drawn = append(drawn, r)
				}
			}
			values, _ := fitted(mustFit(t, newSet(t, l.columns, 500, drawn), opt))
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
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	fits := 20 * *simulations
	for _, loss := range []Loss{Squared, CrossEntropy} {
		for _, games := range []int{15, 60} {
			var c coverage
			for seed := range uint64(fits) {
				l, rows := grouped(seed, games, 20)
				opt := planted(loss)
				if opt.Target.ScoreShare, opt.Target.LabelK = 1, []float64{l.k}; !loss.Expected() {
					opt = Options{Split: opt.Split, Bootstrap: opt.Bootstrap}
				}
				opt.Texel.K, opt.Intercept = l.k, ByGame
				c.add(mustFit(t, newSet(t, l.columns, 500, rows), opt), l.truth)
			}
			t.Run(fmt.Sprintf("%v/%d", loss, games), func(t *testing.T) { c.check(t, fits) })
		}
	}
}
