package fit

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
)

// A twin is the training rows of a set as a dense problem, with a column for every
// weight that is fitted and one for every source: everything written out, and
// nothing shared with the package but the choice of rows.
type twin struct {
	x       *mat.Dense // weights, then intercepts
	y, w    []float64  // labels less base
	base    []float64  // offsets and what is held
	games   []uint32
	sources []uint8 // in order
	weights int
}

// newTwin writes out the training rows.
func newTwin(t *testing.T, set *matrix.Set, opt Options) *twin {
	t.Helper()
	opt = opt.WithDefaults()
	schema := set.Schema()
	design, err := rows.NewDesign(schema, opt.Columns, opt.Fixed)
	if err != nil {
		t.Fatal(err)
	}
	held := make(map[string]float64)
	for _, h := range design.Fixed {
		held[h.Name] = h.Value
	}
	tw := &twin{weights: len(design.Names)}
	var rows [][]float64
	var sources []uint8
	for b := range set.Blocks() {
		var block matrix.Block
		if err := set.ReadBlock(b, &block); err != nil {
			t.Fatal(err)
		}
		sel := selectionOf(opt)
		sel.Take(&block, Train)
		for k, i := range sel.Index {
			row := make([]float64, tw.weights)
			base := float64(block.Offset[i])
			columns, counts := block.Row(int(i))
			for e, c := range columns {
				for f, name := range schema.Columns[c].Weights() {
					v := float64(counts[e])
					if schema.Columns[c].Tapered {
						v *= []float64{float64(schema.MG[block.MG[i]]), float64(schema.EG[block.EG[i]])}[f]
					}
					if j := slices.Index(design.Names, name); j >= 0 {
						row[j] = v
					}
					base += held[name] * v
				}
			}
			rows = append(rows, row)
			tw.y, tw.base = append(tw.y, sel.Y[k]-base), append(tw.base, base)
			tw.w, tw.games = append(tw.w, sel.W[k]), append(tw.games, block.Game[i])
			sources = append(sources, block.Source[i])
		}
	}
	tw.sources = slices.Compact(slices.Sorted(slices.Values(sources)))
	if opt.Intercept == NoIntercept {
		tw.sources = nil
	}
	tw.x = mat.NewDense(len(rows), tw.weights+len(tw.sources), nil)
	for i, row := range rows {
		if k := slices.Index(tw.sources, sources[i]); k >= 0 {
			tw.x.Set(i, tw.weights+k, 1)
		}
		for j, v := range row {
			tw.x.Set(i, j, v)
		}
	}
	return tw
}

// solve returns weighted least squares by gonum, with a ridge on the weights.
func (tw *twin) solve(w []float64, ridge float64) []float64 {
	n, k := tw.x.Dims()
	a, b := mat.NewDense(n+k, k, nil), mat.NewVecDense(n+k, nil)
	for i := range n {
		for j := range k {
			a.Set(i, j, math.Sqrt(w[i])*tw.x.At(i, j))
		}
		b.SetVec(i, math.Sqrt(w[i])*tw.y[i])
	}
	for j := range tw.weights {
		a.Set(n+j, j, math.Sqrt(ridge))
	}
	var x mat.VecDense
	if err := x.SolveVec(a, b); err != nil {
		panic(err) // the test is at fault
	}
	return x.RawVector().Data
}

// residuals returns label less prediction.
func (tw *twin) residuals(beta []float64) []float64 {
	var p mat.VecDense
	p.MulVec(tw.x, mat.NewVecDense(len(beta), beta))
	r := make([]float64, len(tw.y))
	for i := range r {
		r[i] = tw.y[i] - p.AtVec(i)
	}
	return r
}

