package tapered

import (
	"math"
	"testing"

	"example.org/centipawn/board"
)

func TestPhase(t *testing.T) {
	tests := []struct {
		name, fen       string
		pesto, alphaOne float64
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 1},
		{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0},
		{"pawns only", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0, 2.0 / 26},
		{"rook ending", "4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1", 4.0 / 24, (4 + 0.125) / 26},
		{"queens off", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", 16.0 / 24, 18.0 / 26},
		{"promoted beyond the start: clamped", "rnbqkbnr/pppppppp/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1", 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := board.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := PeSTO.Of(&p); math.Abs(got-tt.pesto) > 1e-12 {
				t.Errorf("PeSTO.Of = %g, want %g", got, tt.pesto)
			}
			if got := AlphaOne.Of(&p); math.Abs(got-tt.alphaOne) > 1e-12 {
				t.Errorf("AlphaOne.Of = %g, want %g", got, tt.alphaOne)
			}
		})
	}
}

// TestFactors: the tables are what Pair.Blend multiplies by, fit into a byte,
// and sum to one.
func TestFactors(t *testing.T) {
	for _, ph := range []*Phase{&PeSTO, &AlphaOne} {
		mg, eg := ph.Factors()
		if len(mg) != ph.Steps()+1 || len(eg) != len(mg) || len(mg) > 256 {
			t.Fatalf("%s: %d and %d factors for %d steps", ph.Name, len(mg), len(eg), ph.Steps())
		}
		pair := Pair{MG: 100, EG: -40}
		for step := range mg {
			got := pair.MG*float64(mg[step]) + pair.EG*float64(eg[step])
			if want := pair.Blend(ph.At(step)); math.Abs(got-want) > 1e-4 {
				t.Errorf("%s, step %d: factors give %g, Blend %g", ph.Name, step, got, want)
			}
		}
	}
}
