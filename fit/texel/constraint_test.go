package texel_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// gradientAt returns the derivatives of the training loss by weights and
// intercepts at a result, in shares of the loss a centipawn.
func gradientAt(t *testing.T, set *matrix.Set, opt fit.Options, r *fit.Result) []float64 {
	t.Helper()
	opt = fittest.ExpectedOf(opt)
	tw := fittest.NewTwin(t, set, opt)
	point, _ := fittest.Fitted(r)
	opt.Texel.K = r.K.Value
	g, total, loss := make([]float64, len(point)), 0.0, 0.0
	for i, s := range tw.Expected(opt, point) {
		for j := range g {
			g[j] += tw.W[i] * s.First * tw.X.At(i, j)
		}
		loss += tw.W[i] * s.Loss
		total += tw.W[i]
	}
	for j := range g {
		g[j] /= loss
	}
	return g
}

// level is a derivative that is none, as a share of the loss a centipawn.
const level = 1e-7

// byName returns a weight of a result.
func byName(t *testing.T, r *fit.Result, name string) fit.Weight {
	t.Helper()
	i := slices.IndexFunc(r.Weights, func(w fit.Weight) bool { return w.Name == name })
	if i < 0 {
		t.Fatalf("no weight %q", name)
	}
	return r.Weights[i]
}

// tabled names the columns x.0, x.1, …, elements of a table; x.4 is tapered.
func tabled(l fittest.League) fittest.League {
	for c := range l.Columns {
		l.Columns[c] = matrix.Column{Name: fmt.Sprintf("x.%d", c), Tapered: c == 4}
	}
	return l
}

// TestBounds checks the conditions of W. Karush, H. Kuhn and A. Tucker: a weight
// between its bounds has no derivative, one at a bound is pushed out of it.
func TestBounds(t *testing.T) {
	l := fittest.Usual(1)
	set := l.Set(t)
	free := fittest.MustFit(t, set, l.Options(fit.Sigmoid))
	opt := l.Options(fit.Sigmoid)
	opt.Texel.Bounds = []fit.Bound{{Pattern: "x0", Low: -20, High: 50}, {Pattern: "x1.mg", Low: 0, High: math.Inf(1)}, {Pattern: "x2", Low: -500, High: 500}, {Pattern: "x4", Low: 75, High: math.Inf(1)}, {Pattern: "x5", Low: 9, High: 9}}
	for _, m := range []fit.Method{fit.LBFGS, fit.LevenbergMarquardt} {
		opt.Method = m
		r := fittest.MustFit(t, set, opt)
		g := gradientAt(t, set, opt, r)
		want := map[string]string{"x0": "high", "x1.mg": "low", "x4.mg": "low", "x5": "frozen"}
		for j, w := range r.Weights {
			ok := map[string]bool{"": math.Abs(g[j]) < level, "low": g[j] > level, "high": g[j] < -level, "frozen": w.Value == 9}
			if w.Bound != want[w.Name] || !ok[w.Bound] || (w.StdErr == 0) != (w.Bound != "") {
				t.Errorf("%v: %s = %g ± %g, bound %q, derivative %g (free %g)", m, w.Name, w.Value, w.StdErr, w.Bound, g[j], free.Weights[j].Value)
			}
		}
		if x0, x1 := r.Weights[0].Value, r.Weights[1].Value; x0 != 50 || x1 != 0 {
			t.Errorf("%v: x0 %g, x1.mg %g", m, x0, x1)
		}
		if r.Final <= free.Final {
			t.Errorf("%v: bounded loss %g, free %g", m, r.Final, free.Final)
		}
	}
	opt.Texel.Bounds = []fit.Bound{{Pattern: "x0", Low: -1e4, High: 1e4}}
	if r := fittest.MustFit(t, set, opt); math.Abs(r.Final-free.Final) > 1e-12 || r.Weights[0].Bound != "" {
		t.Errorf("bounds that do not bind: loss %.12f, %.12f", r.Final, free.Final)
	}
}

