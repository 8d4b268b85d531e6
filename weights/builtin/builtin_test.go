package builtin_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/weights"
)

// again says how the file is made again.
const again = "weights/builtin/standard.json: fit it again, see docs/builtin.md"

func TestWeights(t *testing.T) {
	f := weights.Builtin()
	if got, want := f.SetHash, standard.Set.Hash(); f.Set != standard.Set.Name() || got != want {
		t.Fatalf("set %s, hash %.12s; the program's set %s has %.12s: %s", f.Set, got, standard.Set.Name(), want, again)
	}
	if _, err := eval.New(f); err != nil {
		t.Errorf("%v: %s", err, again)
	}
	if f.Provenance.WDL == nil {
		t.Errorf("no model of win, draw and loss: %s", again)
	}
	if weights.Builtin() != f {
		t.Error("decoded twice")
	}
}

// TestSense: a queen is worth more than a rook and so on, in a position that is
// otherwise the start position.
func TestSense(t *testing.T) {
	e, err := eval.New(weights.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, tt := range []struct {
		without, fen string
	}{
		{"a pawn", "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"a knight", "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"a rook", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"},
		{"the queen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	} {
		p, err := board.ParseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := int(e.Evaluate(&p)); got < last+50 {
			t.Errorf("Black without %s: %d centipawns, less than 50 above the piece before: %d", tt.without, got, last)
		} else {
			last = got
		}
	}
}
