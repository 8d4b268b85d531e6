package linear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
)

// rowOf is a row as grams take it.
type rowOf struct {
	source  uint8
	entries []rows.Entry
	y, w    float64
}

// randomRows draws sparse rows of a problem with order weights.
func randomRows(rng *rand.Rand, n, order int) []rowOf {
	list := make([]rowOf, n)
	for i := range list {
		list[i] = rowOf{source: uint8(rng.IntN(3)), y: 100 * rng.NormFloat64(), w: float64(rng.IntN(3))}
		for j := range order {
			if rng.IntN(2) == 0 {
				list[i].entries = append(list[i].entries, rows.Entry{Weight: int32(j), Value: rng.NormFloat64()})
			}
		}
	}
	return list
}

// sameSystem compares two problems.
func sameSystem(t *testing.T, got, want *System) {
	t.Helper()
	const tol = 1e-10
	compare(t, "cross", flat(got.Cross), flat(want.Cross), tol)
	compare(t, "rhs", got.RHS, want.RHS, tol)
	compare(t, "raw", got.Raw, want.Raw, tol)
	compare(t, "yy, weight", []float64{got.YY, got.Weight}, []float64{want.YY, want.Weight}, tol)
	if !slices.Equal(got.Active, want.Active) || got.Rows != want.Rows {
		t.Errorf("counts %v of %d rows, want %v of %d", got.Active, got.Rows, want.Active, want.Rows)
	}
	for k, m := range want.Sources {
		compare(t, "means", got.Sources[k].X, m.X, tol)
		compare(t, "label, weight", []float64{got.Sources[k].Y, got.Sources[k].Weight}, []float64{m.Y, m.Weight}, tol)
	}
}

// compare checks values to a relative error, absolute below 1.
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

func flat(m mat.Matrix) []float64 {
	r, c := m.Dims()
	var v []float64
	for i := range r {
		for j := range c {
			v = append(v, m.At(i, j))
		}
	}
	return v
}

// FuzzMerge cuts rows anywhere: the merged sums of the parts are those of the
// whole.
func FuzzMerge(f *testing.F) {
	f.Add(uint64(1), uint8(4), uint8(40), uint8(13), uint8(30))
	f.Add(uint64(2), uint8(1), uint8(3), uint8(0), uint8(3))
	f.Add(uint64(3), uint8(7), uint8(9), uint8(9), uint8(9))
	f.Fuzz(func(t *testing.T, seed uint64, order, n, cut1, cut2 uint8) {
		if order == 0 || order > 20 || n == 0 {
			t.Skip()
		}
		rows := randomRows(rand.New(rand.NewPCG(seed, 0)), int(n), int(order))
		rows[0].w = 1 // something must count
		a, b := min(int(cut1), int(n)), min(int(cut2), int(n))
		cuts := [][]rowOf{rows[:min(a, b)], rows[min(a, b):max(a, b)], rows[max(a, b):]}
		whole, grams := NewGram(int(order)), NewGram(int(order))
		for _, r := range rows {
			whole.AddRow(r.source, r.entries, r.y, r.w)
		}
		g := NewGram(int(order))
		for _, cut := range cuts {
			for _, r := range cut {
				g.AddRow(r.source, r.entries, r.y, r.w)
			}
			grams.Merge(g)
			g.Reset() // must leave nothing behind
		}
		for _, intercept := range []bool{true, false} {
			sameSystem(t, grams.System(intercept), whole.System(intercept))
		}
	})
}

// TestTiles checks that the three ways into a gram agree: row by row, tiles of
// sparse rows, tiles of full rows; with and without weights.
func TestTiles(t *testing.T) {
	const n, order = 900, 40
	for _, density := range []float64{0.02, 0.6, 1} {
		for _, weights := range []bool{false, true} {
			t.Run(fmt.Sprintf("density %g, weights %t", density, weights), func(t *testing.T) {
				b, sel := drawn(n, order, density, weights)
				columns := make([]matrix.Column, order)
				for j := range columns {
					columns[j].Name = fmt.Sprintf("x%d", j)
				}
				design, err := rows.NewDesign(matrix.Schema{Columns: columns, Counts: matrix.Float32}, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				fast, slow := &GramSum{Gram: *NewGram(order), Rows: RowFeed{Design: design}}, NewGram(order)
				for r, i := range sel.Index {
					slow.AddRow(0, design.Expand(b, int(i), nil), sel.Y[r], sel.W[r])
					slow.labels += sel.Y[r] * sel.W[r]
				}
				if got, want := fast.Dense(b), density > 0.3; got != want {
					t.Errorf("dense = %t", got)
				}
				if err := fast.Add(b, sel); err != nil {
					t.Fatal(err)
				}
				sameSystem(t, fast.System(true), slow.System(true))
			})
		}
	}
}

// drawn returns random rows of a source, every third left out.
func drawn(n, order int, density float64, weights bool) (*matrix.Block, *rows.Selection) {
	rng := rand.New(rand.NewPCG(4, 1))
	b, sel := new(matrix.Block), new(rows.Selection)
	b.Reset()
	for i := range n {
		for j := range order {
			if rng.Float64() < density {
				b.Columns, b.Counts = append(b.Columns, uint16(j)), append(b.Counts, float32(rng.IntN(7)-3))
				if density == 1 && b.Counts[len(b.Counts)-1] == 0 {
					b.Counts[len(b.Counts)-1] = 9 // full rows
				}
			}
		}
		b.Start, b.MG, b.EG = append(b.Start, int64(len(b.Columns))), append(b.MG, 0), append(b.EG, 0)
		if i%3 == 2 {
			continue
		}
		w := 1.0
		if weights {
			w = float64(1 + i%4)
		}
		sel.Index, sel.Y, sel.W = append(sel.Index, int32(i)), append(sel.Y, 100*rng.NormFloat64()), append(sel.W, w)
	}
	b.Score = make([]int16, n)
	return b, sel
}