// TestTies compares with a column that is the sum of the tied ones.
func TestTies(t *testing.T) {
	l := fittest.Usual(2)
	rows := l.Rows()
	summed := slices.Clone(rows)
	for i := range summed {
		c := rows[i].Counts
		summed[i].Counts = []float32{c[0] + c[5], c[1], c[2], c[3], c[4], 0}
	}
	columns := slices.Clone(l.Columns)
	opt := l.Options(fit.CrossEntropy)
	want := fittest.MustFit(t, fittest.NewSet(t, columns, 100, summed), opt)
	opt.Texel.Ties = []fit.Tie{{Patterns: []string{"x5", "x0"}}}
	opt.Texel.Start = []fit.NamedWeight{{Name: "x0", Value: 3}, {Name: "x5", Value: 4}}
	opt.Texel.Scale = fit.ScaleNone
	got := fittest.MustFit(t, fittest.NewSet(t, columns, 100, rows), opt)
	fittest.Compare(t, "tied", fittest.Values(got)[1:7], fittest.Values(want)[1:7], 1e-6)
	fittest.Compare(t, "the sum", []float64{got.Weights[0].Value, got.Weights[7].Value, got.Weights[7].StdErr},
		[]float64{want.Weights[0].Value, want.Weights[0].Value, want.Weights[0].StdErr}, 1e-5)
	if got.Weights[0].Bound != "tied" || got.Weights[7].Bound != "" || *got.Weights[7].Old != 4 || *got.Weights[0].Old != 3 {
		t.Errorf("x0 %+v, x5 %+v", got.Weights[0], got.Weights[7])
	}
	if len(got.Groups) == 0 {
		t.Error("no groups")
	}
}

// TestTiesByEnd: one pattern ties the ends apart; a plain column is the sum of a tied
// mg and eg, whose factors add up to 1.
func TestTiesByEnd(t *testing.T) {
	l := fittest.Usual(3)
	set := l.Set(t)
	opt := l.Options(fit.Sigmoid)
	opt.Texel.Ties = []fit.Tie{{Patterns: []string{"x[14]"}}}
	r := fittest.MustFit(t, set, opt)
	a, b, c, d := byName(t, r, "x1.mg").Value, byName(t, r, "x4.mg").Value, byName(t, r, "x1.eg").Value, byName(t, r, "x4.eg").Value
	if a != b || c != d || a == c {
		t.Errorf("x1 %g %g, x4 %g %g", a, c, b, d)
	}
	opt.Texel.Ties = []fit.Tie{{Patterns: []string{"x1.mg", "x1.eg"}}, {Patterns: []string{"x4.mg", "x4.eg"}}}
	tied := fittest.MustFit(t, set, opt)
	opt.Texel.Ties = nil
	plain := fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(6), 100, l.Rows()), opt)
	for j, name := range []string{"x0", "x1.eg", "x2", "x3", "x4.mg", "x5"} {
		got, want := byName(t, tied, name), plain.Weights[j]
		if math.Abs(got.Value-want.Value) > 1e-5 || got.Bound == "" && math.Abs(got.StdErr-want.StdErr) > 1e-4*want.StdErr {
			t.Errorf("%s = %g ± %g, as a plain column %g ± %g", name, got.Value, got.StdErr, want.Value, want.StdErr)
		}
	}
}

// TestOrders: neighbours that would break an order become equal, the others are free;
// middlegame and endgame apart, falling too.
func TestOrders(t *testing.T) {
	l := tabled(fittest.Usual(4))
	l.Games = 1500
	l.Truth = []float64{10, 60, 40, 90, 10, 55, 30}
	set := l.Set(t)
	opt := l.Options(fit.Sigmoid)
	opt.Texel.Orders = []fit.Order{{Pattern: "x.[0-3]"}}
	r := fittest.MustFit(t, set, opt)
	v, g := fittest.Values(r), gradientAt(t, set, opt, r)
	if v[1] != v[2] || v[0] >= v[1] || v[2] >= v[3] || r.Weights[2].Bound != "low" || r.Weights[1].Bound != "" {
		t.Errorf("weights %v, %+v", v, r.Weights[2])
	}
	// Multipliers: the pool has no derivative as a whole, and wants to part.
	if math.Abs(g[0]) > level || math.Abs(g[1]+g[2]) > level || g[1] > -level || math.Abs(g[3]) > level {
		t.Errorf("derivatives %g", g[:4])
	}
	if r.Weights[2].StdErr != 0 || r.Weights[3].StdErr <= 0 || r.Weights[1].StdErr <= 0 {
		t.Errorf("errors %g, %g, %g", r.Weights[1].StdErr, r.Weights[2].StdErr, r.Weights[3].StdErr)
	}
	opt.Texel.Orders = []fit.Order{{Pattern: "x.[0-3]", Falling: true}}
	v = fittest.Values(fittest.MustFit(t, set, opt))
	for j := range 3 {
		if v[j] < v[j+1] {
			t.Errorf("falling: %v", v[:4])
		}
	}
	// An order that nothing breaks changes nothing, errors included.
	l.Truth = []float64{10, 40, 70, 100, 10, 55, 30}
	set = l.Set(t)
	free := fittest.MustFit(t, set, l.Options(fit.Sigmoid))
	opt.Texel.Orders = []fit.Order{{Pattern: "x.[0-3]"}}
	held := fittest.MustFit(t, set, opt)
	_, want := fittest.Fitted(free)
	_, got := fittest.Fitted(held)
	fittest.Compare(t, "weights", fittest.Values(held), fittest.Values(free), 1e-5)
	fittest.Compare(t, "errors", got, want, 1e-5)
}

