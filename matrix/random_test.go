package matrix

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// testProvenance has one source; counts are those of shard i of n.
func testProvenance(i, n int) Provenance {
	share := func(total int64) int64 {
		part := total / int64(n)
		if i == 0 {
			part += total % int64(n)
		}
		return part
	}
	return Provenance{
		Sources:  []Source{{Name: "games.epd", SHA256: "ab12", Lines: share(1000), Bad: share(11)}, {Name: "more.csv", SHA256: "cd34", Lines: share(77)}},
		Settings: []Setting{{Name: "pov", Value: "white"}},
		Funnel:   []Drop{{Filter: "check", Rows: share(50)}, {Filter: "mate", Rows: share(0)}},
		Clusters: ByGame,
		Warnings: []string{"many equal labels"},
	}
}

// testSchema has plain and tapered columns and full tables of factors.
func testSchema(columns int, counts CountType, optional Optional) Schema {
	s := Schema{Set: "test", SetHash: "5e7", Phase: "linear", Counts: counts, Optional: optional}
	for i := range columns {
		s.Columns = append(s.Columns, Column{Name: fmt.Sprintf("term%d", i), Tapered: i%3 > 0})
	}
	for i := range 256 {
		phi := float32(i) / 255
		s.MG, s.EG = append(s.MG, phi), append(s.EG, 1-phi)
	}
	return s
}

// withFormula adds two terms that go to the sums of both sides, an input, and a formula with a parameter.
func withFormula(s Schema) Schema {
	s.Columns = append(s.Columns, Column{Name: "white/attackers"}, Column{Name: "white/checks", Tapered: true},
		Column{Name: "black/attackers"}, Column{Name: "black/checks", Tapered: true}, Column{Name: "scale", Kind: Input})
	s, err := s.WithFormula("danger = square(max(0, white.mg)) - square(max(0, black.mg));\nlinear * scale + danger / 100 * mg + weight(slope) * (white.eg - black.eg)")
	if err != nil {
		panic(err)
	}
	return s
}

// randomBlock fills b with rows of s; sources is the number of sources.
func randomBlock(rng *rand.Rand, s *Schema, rows, sources int, b *Block) {
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
		if s.Optional.Has(WithSource) {
			b.Source = append(b.Source, uint8(rng.IntN(sources)))
		}
		if s.Optional.Has(WithWeight) {
			b.Weight = append(b.Weight, rng.Float32())
		}
		if s.Optional.Has(WithOffset) {
			b.Offset = append(b.Offset, 100*rng.Float32()-50)
		}
		if s.Optional.Has(WithExpected) {
			b.Expected = append(b.Expected, randomExpected(rng))
		}
		if s.Optional.Has(WithTree) {
			b.Tree = append(b.Tree, rng.Uint32())
		}
		if s.Optional.Has(WithSide) {
			b.Side = append(b.Side, uint8(rng.IntN(2)))
		}
	}
}

// randomCount covers the whole range of t.
func randomCount(rng *rand.Rand, t CountType) float32 {
	switch t {
	case Int8:
		return float32(rng.IntN(256) - 128)
	case Int16:
		return float32(rng.IntN(65536) - 32768)
	}
	return float32(rng.NormFloat64())
}

// randomExpected is an expected score, with both ends, or none.
func randomExpected(rng *rand.Rand) float32 {
	if rng.IntN(4) == 0 {
		return none
	}
	return float32(rng.IntN(101)) / 100
}

// randomScore is a usual score, a mate or none.
func randomScore(rng *rand.Rand) int16 {
	switch rng.IntN(10) {
	case 0:
		return NoScore
	case 1:
		return MaxScore + 1 + int16(rng.IntN(2000))
	case 2:
		return -MaxScore - 1 - int16(rng.IntN(2000))
	}
	return int16(rng.IntN(4001) - 2000)
}

// randomBlocks returns n blocks of up to rows rows, some of them empty.
func randomBlocks(seed uint64, s *Schema, n, rows int) []*Block {
	rng := rand.New(rand.NewPCG(seed, 1))
	blocks := make([]*Block, n)
	for i := range blocks {
		blocks[i] = new(Block)
		if rng.IntN(5) > 0 {
			randomBlock(rng, s, rng.IntN(rows+1), 2, blocks[i])
		}
	}
	return blocks
}

// writeAll writes the blocks of the shard and closes w.
func writeAll(t testing.TB, w Writer, blocks []*Block, shard Shard) {
	t.Helper()
	for i, b := range blocks {
		if !shard.Holds(i) {
			continue
		}
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(testProvenance(shard.Index, shard.Count())); err != nil {
		t.Fatal(err)
	}
}

// writeDir writes the blocks of the shard to dir and opens it.
func writeDir(t testing.TB, dir string, s Schema, blocks []*Block, shard Shard) *Matrix {
	t.Helper()
	w, err := Create(dir, s, shard)
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, w, blocks, shard)
	return open(t, dir)
}

func open(t testing.TB, dir string) *Matrix {
	t.Helper()
	m, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// inMemory keeps the blocks.
func inMemory(t testing.TB, s Schema, blocks []*Block) *Matrix {
	t.Helper()
	w, err := NewMemory(s)
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, w, blocks, Shard{})
	m, err := w.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	return m
}
