package fitted

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// rows returns a matrix of a tapered and a plain term, with results by chance.
func rows(t *testing.T) *matrix.Set {
	t.Helper()
	schema := matrix.Schema{
		Set: "toy", SetHash: "1234", Phase: "pesto", Columns: []matrix.Column{{Name: "piece", Tapered: true}, {Name: "move"}},
		MG: []float32{0, 0.5, 1}, EG: []float32{1, 0.5, 0},
	}
	w, err := matrix.NewMemory(schema)
	if err != nil {
		t.Fatal(err)
	}
	b, from := matrix.Block{Start: []int64{0}}, rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		piece, code := float32(from.IntN(5)-2), uint8(from.IntN(3))
		result := matrix.ResultBlack
		if from.Float64() < 0.5+0.15*float64(piece) {
			result = matrix.ResultWhite
		}
		b.Columns, b.Counts = append(b.Columns, 0, 1), append(b.Counts, piece, float32(2*(i%2)-1))
		b.Start = append(b.Start, int64(len(b.Columns)))
		b.MG, b.EG = append(b.MG, code), append(b.EG, code)
		b.Score, b.Result = append(b.Score, matrix.NoScore), append(b.Result, result)
		b.Game, b.Ply, b.Material, b.Hash = append(b.Game, uint32(i/4)), append(b.Ply, 0), append(b.Material, 0), append(b.Hash, uint64(i))
	}
	p := matrix.Provenance{Sources: []matrix.Source{{Name: "toy.epd", SHA256: "ab", Lines: 2000}}, Clusters: matrix.ByGame}
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(p); err != nil {
		t.Fatal(err)
	}
	m, err := w.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	set, err := matrix.Join(m)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestFile(t *testing.T) {
	data := rows(t)
	start := []fit.NamedWeight{{Name: "piece.mg", Value: 50}, {Name: "piece.eg", Value: 60}, {Name: "move", Value: 7}}
	held, err := Freeze(data.Schema(), "move", start)
	if err != nil {
		t.Fatal(err)
	}
	res, err := fit.Fit(t.Context(), data, fit.Options{Loss: fit.Sigmoid, Fixed: held, Texel: fit.Texel{K: 1, Search: fit.Search{Start: start}, Scaling: fit.Scaling{Scale: fit.ScaleNone}}})
	if err != nil {
		t.Fatal(err)
	}
	about := About{Tool: "a test", Start: "toys", Prior: &weights.Prior{Name: "old.json", SHA256: "cd"}, Constraints: []string{"freeze move"}, Frozen: map[string]bool{"move": true}}
	f := File(res, data, about)
	piece, _ := f.Term("piece")
	move, _ := f.Term("move")
	if piece.MG.Value != res.Weights[0].Value || piece.EG.Value != res.Weights[1].Value || !(piece.MG.StdErr > 0) {
		t.Errorf("piece %+v, found %+v", piece, res.Weights)
	}
	if move.Value.Value != 7 || move.Value.Bound != weights.BoundFrozen {
		t.Errorf("move %+v, want 7, frozen", move)
	}
	p := f.Provenance
	if p.Tool != "a test" || p.Start != "toys" || p.Prior.Name != "old.json" || p.K.Value != 1 || p.Target != "result" ||
		p.Split.Kind != "game" || p.Sources[0].Name != "toy.epd" || !slices.Equal(p.Constraints, about.Constraints) || p.Test.N != res.Test.N {
		t.Errorf("provenance %+v", p)
	}
	var text bytes.Buffer
	if err := f.Encode(&text); err != nil {
		t.Fatal(err)
	}
	back, err := weights.Decode("x", &text)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Named(back), Named(f); !slices.Equal(got, want) || len(want) != 3 || want[2] != start[2] {
		t.Errorf("read back %v, want %v", got, want)
	}
}

// TestFreezeBrackets: names with [ and ] are patterns that match themselves.
func TestFreezeBrackets(t *testing.T) {
	schema := matrix.Schema{Set: "toy", Columns: []matrix.Column{{Name: "safe[3]"}, {Name: "safe[4]"}}}
	for pattern, want := range map[string]int{"safe[3]": 1, "safe*": 2} {
		if held, err := Freeze(schema, pattern, nil); err != nil || len(held) != want || held[0].Pattern != "safe[3]" {
			t.Errorf("%s: %v, %v", pattern, held, err)
		}
	}
}

func TestFreeze(t *testing.T) {
	schema := rows(t).Schema()
	start := []fit.NamedWeight{{Name: "piece.mg", Value: 50}}
	for _, tt := range []struct {
		pattern string
		want    []fit.Fixed
		err     string
	}{
		{"piece", []fit.Fixed{{Pattern: "piece.mg", Value: 50}, {Pattern: "piece.eg"}}, ""},
		{"piece.mg", []fit.Fixed{{Pattern: "piece.mg", Value: 50}}, ""},
		{"[mp]*", []fit.Fixed{{Pattern: "piece.mg", Value: 50}, {Pattern: "piece.eg"}, {Pattern: "move"}}, ""},
		{"woman", nil, "no weight of set toy"},
		{"[", nil, "pattern"},
	} {
		t.Run(tt.pattern, func(t *testing.T) {
			held, err := Freeze(schema, tt.pattern, start)
			if !slices.Equal(held, tt.want) {
				t.Errorf("held %v, want %v", held, tt.want)
			}
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

// TestFreezeOthers: what a pattern matches is free, by its own name or its column's, and all else is held.
func TestFreezeOthers(t *testing.T) {
	schema := rows(t).Schema()
	start := []fit.NamedWeight{{Name: "piece.mg", Value: 50}}
	for _, tt := range []struct {
		patterns []string
		want     []fit.Fixed
	}{
		{[]string{"move"}, []fit.Fixed{{Pattern: "piece.mg", Value: 50}, {Pattern: "piece.eg"}}},
		{[]string{"piece.eg", "move"}, []fit.Fixed{{Pattern: "piece.mg", Value: 50}}},
		{[]string{"piece", "move"}, nil},
	} {
		if held, err := FreezeOthers(schema, tt.patterns, start); err != nil || !slices.Equal(held, tt.want) {
			t.Errorf("only %v: held %v, %v; want %v", tt.patterns, held, err, tt.want)
		}
	}
	if _, err := FreezeOthers(schema, []string{"woman"}, start); err == nil {
		t.Error("a pattern that matches nothing is no error")
	}
}