// TestFrozen: what is fixed is not fitted, and the rest is fitted beside it.
func TestFrozen(t *testing.T) {
	l := fittest.Usual(5)
	set := l.Set(t)
	opt := l.Options(fit.Sigmoid)
	free := fittest.MustFit(t, set, opt)
	opt.Fixed = []fit.Fixed{{Pattern: "x0", Value: free.Weights[0].Value}, {Pattern: "x4.eg", Value: free.Weights[6].Value}}
	r := fittest.MustFit(t, set, opt)
	if len(r.Weights) != 6 || len(r.Fixed) != 2 {
		t.Fatalf("%d fitted, %d fixed", len(r.Weights), len(r.Fixed))
	}
	for _, w := range r.Weights {
		if want := byName(t, free, w.Name).Value; math.Abs(w.Value-want) > 1e-3 {
			t.Errorf("%s = %g beside fixed weights, %g when all are free", w.Name, w.Value, want)
		}
	}
	opt.Fixed = []fit.Fixed{{Pattern: "x0", Value: 0}}
	if r := fittest.MustFit(t, set, opt); r.Final <= free.Final*1.001 {
		t.Errorf("without x0 the loss is %g, with it %g", r.Final, free.Final)
	}
}

// TestPriorByEvidence: a weight of many rows moves from the prior, one of few stays.
func TestPriorByEvidence(t *testing.T) {
	l := fittest.Usual(6)
	l.Games = 1000
	rows := l.Rows()
	for i := range rows {
		if i%600 != 0 {
			rows[i].Counts[5] = 0 // 20 rows know of it
		}
	}
	set := fittest.NewSet(t, l.Columns, 100, rows)
	opt := l.Options(fit.Sigmoid)
	free := fittest.MustFit(t, set, opt)
	for _, name := range []string{"x0", "x5"} {
		opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: name, Value: byName(t, free, name).Value + 100})
	}
	for _, other := range []int{1, 2, 3, 4, 5, 6} {
		opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: free.Weights[other].Name, Value: free.Weights[other].Value})
	}
	opt.Texel.PriorRows = 100
	r := fittest.MustFit(t, set, opt)
	often, rare := byName(t, r, "x0").Value-byName(t, free, "x0").Value, byName(t, r, "x5").Value-byName(t, free, "x5").Value
	if often > 10 || often < 0 || rare < 50 {
		t.Errorf("of 100 centipawns the prior moved x0 by %.1f and x5 by %.1f", often, rare)
	}
	opt.Texel.PriorRows = 1e9
	for j, w := range fittest.MustFit(t, set, opt).Weights {
		if want := opt.Texel.Prior[slices.IndexFunc(opt.Texel.Prior, func(n fit.NamedWeight) bool { return n.Name == w.Name })].Value; math.Abs(w.Value-want) > 0.1 {
			t.Errorf("%d: %s = %g, want the prior's %g", j, w.Name, w.Value, want)
		}
	}
	opt.Texel.Prior, opt.Texel.PriorRows, opt.Ridge = nil, 0, 1e9
	for _, w := range fittest.MustFit(t, set, opt).Weights {
		if math.Abs(w.Value) > 0.1 {
			t.Errorf("%s = %g with a huge ridge", w.Name, w.Value)
		}
	}
}

