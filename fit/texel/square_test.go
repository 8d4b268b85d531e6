package texel_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A blockLeague is a league with a block of terms beside x0 to x2: d.a, d.b, d.c.
type blockLeague struct {
	fittest.League
	block []float64 // the truth of the block
}

// dangers is a blockLeague. White's columns of the block come first, then Black's.
func dangers(seed uint64) blockLeague {
	columns := fittest.PlainColumns(3)
	columns[1].Tapered = true
	for _, sum := range []string{"white/", "black/"} {
		for _, name := range []string{"d.a", "d.b", "d.c"} {
			columns = append(columns, matrix.Column{Name: sum + name})
		}
	}
	return blockLeague{fittest.League{Columns: columns, Truth: []float64{80, -40, 25, 12}, K: 1.2, Games: 300, PerGame: 12, Sources: 2, Seed: seed},
		[]float64{30, 55, -20}}
}

// rows plays the games.
func (l blockLeague) rows() []fittest.Row {
	rng := rand.New(rand.NewPCG(l.Seed, 79))
	var rows []fittest.Row
	for g := range l.Games {
		luck := rng.Float64()
		for range l.PerGame {
			r := fittest.Row{Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64(), Mg: uint8(1 + rng.IntN(4)), Source: uint8(g % 2)}
			r.Eg = r.Mg
			for _, column := range l.Columns {
				v := float32(rng.IntN(5) - 2)
				if column.Sum() != "" {
					v = float32(rng.IntN(4) * fittest.Bit(rng.IntN(3) > 0))
				}
				r.Counts = append(r.Counts, v)
			}
			r.Result = fittest.Result(winprob.Expected(l.K, l.evaluation(r, l.Truth, l.block)), luck)
			rows = append(rows, r)
		}
	}
	return rows
}

// evaluation is the model written out.
func (l blockLeague) evaluation(r fittest.Row, w, block []float64) float64 {
	phase, x := float64(r.Mg)/4, r.Counts
	s := w[0]*float64(x[0]) + (w[1]*phase+w[2]*(1-phase))*float64(x[1]) + w[3]*float64(x[2])
	white, black := 0.0, 0.0
	for i, v := range block {
		white += v * float64(x[3+i])
		black += v * float64(x[6+i])
	}
	return s + (math.Pow(math.Max(0, white), 2)-math.Pow(math.Max(0, black), 2))/100*phase
}

func (l blockLeague) set(t testing.TB) *matrix.Set { return l.of(t, l.rows()) }

// of returns a set of rows.
func (l blockLeague) of(t testing.TB, rows []fittest.Row) *matrix.Set {
	return fittest.SetOf(t, l.schema(t), 100, rows)
}

func (l blockLeague) schema(t testing.TB) matrix.Schema {
	return fittest.FormulaSchema(t, matrix.BlockFormula, l.Columns)
}

// options are those of a fit to a tight tolerance, without intercepts.
func (l blockLeague) options(loss fit.Loss) fit.Options {
	opt := l.League.Options(loss)
	opt.Intercept, opt.Split.By, opt.Texel.Scale = fit.NoIntercept, fit.SplitNone, fit.ScaleNone
	return opt
}

// loss is the mean loss of weights, by the definition.
func (l blockLeague) loss(rows []fittest.Row, loss fit.Loss, point []float64) float64 {
	sum := 0.0
	for _, r := range rows {
		e := winprob.Expected(l.K, l.evaluation(r, point[:4], point[4:]))
		y := map[uint8]float64{matrix.ResultWhite: 1, matrix.ResultDraw: 0.5, matrix.ResultBlack: 0}[r.Result]
		if loss == fit.Sigmoid {
			sum += (e - y) * (e - y)
		} else {
			sum += measure.Entropy(y, e)
		}
	}
	return sum / float64(len(rows))
}

// slopes returns derivatives of f by differences.
func slopes(f func([]float64) float64, at []float64, h float64) []float64 {
	g, x := make([]float64, len(at)), slices.Clone(at)
	for j := range at {
		v := func(step float64) float64 { x[j] = at[j] + step; defer func() { x[j] = at[j] }(); return f(x) }
		g[j] = (8*(v(h)-v(-h)) - (v(2*h) - v(-2*h))) / (12 * h)
	}
	return g
}

