package fittest

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
)

// A Twin is the training rows of a set as a dense problem, with a column for every
// weight that is fitted and one for every source: everything written out, and
// nothing shared with the package but the choice of rows.
type Twin struct {
	X       *mat.Dense // weights, then intercepts
	Y, W    []float64  // labels less base
	Base    []float64  // offsets and what is held
	Games   []uint32
	Sources []uint8 // in order
	Weights int
}

// NewTwin writes out the training rows.
func NewTwin(t *testing.T, set *matrix.Set, opt fit.Options) *Twin {
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
	tw := &Twin{Weights: len(design.Names)}
	var rows [][]float64
	var sources []uint8
	for b := range set.Blocks() {
		var block matrix.Block
		if err := set.ReadBlock(b, &block); err != nil {
			t.Fatal(err)
		}
		sel := SelectionOf(opt)
		sel.Take(&block, fit.Train)
		for k, i := range sel.Index {
			row := make([]float64, tw.Weights)
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
			tw.Y, tw.Base = append(tw.Y, sel.Y[k]-base), append(tw.Base, base)
			tw.W, tw.Games = append(tw.W, sel.W[k]), append(tw.Games, block.Game[i])
			sources = append(sources, block.Source[i])
		}
	}
	tw.Sources = slices.Compact(slices.Sorted(slices.Values(sources)))
	if opt.Intercept == fit.NoIntercept {
		tw.Sources = nil
	}
	tw.X = mat.NewDense(len(rows), tw.Weights+len(tw.Sources), nil)
	for i, row := range rows {
		if k := slices.Index(tw.Sources, sources[i]); k >= 0 {
			tw.X.Set(i, tw.Weights+k, 1)
		}
		for j, v := range row {
			tw.X.Set(i, j, v)
		}
	}
	return tw
}

// Solve returns weighted least squares by gonum, with a ridge on the weights.
func (tw *Twin) Solve(w []float64, ridge float64) []float64 {
	n, k := tw.X.Dims()
	a, b := mat.NewDense(n+k, k, nil), mat.NewVecDense(n+k, nil)
	for i := range n {
		for j := range k {
			a.Set(i, j, math.Sqrt(w[i])*tw.X.At(i, j))
		}
		b.SetVec(i, math.Sqrt(w[i])*tw.Y[i])
	}
	for j := range tw.Weights {
		a.Set(n+j, j, math.Sqrt(ridge))
	}
	var x mat.VecDense
	if err := x.SolveVec(a, b); err != nil {
		panic(err) // the test is at fault
	}
	return x.RawVector().Data
}

// Residuals returns label less prediction.
func (tw *Twin) Residuals(beta []float64) []float64 {
	var p mat.VecDense
	p.MulVec(tw.X, mat.NewVecDense(len(beta), beta))
	r := make([]float64, len(tw.Y))
	for i := range r {
		r[i] = tw.Y[i] - p.AtVec(i)
	}
	return r
}

// Jackknife returns standard errors from scores psi·x and curvature: each game left out in
// turn, a step of Newton's method made without it, and the changes squared.
func (tw *Twin) Jackknife(psi, curvature []float64, ridge float64) []float64 {
	n, k := tw.X.Dims()
	bread := mat.NewDense(k, k, nil)
	games, scores := make(map[uint32]*mat.Dense), make(map[uint32]*mat.VecDense)
	for i := range n {
		row, g := mat.NewVecDense(k, mat.Row(nil, i, tw.X)), tw.Games[i]
		if games[g] == nil {
			games[g], scores[g] = mat.NewDense(k, k, nil), mat.NewVecDense(k, nil)
		}
		games[g].RankOne(games[g], tw.W[i]*curvature[i], row, row)
		scores[g].AddScaledVec(scores[g], tw.W[i]*psi[i], row)
		bread.RankOne(bread, tw.W[i]*curvature[i], row, row)
	}
	for j := range tw.Weights {
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

// Fitted returns weights and intercepts of a result, as the twin orders them.
func Fitted(r *fit.Result) (value, stdErr []float64) {
	for _, w := range r.Weights {
		value, stdErr = append(value, w.Value), append(stdErr, w.StdErr)
	}
	for _, a := range r.Intercepts {
		value, stdErr = append(value, a.Value), append(stdErr, a.StdErr)
	}
	return value, stdErr
}

// Compare reports values that differ by more than tol, relative to the larger of
// want and 1.
func Compare(t *testing.T, what string, got, want []float64, tol float64) {
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

// Weighted returns rows with weights, offsets, mates and rows without score.
func Weighted(seed uint64) []Row {
	rows := Typical(seed).Rows()
	for i := range rows {
		rows[i].Weight = float32(i%4) / 2 // 0, 0.5, 1, 1.5
		rows[i].Offset = float32(i%7) * 5
		switch i % 50 {
		case 3:
			rows[i].Score = 31997
		case 4:
			rows[i].Score = -32768
		case 5:
			rows[i].Score = -31000
		}
	}
	return rows
}
