package directions

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// set returns rows of two columns in several blocks, some of which weigh nothing.
func set(t *testing.T, blocks int, weight float32) *matrix.Set {
	t.Helper()
	w, err := matrix.NewMemory(matrix.Schema{Set: "toy", Columns: []matrix.Column{{Name: "a"}, {Name: "b"}}, MG: []float32{1}, EG: []float32{0}, Optional: matrix.WithWeight})
	if err != nil {
		t.Fatal(err)
	}
	for n := range blocks {
		b := &matrix.Block{}
		b.Reset()
		for i := range 50 {
			b.Columns, b.Counts = append(b.Columns, 0, 1), append(b.Counts, float32((i+n)%7-3), float32(i%5-2))
			b.Start = append(b.Start, int64(len(b.Columns)))
			b.MG, b.EG, b.Score, b.Result = append(b.MG, 0), append(b.EG, 0), append(b.Score, matrix.NoScore), append(b.Result, matrix.ResultUnknown)
			b.Game, b.Ply, b.Material, b.Hash = append(b.Game, 1), append(b.Ply, 0), append(b.Material, 0), append(b.Hash, uint64(i))
			b.Weight = append(b.Weight, weight*float32(i%3))
		}
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(matrix.Provenance{Sources: []matrix.Source{{Name: "toy"}}}); err != nil {
		t.Fatal(err)
	}
	m, err := w.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	s, err := matrix.Join(m)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func model(name string, a, b float64) rows.Model {
	return rows.Model{Name: name, Weights: []rows.NamedWeight{{Name: "a", Value: a}, {Name: "b", Value: b}}}
}

// TestCompare: means over rows as they are defined, the same for any number of threads.
func TestCompare(t *testing.T) {
	const k = 1.2
	data := set(t, 5, 1)
	old, list := model("old", 100, 50), []rows.Model{model("more", 150, 50), model("less", 100, -20), model("same", 100, 50)}
	got, err := Compare(t.Context(), data, old, list, Options{K: k})
	if err != nil {
		t.Fatal(err)
	}
	var weight float64
	gram, distance := [3][3]float64{}, [3]float64{}
	for n := range 5 {
		for i := range 50 {
			a, b, w := float64((i+n)%7-3), float64(i%5-2), float64(i%3)
			before := winprob.Expected(k, 100*a+50*b)
			delta := [3]float64{winprob.Expected(k, 150*a+50*b) - before, winprob.Expected(k, 100*a-20*b) - before, 0}
			weight += w
			for x := range delta {
				distance[x] += w * math.Abs(delta[x])
				for y := range delta {
					gram[x][y] += w * delta[x] * delta[y]
				}
			}
		}
	}
	for x := range gram {
		if want := distance[x] / weight; math.Abs(got.Distance[x]-want) > 1e-12 {
			t.Errorf("distance %d is %g, want %g", x, got.Distance[x], want)
		}
		for y := range gram {
			if want := gram[x][y] / weight; math.Abs(got.Gram[x][y]-want) > 1e-12 {
				t.Errorf("gram %d %d is %g, want %g", x, y, got.Gram[x][y], want)
			}
		}
	}
	if c := got.Correlation; c[0][0] != 1 || c[2][2] != 0 || c[0][2] != 0 || c[0][1] != c[1][0] || math.Abs(c[0][1]) >= 1 {
		t.Errorf("correlation %v", c)
	}
	threads, err := Compare(t.Context(), data, old, list, Options{K: k, Threads: 3})
	if diff := cmp.Diff(got, threads); err != nil || diff != "" {
		t.Errorf("on three threads: %v %s", err, diff)
	}
}

// TestCompareRefuses: what has no meaning is an error.
func TestCompareRefuses(t *testing.T) {
	data, old := set(t, 1, 1), model("old", 1, 1)
	if _, err := Compare(t.Context(), data, old, nil, Options{}); err == nil {
		t.Error("K of 0 is taken")
	}
	if _, err := Compare(t.Context(), data, old, []rows.Model{{Weights: []rows.NamedWeight{{Name: "c"}}}}, Options{K: 1}); err == nil {
		t.Error("a weight of no column is taken")
	}
	if _, err := Compare(t.Context(), set(t, 1, 0), old, nil, Options{K: 1}); !errors.Is(err, ErrNoRows) {
		t.Errorf("rows that weigh nothing: %v", err)
	}
}
