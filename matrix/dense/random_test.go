package dense

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"example.org/centipawn/matrix"
)

func testProvenance() matrix.Provenance {
	return matrix.Provenance{Sources: []matrix.Source{{Name: "games.epd"}, {Name: "more.csv"}}, Clusters: matrix.ByGame}
}

// testSchema has plain and tapered columns and full tables of factors.
func testSchema(columns int, counts matrix.CountType, optional matrix.Optional) matrix.Schema {
	s := matrix.Schema{Set: "test", SetHash: "5e7", Phase: "linear", Counts: counts, Optional: optional}
	for i := range columns {
		s.Columns = append(s.Columns, matrix.Column{Name: fmt.Sprintf("term%d", i), Tapered: i%3 > 0})
	}
	for i := range 256 {
		phi := float32(i) / 255
		s.MG, s.EG = append(s.MG, phi), append(s.EG, 1-phi)
	}
	return s
}

// withFormula adds two terms that go to sums of a formula, an input and a parameter, which has no column.
func withFormula(s matrix.Schema) matrix.Schema {
	s.Columns = append(s.Columns, matrix.Column{Name: "white/attackers"}, matrix.Column{Name: "black/attackers"}, matrix.Column{Name: "scale", Kind: matrix.Input})
	s, err := s.WithFormula("linear + weight(slope) * scale * (square(white) - square(black))")
	if err != nil {
		panic(err)
	}
	return s
}

// randomBlock fills b with rows of s.
func randomBlock(rng *rand.Rand, s *matrix.Schema, rows int, b *matrix.Block) {
	b.Reset()
	for range rows {
		for c := range s.Counted() {
			if rng.IntN(3) == 0 {
				b.Columns = append(b.Columns, uint16(c))
				b.Counts = append(b.Counts, randomCount(rng, s.Counts))
			}
		}
		b.Start = append(b.Start, int64(len(b.Columns)))
		b.MG = append(b.MG, uint8(rng.IntN(256)))
		b.EG = append(b.EG, uint8(rng.IntN(256)))
		b.Score = append(b.Score, randomScore(rng))
		b.Result = append(b.Result, uint8(rng.IntN(4)))
		b.Game = append(b.Game, rng.Uint32())
		b.Ply = append(b.Ply, uint16(rng.Uint32()))
		b.Material = append(b.Material, int8(rng.IntN(256)-128))
		b.Hash = append(b.Hash, rng.Uint64())
		if s.Optional.Has(matrix.WithSource) {
			b.Source = append(b.Source, uint8(rng.IntN(2)))
		}
		if s.Optional.Has(matrix.WithWeight) {
			b.Weight = append(b.Weight, rng.Float32())
		}
		if s.Optional.Has(matrix.WithOffset) {
			b.Offset = append(b.Offset, 100*rng.Float32()-50)
		}
		if s.Optional.Has(matrix.WithExpected) {
			b.Expected = append(b.Expected, randomExpected(rng))
		}
		if s.Optional.Has(matrix.WithTree) {
			b.Tree = append(b.Tree, rng.Uint32())
		}
		if s.Optional.Has(matrix.WithSide) {
			b.Side = append(b.Side, uint8(rng.IntN(2)))
		}
	}
}

// randomCount covers the whole range of t.
func randomCount(rng *rand.Rand, t matrix.CountType) float32 {
	switch t {
	case matrix.Int8:
		return float32(rng.IntN(256) - 128)
	case matrix.Int16:
		return float32(rng.IntN(65536) - 32768)
	}
	return float32(rng.NormFloat64())
}

// randomExpected is an expected score, with both ends, or none.
func randomExpected(rng *rand.Rand) float32 {
	if rng.IntN(4) == 0 {
		return unknown
	}
	return float32(rng.IntN(101)) / 100
}

// randomScore is a usual score, a mate or none.
func randomScore(rng *rand.Rand) int16 {
	switch rng.IntN(10) {
	case 0:
		return matrix.NoScore
	case 1:
		return matrix.MaxScore + 1 + int16(rng.IntN(2000))
	case 2:
		return -matrix.MaxScore - 1 - int16(rng.IntN(2000))
	}
	return int16(rng.IntN(4001) - 2000)
}

// randomBlocks returns n blocks of up to rows rows, some of them empty.
func randomBlocks(seed uint64, s *matrix.Schema, n, rows int) []*matrix.Block {
	rng := rand.New(rand.NewPCG(seed, 1))
	blocks := make([]*matrix.Block, n)
	for i := range blocks {
		blocks[i] = new(matrix.Block)
		if rng.IntN(5) > 0 {
			randomBlock(rng, s, rng.IntN(rows+1), blocks[i])
		}
	}
	return blocks
}

// writeAll writes the blocks and closes w.
func writeAll(t testing.TB, w matrix.Writer, blocks []*matrix.Block) {
	t.Helper()
	for _, b := range blocks {
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(testProvenance()); err != nil {
		t.Fatal(err)
	}
}

// wantFiles checks what a folder holds.
func wantFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}