// TestBlock: both methods leave the start, where all weights of the block are 0, for
// the same minimum of the loss written out, and the truth is within its errors.
func TestBlock(t *testing.T) {
	l := dangers(1)
	set, rows := l.set(t), l.rows()
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		var points [][]float64
		for _, method := range []fit.Method{fit.LBFGS, fit.LevenbergMarquardt} {
			opt := l.options(loss)
			opt.Method = method
			r := fittest.MustFit(t, set, opt)
			point := fittest.Values(r)
			f := func(w []float64) float64 { return l.loss(rows, loss, w) }
			if got, want := r.Final, f(point); math.Abs(got-want) > 1e-7*want {
				t.Errorf("%v %v: loss %.12g, written out %.12g", loss, method, got, want)
			}
			for j, g := range slopes(f, point, 1e-3) {
				if math.Abs(g) > 2e-7 {
					t.Errorf("%v %v: the derivative by %s is %g", loss, method, r.Weights[j].Name, g)
				}
			}
			for j, truth := range append(slices.Clone(l.Truth), l.block...) {
				if w := r.Weights[j]; math.Abs(w.Value-truth) > 4*w.StdErr || w.StdErr <= 0 || w.StdErr > 40 || !w.Identified {
					t.Errorf("%v %v: %+v, truth %g", loss, method, w, truth)
				}
			}
			points = append(points, point)
		}
		fittest.Compare(t, loss.String(), points[0], points[1], 1e-3)
	}
}

// TestBlockStdErrs compares the errors with those of the definition: the second
// derivatives and the sums by game of first ones, by differences.
func TestBlockStdErrs(t *testing.T) {
	l := dangers(2)
	l.Games = 100
	set, rows := l.set(t), l.rows()
	r := fittest.MustFit(t, set, l.options(fit.CrossEntropy))
	point, n := fittest.Values(r), len(rows)
	f := func(w []float64) float64 { return float64(n) * l.loss(rows, fit.CrossEntropy, w) }
	p := len(point)
	bread := mat.NewSymDense(p, nil)
	for i := range p {
		at := func(step float64) []float64 {
			w := slices.Clone(point)
			w[i] += step
			return slopes(f, w, 0.01)
		}
		up, down := at(0.05), at(-0.05)
		for j := range i + 1 {
			bread.SetSym(i, j, (up[j]-down[j])/0.1)
		}
	}
	meat := mat.NewSymDense(p, nil)
	for game := range slices.Chunk(rows, l.PerGame) {
		g := slopes(func(w []float64) float64 { return float64(len(game)) * l.loss(game, fit.CrossEntropy, w) }, point, 1e-3)
		meat.SymRankOne(meat, float64(l.Games)/float64(l.Games-1), mat.NewVecDense(p, g))
	}
	var inverse, half, covariance mat.Dense
	if err := inverse.Inverse(bread); err != nil {
		t.Fatal(err)
	}
	half.Mul(&inverse, meat)
	covariance.Mul(&half, &inverse)
	for j, w := range r.Weights {
		// Games share pools at random, which moves errors by some per cent.
		if want := math.Sqrt(covariance.At(j, j)); math.Abs(w.StdErr/want-1) > 0.1 {
			t.Errorf("%s: error %g, by the definition %g", w.Name, w.StdErr, want)
		}
	}
}

// TestBlockSecondDerivatives compares those of the objective, with a weight of the
// block tied and one fixed, with differences of its gradient.
func TestBlockSecondDerivatives(t *testing.T) {
	l := dangers(3)
	opt := fittest.ExpectedOf(l.options(fit.Sigmoid))
	opt.Fixed, opt.Texel.Ties = []fit.Fixed{{Pattern: "d.c", Value: 12}}, []fit.Tie{{Patterns: []string{"d.a", "d.b"}}}
	set := l.set(t)
	opt.Texel.K = l.K
	_, f := fittest.ScaledOf(t, set, opt)
	point, n := []float64{70, -30, 20, 10, 35}, f.Size()
	if n != len(point) {
		t.Fatalf("%d weights", n)
	}
	h, g := mat.NewSymDense(n, nil), make([]float64, n)
	if err := f.Second(t.Context(), point, sparse.Exact, 1, h); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		want := slopes(func(w []float64) float64 {
			if _, err := f.Gradient(t.Context(), w, g); err != nil {
				t.Fatal(err)
			}
			return g[i]
		}, point, 0.01)
		for j := range n {
			if got := h.At(i, j); math.Abs(got-want[j]) > 1e-6*mat.Norm(h, 2) {
				t.Errorf("second derivative %d, %d is %g, by differences %g", i, j, got, want[j])
			}
		}
	}
}

