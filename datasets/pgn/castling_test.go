package pgn

import (
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// TestCastling: castling rights of the tag FEN that the board cannot have are dropped and counted where options say so;
// those of a faulty game are not.
func TestCastling(t *testing.T) {
	const game = "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/4P3/8/8/4K2R w KQkq - 0 1\"]\n\n1. O-O Kd7 *\n\n"
	repair := datasets.Options{Castling: datasets.CastlingRepair, Format: "pgn"}
	const want = "0 e1g1 ? *, 1 e8d7 ? *"
	if got := readPGN(game, repair); got != want {
		t.Errorf("repaired: %s, want %s", got, want)
	}
	if got := readPGN(game, datasets.Options{}); !strings.Contains(got, "impossible castling right") {
		t.Errorf("refused: %s", got)
	}

	text := game + strings.Replace(game, "Kd7", "Kd4", 1) + game + "[Result \"*\"]\n\n1. e4 *\n"
	var c datasets.Chunk
	var p datasets.Parsed
	if err := datasets.NewReader("t.pgn", strings.NewReader(text), repair).Next(&c); err != nil {
		t.Fatal(err)
	}
	c.Parse(&p)
	if p.Counts.Castling != 2 || p.Counts.Bad != 1 || len(p.Samples) != 5 {
		t.Errorf("%d samples, %+v", len(p.Samples), p.Counts)
	}
}