// TestRidgeIsDrawnRows: a ridge of n is n rows of a drawn game in which only the
// column counts 1, as long as weights are small.
func TestRidgeIsDrawnRows(t *testing.T) {
	l := fittest.Usual(7)
	l.Truth = []float64{10, -5, 4, 2, 0, 6, 9, 1}
	l.Columns = fittest.PlainColumns(6)
	rows := l.Rows()
	opt := l.Options(fit.CrossEntropy)
	opt.Intercept, opt.Split.By = fit.NoIntercept, fit.SplitNone
	opt.Ridge = 30
	got := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	opt.Ridge = 0
	free := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	for j := range l.Columns {
		for range 30 {
			r := fittest.Row{Counts: make([]float32, 6), Weight: 1, Game: 1, Result: matrix.ResultDraw}
			r.Counts[j] = 1
			rows = append(rows, r)
		}
	}
	want := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
	fittest.Compare(t, "weights", fittest.Values(got), fittest.Values(want), 1e-3)
	if reflect.DeepEqual(fittest.Values(got), fittest.Values(free)) {
		t.Error("the ridge does nothing")
	}
}

// TestSmooth: a strong pull makes a table a straight line, and its ends fit.
func TestSmooth(t *testing.T) {
	l := tabled(fittest.Usual(8))
	l.Truth = []float64{10, 60, 20, 70, 10, 55, 30}
	set := l.Set(t)
	opt := l.Options(fit.Sigmoid)
	rough := bendOf(fittest.Values(fittest.MustFit(t, set, opt)))
	opt.Texel.Smooth = 1000
	some := bendOf(fittest.Values(fittest.MustFit(t, set, opt)))
	opt.Texel.Smooth = 1e8
	straight := bendOf(fittest.Values(fittest.MustFit(t, set, opt)))
	if !(straight < 0.1 && some > 1 && some < rough/2) {
		t.Errorf("bends of %g, with 1000 rows %g, with very many %g", rough, some, straight)
	}
}

// bendOf is the largest second difference of x.0 to x.3.
func bendOf(v []float64) float64 {
	return max(math.Abs(v[0]-2*v[1]+v[2]), math.Abs(v[1]-2*v[2]+v[3]))
}

