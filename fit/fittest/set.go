package fittest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// Row is a row of a set in a test. Counts are dense.
type Row struct {
	Counts         []float32
	Mg, Eg         uint8
	Score          int16
	Result         uint8   // a code of matrix, 0: unknown
	Weight, Offset float32 // a row of weight 0 is dropped
	Game           uint32
	Source         uint8
	Tree           uint32
	Side           uint8
	Material       int8
	Hash           uint64
}

// PlainColumns returns n plain columns, x0, x1, ...
func PlainColumns(n int) []matrix.Column {
	columns := make([]matrix.Column, n)
	for j := range columns {
		columns[j].Name = fmt.Sprintf("x%d", j)
	}
	return columns
}

// TestSchema has phases 0, 0.25, …, 1 for the codes 0 to 4.
func TestSchema(columns []matrix.Column) matrix.Schema {
	return matrix.Schema{
		Set: "test", SetHash: "1", Columns: columns, Counts: matrix.Float32,
		Optional: matrix.WithSource | matrix.WithWeight | matrix.WithOffset | matrix.WithTree | matrix.WithSide,
		MG:       []float32{0, 0.25, 0.5, 0.75, 1}, EG: []float32{1, 0.75, 0.5, 0.25, 0},
	}
}

// FormulaSchema is TestSchema with a formula; the weights that it reads by name are columns of their own.
func FormulaSchema(t testing.TB, formula string, columns []matrix.Column) matrix.Schema {
	t.Helper()
	s, err := TestSchema(columns).WithFormula(formula)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// NewSet makes a set of rows, cut into blocks of blockRows rows.
func NewSet(t testing.TB, columns []matrix.Column, blockRows int, rows []Row) *matrix.Set {
	t.Helper()
	return SetOf(t, TestSchema(columns), blockRows, rows)
}

// SetOf is NewSet of a schema.
func SetOf(t testing.TB, schema matrix.Schema, blockRows int, rows []Row) *matrix.Set {
	t.Helper()
	w, err := matrix.NewMemory(schema)
	if err != nil {
		t.Fatal(err)
	}
	for lo := 0; lo < len(rows); lo += blockRows {
		if err := w.Write(NewBlock(rows[lo:min(lo+blockRows, len(rows))])); err != nil {
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

func NewBlock(rows []Row) *matrix.Block {
	b := new(matrix.Block)
	b.Reset()
	for _, r := range rows {
		for c, v := range r.Counts {
			if v != 0 {
				b.Columns, b.Counts = append(b.Columns, uint16(c)), append(b.Counts, v)
			}
		}
		b.Start = append(b.Start, int64(len(b.Columns)))
		b.MG, b.EG = append(b.MG, r.Mg), append(b.EG, r.Eg)
		b.Score, b.Result = append(b.Score, r.Score), append(b.Result, r.Result)
		b.Weight, b.Offset = append(b.Weight, r.Weight), append(b.Offset, r.Offset)
		b.Game, b.Ply, b.Source = append(b.Game, r.Game), append(b.Ply, 0), append(b.Source, r.Source)
		b.Material, b.Hash = append(b.Material, r.Material), append(b.Hash, r.Hash)
		b.Tree, b.Side = append(b.Tree, r.Tree), append(b.Side, r.Side)
	}
	return b
}

// Simulation describes random rows: counts of -3 to 3, present with a chance of
// density, labels linear in them with noise that rows of a game share.
type Simulation struct {
	Columns []matrix.Column
	Truth   []float64 // by column; both weights of a tapered one
	Games   int
	PerGame int
	Sources int
	Density float64
	Noise   float64 // standard deviation of a row's own error, centipawns
	Shared  float64 // of the error of a game
	Seed    uint64
}

// Rows draws the rows, games one after the other.
func (s Simulation) Rows() []Row {
	rng := rand.New(rand.NewPCG(s.Seed, 1))
	var rows []Row
	for g := range s.Games {
		common := s.Shared * rng.NormFloat64()
		lean := float32(rng.IntN(3) - 1) // counts of a game are alike
		for range s.PerGame {
			r := Row{Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64(), Mg: uint8(rng.IntN(5))}
			r.Eg = r.Mg
			r.Source = uint8(g % max(1, s.Sources))
			y := 20*float64(r.Source) + 10 + common + s.Noise*rng.NormFloat64()
			for j := range s.Columns {
				v := float32(0)
				if rng.Float64() < s.Density {
					v = float32(rng.IntN(5)-2) + lean
				}
				r.Counts = append(r.Counts, v)
				y += s.Truth[j] * float64(v)
			}
			r.Score = int16(y)
			rows = append(rows, r)
		}
	}
	return rows
}

// Typical is a simulation with tapered columns and two sources.
func Typical(seed uint64) Simulation {
	columns := PlainColumns(6)
	columns[1].Tapered, columns[4].Tapered = true, true
	return Simulation{
		Columns: columns, Truth: []float64{100, -30, 12, 0, 55, 7},
		Games: 150, PerGame: 12, Sources: 2, Density: 0.7, Noise: 60, Shared: 40, Seed: seed,
	}
}

// MustFit fits or ends the test.
func MustFit(t testing.TB, data fit.Data, opt fit.Options) *fit.Result {
	t.Helper()
	r, err := fit.Fit(t.Context(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Values returns the fitted weights.
func Values(r *fit.Result) []float64 {
	var v []float64
	for _, w := range r.Weights {
		v = append(v, w.Value)
	}
	return v
}
