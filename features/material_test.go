package features

import (
	"testing"

	"example.org/centipawn/board"
)

// TestMaterial: each kind is the difference of the numbers of pieces, wherever they stand.
func TestMaterial(t *testing.T) {
	tests := []struct {
		name, fen string
		want      map[string]float64
	}{
		{"level at the start", board.StartFEN, nil},
		{"one of each kind against two pawns", "4k3/pp6/8/8/8/8/P7/RNBQK3 w - - 0 1", map[string]float64{
			"material.pawn": -1, "material.knight": 1, "material.bishop": 1, "material.rook": 1, "material.queen": 1}},
		{"Black has more", "q3k1nn/8/8/8/8/8/8/R3K2B b - - 0 1", map[string]float64{
			"material.knight": -2, "material.bishop": 1, "material.rook": 1, "material.queen": -1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := counts(t, Lishex, tt.fen)
			for _, def := range materialFamily.Terms {
				if got[def.Name] != tt.want[def.Name] {
					t.Errorf("%s counts %g, want %g", def.Name, got[def.Name], tt.want[def.Name])
				}
			}
		})
	}
}

// TestMaterialIsTheSumOfTables: a kind's count is the sum over its table.
func TestMaterialIsTheSumOfTables(t *testing.T) {
	trace := Lishex.NewTrace()
	tables := Term(len(materialFamily.Terms))
	for i := range Positions() {
		p := &Positions()[i]
		trace.Reset()
		Lishex.Count(p, trace)
		for pt := range tables {
			sum := 0.0
			for sq := range Term(64) {
				sum += trace.Trace().Count(tables + 64*pt + sq)
			}
			if got := trace.Trace().Count(pt); got != sum {
				t.Fatalf("%s counts %g, its table %g, on %s", Lishex.Terms()[pt].Name, got, sum, p.FEN())
			}
		}
	}
}