// TestBlockPredictions compares predictions and metrics, of the training rows and of
// a separate test set, with the model written out.
func TestBlockPredictions(t *testing.T) {
	l, other := dangers(4), dangers(5)
	opt := l.options(fit.Sigmoid)
	test := other.set(t)
	opt.Test = test
	r := fittest.MustFit(t, l.set(t), opt)
	point := fittest.Values(r)
	if want := l.loss(other.rows(), fit.Sigmoid, point); math.Abs(r.Test.MSE-want) > 1e-9 {
		t.Errorf("test MSE %g, written out %g", r.Test.MSE, want)
	}
	i := 0
	rows := other.rows()
	for p, err := range fit.Predict(t.Context(), test, r.Model(""), fit.PredictOptions{Target: fittest.ExpectedOf(opt).Target}) {
		if err != nil {
			t.Fatal(err)
		}
		if want := other.evaluation(rows[i], point[:4], point[4:]); math.Abs(p.Predicted-want) > 1e-9*math.Max(1, math.Abs(want)) {
			t.Fatalf("row %d: %g, written out %g", i, p.Predicted, want)
		}
		i++
	}
	if i != len(rows) {
		t.Errorf("%d predictions of %d rows", i, len(rows))
	}
}

// TestBlockSameBytes: threads, shards and the memory for the rows change no bit.
func TestBlockSameBytes(t *testing.T) {
	l := dangers(6)
	rows := l.rows()
	set := l.of(t, rows)
	methods := []fit.Method{fit.LBFGS, fit.LevenbergMarquardt, fit.SGD}
	if long.Short(t) {
		methods = methods[:1] // of which all have the passes
	}
	for _, method := range methods {
		opt := l.options(fit.Sigmoid)
		opt.Intercept, opt.Method, opt.Texel.BatchRows, opt.Threads = fit.WithIntercept, method, 500, 1
		if method == fit.SGD {
			opt.Texel.Tolerance, opt.Texel.Passes = 1e-5, 40
		}
		want := jsonOf(t, set, opt)
		for _, n := range []int{2, 8} {
			opt.Threads = n
			if got := jsonOf(t, set, opt); !bytes.Equal(got, want) {
				t.Errorf("%v: %d threads: other bytes", method, n)
			}
		}
		for _, n := range []int{1, 3} {
			if got := jsonOf(t, fittest.ShardedOf(t, l.schema(t), 100, rows, n), opt); !bytes.Equal(got, want) {
				t.Errorf("%v: %d shards: other bytes", method, n)
			}
		}
		opt.Texel.Memory = 1
		if got := jsonOf(t, set, opt); !bytes.Equal(got, want) {
			t.Errorf("%v: rows read again in every pass: other bytes", method)
		}
	}
}

// TestBlockScale: a policy multiplies every evaluation by its factor, and expected
// scores stay.
func TestBlockScale(t *testing.T) {
	l := dangers(7)
	set, rows := l.set(t), l.rows()
	opt := l.options(fit.Sigmoid)
	plain := fittest.MustFit(t, set, opt)
	opt.Texel.Scale, opt.Texel.PawnExpected = fit.ScaleExpected, 0.75
	scaled := fittest.MustFit(t, set, opt)
	factor := scaled.Scale.Factor
	if math.Abs(factor-1) < 0.1 {
		t.Fatalf("factor %g", factor)
	}
	a, b := fittest.Values(plain), fittest.Values(scaled)
	for _, r := range rows[:100] {
		want := factor * l.evaluation(r, a[:4], a[4:])
		if got := l.evaluation(r, b[:4], b[4:]); math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
			t.Fatalf("evaluation %g, want %g", got, want)
		}
	}
	for j, w := range scaled.Weights {
		if old := plain.Weights[j]; math.Abs(w.T-old.T) > 1e-6*math.Abs(old.T) {
			t.Errorf("%s: t %g, before %g", w.Name, w.T, old.T)
		}
	}
	fittest.Compare(t, "test of the group", []float64{groupLoss(scaled, "d")}, []float64{groupLoss(plain, "d")}, 1e-6)
	if math.Abs(scaled.Final-plain.Final) > 1e-12 {
		t.Errorf("loss %g, before %g", scaled.Final, plain.Final)
	}
}

// groupLoss returns what a group is said to be worth, −1 if it is not there.
func groupLoss(r *fit.Result, name string) float64 {
	for _, g := range r.Groups {
		if g.Name == name {
			return g.Loss
		}
	}
	return -1
}

