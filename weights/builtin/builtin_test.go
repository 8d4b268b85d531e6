package builtin_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/builtin"
)

// again says how the files are made again.
const again = "make it again, see docs/builtin.md"

var files = []struct {
	name string
	set  *features.Set
	file func() *weights.File
}{
	{builtin.Name, standard.Set, weights.Builtin},
	{builtin.NonlinearName, standard.Nonlinear, weights.BuiltinNonlinear},
	{builtin.RetunedName, standard.Set, weights.BuiltinRetuned},
}

func TestWeights(t *testing.T) {
	for _, of := range files {
		f, set := of.file(), of.set
		if got, want := f.SetHash, set.Hash(); f.Set != set.Name() || got != want {
			t.Fatalf("set %s, hash %.12s; the program's set %s has %.12s: %s", f.Set, got, set.Name(), want, again)
		}
		if _, err := eval.New(f); err != nil {
			t.Errorf("%s: %v: %s", of.name, err, again)
		}
		if f.Provenance.WDL == nil || f.Provenance.Spread == nil {
			t.Errorf("%s: no model of win, draw and loss, or no spread: %s", of.name, again)
		}
		if of.file() != f {
			t.Errorf("%s: decoded twice", of.name)
		}
	}
}

// TestSense: a queen is worth more than a rook and so on, in a position that is
// otherwise the start position.
func TestSense(t *testing.T) {
	for _, of := range files {
		t.Run(of.name, func(t *testing.T) { testSense(t, of.file()) })
	}
}

func testSense(t *testing.T, f *weights.File) {
	e, err := eval.New(f)
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