// TestBends: neighbours in files and ranks, in numbers, ends apart; about an entry that
// is left out, too.
// TestConstraintFaults is the table of what is refused.
func TestConstraintFaults(t *testing.T) {
	l := fittest.Usual(9)
	set := l.Set(t)
	inf := math.Inf(1)
	tests := []struct {
		name string
		opt  func(*fit.Options)
		want string
	}{
		{"bounds crossed", func(o *fit.Options) { o.Texel.Bounds = []fit.Bound{{Pattern: "x0", Low: 5, High: 4}} }, `"x0" is bounded to 5 … 4`},
		{"bounds leave nothing", func(o *fit.Options) {
			o.Texel.Bounds = []fit.Bound{{Pattern: "x[01]", Low: 5, High: inf}, {Pattern: "x1.mg", Low: -inf, High: 4}}
		}, "x1.mg: its bounds leave nothing: 5 … 4"},
		{"bound of nothing", func(o *fit.Options) { o.Texel.Bounds = []fit.Bound{{Pattern: "y", Low: 0, High: 1}} }, `no column matches "y"`},
		{"tie of nothing", func(o *fit.Options) { o.Texel.Ties = []fit.Tie{{Patterns: []string{"y*"}}} }, `no column matches "y*"`},
		{"tie of unequal lists", func(o *fit.Options) { o.Texel.Ties = []fit.Tie{{Patterns: []string{"x1", "x0"}}} }, `"x1" matches 2 weights and "x0" 1`},
		{"order of nothing", func(o *fit.Options) { o.Texel.Orders = []fit.Order{{Pattern: "y"}} }, `no column matches "y"`},
		{"two orders", func(o *fit.Options) { o.Texel.Orders = []fit.Order{{Pattern: "x[02]"}, {Pattern: "x[23]"}} }, "x2 is ordered by"},
		{"bounded and ordered", func(o *fit.Options) {
			o.Texel.Orders, o.Texel.Bounds = []fit.Order{{Pattern: "x[02]"}}, []fit.Bound{{Pattern: "x2", Low: 0, High: 1}}
		}, "x2 is bounded and ordered"},
		{"nothing to smooth", func(o *fit.Options) { o.Texel.Smooth = 1 }, "nothing to smooth"},
		{"no smoothness to choose", func(o *fit.Options) { o.Texel.Choose.Smooth = true }, "nothing to smooth"},
		{"no prior", func(o *fit.Options) { o.Texel.PriorRows = 10 }, "a prior's strength without a prior"},
		{"no prior to choose", func(o *fit.Options) { o.Texel.Choose.Prior = true }, "without a prior"},
		{"watch", func(o *fit.Options) { o.Texel.Watch = 0.8 }, "Texel.Watch is 0.8: want 0 to 0.5"},
		{"folds", func(o *fit.Options) { o.Texel.Choose.Folds = 1 }, "Texel.Choose.Folds is 1: want 2 to 1000"},
		{"K", func(o *fit.Options) { o.Texel.K = -1 }, "Texel.K is -1"},
		{"K is no number", func(o *fit.Options) { o.Texel.K = math.NaN() }, "Texel.K is NaN"},
		{"pawn", func(o *fit.Options) { o.Texel.Scale = fit.ScaleExpected }, "Texel.PawnExpected is 0: want more than 0.5"},
		{"worthless pawn", func(o *fit.Options) { o.Texel.Scale, o.Texel.Pawn = fit.ScalePawn, "x1.mg" }, "cannot be scaled to 100"},
		{"no pawn", func(o *fit.Options) { o.Texel.Scale = fit.ScalePawn }, "pawn's value"},
		{"share of scores", func(o *fit.Options) { o.Target.ScoreShare = 1.5 }, "Target.ScoreShare is 1.5: want 0 to 1"},
		{"nothing sealed", func(o *fit.Options) { o.Unseal = true }, "Unseal without a sealed part"},
		{"all sealed", func(o *fit.Options) { o.Split.Sealed = 0.8 }, "Split.Sealed is 0.8"},
		{"method", func(o *fit.Options) { o.Method = fit.GramMatrix }, "method gram does not minimise the loss sigmoid"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := l.Options(fit.Sigmoid)
			tt.opt(&opt)
			if _, err := fit.Fit(t.Context(), set, opt); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestChoose: many weights and few games want a pull, many games little or none; the
// choice is the same whatever the threads.
func TestChoose(t *testing.T) {
	long.Skip(t, "takes seconds")
	few := fittest.League{Columns: fittest.PlainColumns(40), Truth: make([]float64, 40), K: 1, Games: 150, PerGame: 4, Seed: 1}
	for j := range few.Truth {
		few.Truth[j] = float64(j%5-2) * 4
	}
	many := few
	many.Games = 3000
	strength := make(map[int]float64)
	for _, l := range []fittest.League{few, many} {
		set := l.Set(t)
		opt := l.Options(fit.CrossEntropy)
		opt.Texel.Tolerance, opt.Texel.Choose = 1e-9, fit.Choose{Ridge: true, Folds: 4}
		opt.Threads = 1
		r := fittest.MustFit(t, set, opt)
		c := r.Choices[0]
		if c.Name != "ridge" || c.Strength != r.Ridge || len(c.Tried) != len(search.Candidates) {
			t.Fatalf("%+v", r.Choices)
		}
		for _, tried := range c.Tried {
			best := tried.Strength == c.Strength
			if best != (tried.StdErr == 0) || !best && tried.Loss < lossOf(c) {
				t.Errorf("%d games: %+v beside the choice of %g", l.Games, tried, c.Strength)
			}
		}
		strength[l.Games] = c.Strength
		opt.Threads = 8
		if again := fittest.MustFit(t, set, opt); !reflect.DeepEqual(again.Choices, r.Choices) {
			t.Errorf("8 threads chose %+v, 1 chose %+v", again.Choices, r.Choices)
		}
		if !r.Warnings.Has(note.S04) {
			t.Error("no S04")
		}
	}
	if strength[150] < 30 || strength[3000] >= 10*strength[150] {
		t.Errorf("strengths %v", strength)
	}
}

func lossOf(c fit.Choice) float64 {
	i := slices.IndexFunc(c.Tried, func(t fit.Trial) bool { return t.Strength == c.Strength })
	return c.Tried[i].Loss
}

// TestChoosePrior: a prior that is the truth is kept to, one that is nonsense is not; the
// option that is chosen is what the fit then uses.
func TestChoosePrior(t *testing.T) {
	l := fittest.Usual(10)
	set := l.Set(t)
	opt := l.Options(fit.Sigmoid)
	opt.Texel.Tolerance, opt.Texel.Choose.Prior = 1e-9, true
	var got []float64
	for _, offset := range []float64{0, 150} {
		opt.Texel.Prior = nil
		for j, name := range l.Names() {
			opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: name, Value: l.Truth[j] + offset})
		}
		got = append(got, fittest.MustFit(t, set, opt).PriorRows)
	}
	if got[0] < 100 || got[1] > got[0]/10 {
		t.Errorf("rows of a true prior %g, of a wrong one %g", got[0], got[1])
	}
}
