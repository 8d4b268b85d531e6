package fit

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/matrix"
)

// row is a row of a set in a test. Counts are dense.
type row struct {
	counts         []float32
	mg, eg         uint8
	score          int16
	result         uint8   // a code of matrix, 0: unknown
	weight, offset float32 // a row of weight 0 is dropped
	game           uint32
	source         uint8
	tree           uint32
	side           uint8
	material       int8
	hash           uint64
}

// plainColumns returns n plain columns, x0, x1, ...
func plainColumns(n int) []matrix.Column {
	columns := make([]matrix.Column, n)
	for j := range columns {
		columns[j].Name = fmt.Sprintf("x%d", j)
	}
	return columns
}

// testSchema has phases 0, 0.25, …, 1 behind the codes 0 to 4.
func testSchema(columns []matrix.Column) matrix.Schema {
	return matrix.Schema{
		Set: "test", SetHash: "1", Columns: columns, Counts: matrix.Float32,
		Optional: matrix.WithSource | matrix.WithWeight | matrix.WithOffset | matrix.WithTree | matrix.WithSide,
		MG:       []float32{0, 0.25, 0.5, 0.75, 1}, EG: []float32{1, 0.75, 0.5, 0.25, 0},
	}
}

// newSet makes a set of rows, cut into blocks of so many rows.
func newSet(t testing.TB, columns []matrix.Column, blockRows int, rows []row) *matrix.Set {
	t.Helper()
	w, err := matrix.NewMemory(testSchema(columns))
	if err != nil {
		t.Fatal(err)
	}
	for lo := 0; lo < len(rows); lo += blockRows {
		if err := w.Write(newBlock(rows[lo:min(lo+blockRows, len(rows))])); err != nil {
			t.Fatal(err)
		}
	}
	sources := make([]matrix.Source, 4)
	for i := range sources {
		sources[i].Name = fmt.Sprintf("source %d", i)
	}
	if err := w.Close(matrix.Provenance{Sources: sources}); err != nil {
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

func newBlock(rows []row) *matrix.Block {
	b := new(matrix.Block)
	b.Reset()
	for _, r := range rows {
		for c, v := range r.counts {
			if v != 0 {
				b.Columns, b.Counts = append(b.Columns, uint16(c)), append(b.Counts, v)
			}
		}
		b.Start = append(b.Start, int64(len(b.Columns)))
		b.MG, b.EG = append(b.MG, r.mg), append(b.EG, r.eg)
		b.Score, b.Result = append(b.Score, r.score), append(b.Result, r.result)
		b.Weight, b.Offset = append(b.Weight, r.weight), append(b.Offset, r.offset)
		b.Game, b.Ply, b.Source = append(b.Game, r.game), append(b.Ply, 0), append(b.Source, r.source)
		b.Material, b.Hash = append(b.Material, r.material), append(b.Hash, r.hash)
		b.Tree, b.Side = append(b.Tree, r.tree), append(b.Side, r.side)
	}
	return b
}

// simulation describes random rows: counts of -3 to 3, present with a chance of
// density, labels linear in them with noise that rows of a game share.
type simulation struct {
	columns []matrix.Column
	truth   []float64 // by column; both weights of a tapered one
	games   int
	perGame int
	sources int
	density float64
	noise   float64 // standard deviation of a row's own error, centipawns
	shared  float64 // of the error of a game
	seed    uint64
}

// rows draws the rows, games one after the other.
func (s simulation) rows() []row {
	rng := rand.New(rand.NewPCG(s.seed, 1))
	var rows []row
	for g := range s.games {
		common := s.shared * rng.NormFloat64()
		lean := float32(rng.IntN(3) - 1) // counts of a game are alike
		for range s.perGame {
			r := row{weight: 1, game: uint32(g + 1), hash: rng.Uint64(), mg: uint8(rng.IntN(5))}
			r.eg = r.mg
			r.source = uint8(g % max(1, s.sources))
			y := 20*float64(r.source) + 10 + common + s.noise*rng.NormFloat64()
			for j := range s.columns {
				v := float32(0)
				if rng.Float64() < s.density {
					v = float32(rng.IntN(5)-2) + lean
				}
				r.counts = append(r.counts, v)
				y += s.truth[j] * float64(v)
			}
			r.score = int16(y)
			rows = append(rows, r)
		}
	}
	return rows
}

// typical is a simulation with tapered columns and two sources.
func typical(seed uint64) simulation {
	columns := plainColumns(6)
	columns[1].Tapered, columns[4].Tapered = true, true
	return simulation{
		columns: columns, truth: []float64{100, -30, 12, 0, 55, 7},
		games: 150, perGame: 12, sources: 2, density: 0.7, noise: 60, shared: 40, seed: seed,
	}
}

// mustFit fits or ends the test.
func mustFit(t testing.TB, data Data, opt Options) *Result {
	t.Helper()
	r, err := Fit(t.Context(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// values returns the fitted weights.
func values(r *Result) []float64 {
	var v []float64
	for _, w := range r.Weights {
		v = append(v, w.Value)
	}
	return v
}