// TestBlockGroup: the block is one group, and its loss near that of a fit without.
func TestBlockGroup(t *testing.T) {
	l := dangers(8)
	l.block = []float64{8, 12, 4} // little, so that the loss is nearly quadratic
	l.Games = 3000
	set := l.set(t)
	r := fittest.MustFit(t, set, l.options(fit.CrossEntropy))
	without := l.options(fit.CrossEntropy)
	without.Fixed = []fit.Fixed{{Pattern: "d.*", Value: 0}}
	rise := fittest.MustFit(t, set, without).Final - r.Final
	if got := groupLoss(r, "d"); got < 0.7*rise || got > 1.5*rise {
		t.Errorf("without the block the loss rises by %g, said %g", rise, got)
	}
}

// TestBlockFixed: fixed weights of a block take part in its sums; a block that is all
// fixed is an offset, also for least squares.
func TestBlockFixed(t *testing.T) {
	l := dangers(9)
	set, rows := l.set(t), l.rows()
	opt := l.options(fit.Sigmoid)
	opt.Fixed = []fit.Fixed{{Pattern: "d.c", Value: -20}, {Pattern: "x2", Value: 12}}
	r := fittest.MustFit(t, set, opt)
	got := map[string]float64{}
	for _, w := range r.Model("").Weights {
		got[w.Name] = w.Value
	}
	point := []float64{got["x0"], got["x1.mg"], got["x1.eg"], got["x2"], got["d.a"], got["d.b"], got["d.c"]}
	if want := l.loss(rows, fit.Sigmoid, point); math.Abs(r.Final-want) > 1e-7*want || got["d.c"] != -20 || got["d.a"] < 10 {
		t.Errorf("loss %g, written out %g; weights %v", r.Final, want, got)
	}
	opt.Fixed = []fit.Fixed{{Pattern: "d.a", Value: 30}, {Pattern: "d.b", Value: 55}, {Pattern: "d.c", Value: -20}}
	r = fittest.MustFit(t, set, opt)
	point = append(fittest.Values(r), 30, 55, -20)
	if want := l.loss(rows, fit.Sigmoid, point); math.Abs(r.Final-want) > 1e-6*want {
		t.Errorf("all fixed: loss %g, written out %g", r.Final, want)
	}
	for i := range rows {
		rows[i].Score = int16(math.Round(l.evaluation(rows[i], l.Truth, l.block)))
	}
	least := fittest.MustFit(t, l.of(t, rows), fit.Options{Fixed: opt.Fixed, Target: fit.Target{Clip: 20000}, Intercept: fit.NoIntercept, Bootstrap: opt.Bootstrap})
	fittest.Compare(t, "least squares", fittest.Values(least), l.Truth, 0.01)
}