// jackknife returns standard errors from scores psi·x and curvature: each game left out in
// turn, a step of Newton's method made without it, and the changes squared.
func (tw *twin) jackknife(psi, curvature []float64, ridge float64) []float64 {
	n, k := tw.x.Dims()
	bread := mat.NewDense(k, k, nil)
	games, scores := make(map[uint32]*mat.Dense), make(map[uint32]*mat.VecDense)
	for i := range n {
		row, g := mat.NewVecDense(k, mat.Row(nil, i, tw.x)), tw.games[i]
		if games[g] == nil {
			games[g], scores[g] = mat.NewDense(k, k, nil), mat.NewVecDense(k, nil)
		}
		games[g].RankOne(games[g], tw.w[i]*curvature[i], row, row)
		scores[g].AddScaledVec(scores[g], tw.w[i]*psi[i], row)
		bread.RankOne(bread, tw.w[i]*curvature[i], row, row)
	}
	for j := range tw.weights {
		bread.Set(j, j, bread.At(j, j)+ridge)
	}
	se := make([]float64, k)
	for g, h := range games {
		var rest mat.Dense
		rest.Sub(bread, h)
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

// fitted returns weights and intercepts of a result, as the twin orders them.
func fitted(r *Result) (value, stdErr []float64) {
	for _, w := range r.Weights {
		value, stdErr = append(value, w.Value), append(stdErr, w.StdErr)
	}
	for _, a := range r.Intercepts {
		value, stdErr = append(value, a.Value), append(stdErr, a.StdErr)
	}
	return value, stdErr
}

// compare reports values that differ by more than tol, relative to the larger of
// want and 1.
func compare(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for j := range want {
		if !(math.Abs(got[j]-want[j]) <= tol*math.Max(1, math.Abs(want[j]))) {
			t.Errorf("%s[%d] = %.12g, want %.12g", what, j, got[j], want[j])
		}
	}
}

// variants are options that change the problem to be solved.
var variants = []struct {
	name string
	opt  Options
}{
	{"plain", Options{}},
	{"no intercept", Options{Intercept: NoIntercept}},
	{"all rows", Options{Split: Split{By: SplitNone}}},
	{"ridge", Options{Ridge: 50}},
	{"ridge without intercept", Options{Ridge: 50, Intercept: NoIntercept}},
	{"some columns", Options{Columns: []string{"x[0-2]", "x4.eg"}}},
	{"fixed", Options{Fixed: []Fixed{{Pattern: "x1", Value: -20}, {Pattern: "x5", Value: 3}}}},
	{"only fixed", Options{Columns: []string{"x0"}, Fixed: []Fixed{{Pattern: "x[1-5]", Value: 1}}}},
	{"small clip, mates dropped", Options{Target: Target{Clip: 200, Mates: MatesDrop}}},
}

// weighted returns rows with weights, offsets, mates and rows without score.
func weighted(seed uint64) []row {
	rows := typical(seed).rows()
	for i := range rows {
		rows[i].weight = float32(i%4) / 2 // 0, 0.5, 1, 1.5
		rows[i].offset = float32(i%7) * 5
		switch i % 50 {
		case 3:
			rows[i].score = 31997
		case 4:
			rows[i].score = -32768
		case 5:
			rows[i].score = -31000
		}
	}
	return rows
}

// TestLeastSquares compares both methods with gonum's dense solver, and the
// standard errors with the formula.
func TestLeastSquares(t *testing.T) {
	for i, v := range variants {
		set := newSet(t, typical(0).columns, 100, weighted(uint64(i)))
		tw := newTwin(t, set, v.opt)
		want := tw.solve(tw.w, v.opt.Ridge)
		r := tw.residuals(want)
		ones := slices.Repeat([]float64{1}, len(r))
		wantErrs := tw.jackknife(r, ones, v.opt.Ridge)
		for _, m := range []Method{GramMatrix} {
			t.Run(fmt.Sprintf("%s/%v", v.name, m), func(t *testing.T) {
				opt := v.opt
				opt.Method = m
				got, gotErrs := fitted(mustFit(t, set, opt))
				compare(t, "weights", got, want, 1e-9)
				if opt.Ridge == 0 { // with one the pull is counted, see package sandwich
					compare(t, "standard errors", gotErrs, wantErrs, 1e-9)
				}
			})
		}
	}
}

// TestHuber compares with reweighting of the dense problem until nothing moves.
func TestHuber(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	for i, ridge := range []float64{0, 20} {
		rows := weighted(uint64(20 + i))
		set := newSet(t, typical(0).columns, 100, rows)
		for _, m := range []Method{GramMatrix} {
			opt := Options{Loss: Huber, Delta: 50, Ridge: ridge, Method: m, Tolerance: 1e-7, Iterations: 500}
			t.Run(fmt.Sprintf("ridge %g/%v", ridge, m), func(t *testing.T) {
				tw := newTwin(t, set, opt)
				want := tw.solve(tw.w, ridge)
				w, psi, curvature := slices.Clone(tw.w), make([]float64, len(tw.w)), make([]float64, len(tw.w))
				for range 500 {
					for i, r := range tw.residuals(want) {
						factor := min(1, opt.Delta/math.Abs(r))
						w[i], psi[i], curvature[i] = tw.w[i]*factor, r*factor, 0
						if factor == 1 {
							curvature[i] = 1
						}
					}
					want = tw.solve(w, ridge)
				}
				got, gotErrs := fitted(mustFit(t, set, opt))
				compare(t, "weights", got, want, 2e-7)
				if ridge == 0 {
					compare(t, "standard errors", gotErrs, tw.jackknife(psi, curvature, 0), 1e-6)
				}
			})
		}
	}
}

// TestCounts compares the counts of rows and games behind a weight with a
// direct count.
func TestCounts(t *testing.T) {
	set := newSet(t, typical(0).columns, 100, weighted(9))
	tw := newTwin(t, set, Options{})
	for _, m := range []Method{GramMatrix} {
		r := mustFit(t, set, Options{Method: m})
		for j, w := range r.Weights {
			rows, games := 0, make(map[uint32]bool)
			for i, g := range tw.games {
				if tw.x.At(i, j) != 0 {
					rows++
					games[g] = true
				}
			}
			if w.Rows != rows || w.Games != len(games) {
				t.Errorf("%v: %s is in %d rows and %d games, want %d and %d", m, w.Name, w.Rows, w.Games, rows, len(games))
			}
		}
	}
}