// TestBlockRefusals lists what a block cannot be.
func TestBlockRefusals(t *testing.T) {
	l := dangers(10)
	tests := []struct {
		name   string
		change func(*fit.Options)
		want   string
	}{
		{"squared", func(o *fit.Options) { o.Loss = fit.Squared }, "the loss squared fits weights in which the evaluation is linear, and d.a is one of a formula: pass -loss sigmoid, crossentropy or choice, or hold the weights of the formula by the line fix = [\"d.*=0\"] of a run file"},
		{"huber", func(o *fit.Options) { o.Loss = fit.Huber }, "the loss huber fits weights in which"},
		{"tied to a term outside", func(o *fit.Options) { o.Texel.Ties = []fit.Tie{{Patterns: []string{"x0", "d.a"}}} }, "fit: x0 and d.a cannot be tied: one is in centipawns, and the other a weight of the formula"},
		{"a pawn's value", func(o *fit.Options) { o.Texel.Scale, o.Texel.Pawn = fit.ScalePawn, "d.a" }, "d.a is a weight of the formula, and not a pawn's value"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := l.options(fit.Sigmoid)
			tt.change(&opt)
			if _, err := fit.Fit(t.Context(), l.set(t), opt); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestBlockLargeCounts: counts of a sum need be neither small nor whole.
func TestBlockLargeCounts(t *testing.T) {
	l := dangers(10)
	rows := l.rows()
	for i := range rows {
		for k := range rows[i].Counts[3:] {
			rows[i].Counts[3+k] *= 150.5
		}
	}
	opt := l.options(fit.CrossEntropy)
	opt.Texel.Start = []fit.NamedWeight{{Name: "d.b", Value: 0.02}}
	large, small := fittest.MustFit(t, l.of(t, rows), opt), fittest.MustFit(t, l.set(t), l.options(fit.CrossEntropy))
	for j, w := range large.Weights[4:] {
		want := small.Weights[4+j]
		if math.Abs(150.5*w.Value-want.Value) > 1e-3*math.Abs(want.Value) || math.Abs(150.5*w.StdErr-want.StdErr) > 1e-3*want.StdErr {
			t.Errorf("%+v, of counts a 150.5th as large %+v", w, want)
		}
	}
}

// TestBlockConstraints: patterns, bounds, orders and priors know the block by name.
func TestBlockConstraints(t *testing.T) {
	l := dangers(11)
	opt := l.options(fit.Sigmoid)
	opt.Texel.Bounds = []fit.Bound{{Pattern: "d.[ac]", Low: 0, High: 20}}
	r := fittest.MustFit(t, l.set(t), opt)
	if a, c := r.Weights[4], r.Weights[6]; a.Name != "d.a" || a.Value != 20 || a.Bound != "high" || c.Value != 0 || c.Bound != "low" {
		t.Errorf("%+v, %+v", a, c)
	}
	opt = l.options(fit.Sigmoid)
	opt.Texel.Orders = []fit.Order{{Pattern: "d.*"}}
	r = fittest.MustFit(t, l.set(t), opt)
	if w := fittest.Values(r)[4:]; w[0] > w[1] || w[1] > w[2] {
		t.Errorf("ordered: %v", w)
	}
	opt = l.options(fit.Sigmoid)
	opt.Texel.Prior, opt.Texel.PriorRows = []fit.NamedWeight{{Name: "d.a", Value: 3}, {Name: "d.b", Value: 4}, {Name: "d.c", Value: 5}}, 1e9
	r = fittest.MustFit(t, l.set(t), opt)
	fittest.Compare(t, "prior", fittest.Values(r)[4:], []float64{3, 4, 5}, 0.01)
	opt = l.options(fit.Sigmoid)
	opt.Columns = []string{"x*", "d.b"}
	r = fittest.MustFit(t, l.set(t), opt)
	if len(r.Weights) != 5 || r.Weights[4].Name != "d.b" || r.Weights[4].Value < 20 {
		t.Errorf("of a part of the columns: %+v", r.Weights)
	}
}

// TestDeadBlock: where the terms of the block help the other side there is nothing
// above 0 to find, and the result says so.
func TestDeadBlock(t *testing.T) {
	l := dangers(12)
	l.block = []float64{60, 80, 70}
	rows := l.rows()
	for i := range rows {
		c := rows[i].Counts
		for k := 3; k < 6; k++ {
			c[k], c[k+3] = c[k+3], c[k] // White's are Black's
		}
	}
	r := fittest.MustFit(t, l.of(t, rows), l.options(fit.Sigmoid))
	if !r.Warnings.Has(note.M17) || r.Warnings.Has(note.F03) {
		t.Errorf("weights %v, warnings %v", fittest.Values(r), r.Warnings)
	}
	quick := l.options(fit.Sigmoid) // which counts no rows behind weights
	quick.Texel.Quick = true
	if r := fittest.MustFit(t, dangers(12).set(t), quick); r.Warnings.Has(note.M17) {
		t.Errorf("a block with effect: warnings %v", r.Warnings)
	}
}

// TestBlockDependence: a term of the block that is a copy of another is said to be,
// and linear weights keep their gauge.
func TestBlockDependence(t *testing.T) {
	l := dangers(13)
	rows := l.rows()
	for i := range rows {
		c := rows[i].Counts
		c[5], c[8] = c[4], c[7]
		c[2] = c[0]
	}
	r := fittest.MustFit(t, l.of(t, rows), l.options(fit.CrossEntropy))
	if len(r.Dependences) != 2 {
		t.Fatalf("dependences %v", r.Dependences)
	}
	text := fmt.Sprint(r.Dependences)
	for _, name := range []string{"x0", "x2", "d.b", "d.c"} {
		if !strings.Contains(text, name) {
			t.Errorf("%s is not in %s", name, text)
		}
	}
	if w := r.Weights; math.Abs(w[0].Value-w[3].Value) > 1e-6 {
		t.Errorf("x0 %g and x2 %g do not share", w[0].Value, w[3].Value)
	}
	if f := l.loss(rows, fit.CrossEntropy, fittest.Values(r)); math.Abs(f-r.Final) > 1e-7 {
		t.Errorf("the gauge changed the loss from %g to %g", r.Final, f)
	}
}
