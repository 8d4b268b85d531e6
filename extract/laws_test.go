package extract

import (
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/tapered"
)

// TestCheckLaws: a term that counts White alone is refused by name (F01).
func TestCheckLaws(t *testing.T) {
	oneSided := features.Family{
		Name:  "white pawns",
		Terms: []features.Definition{{Name: "white_pawns", Unit: "pawns", Formula: "of White alone"}},
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			t.Add(first, c.Pos.Pieces(board.White, board.Pawn).Count())
		},
	}
	set, err := features.NewSet("one_sided", &tapered.AlphaOne, oneSided)
	if err != nil {
		t.Fatal(err)
	}
	err = CheckLaws(set)
	if err == nil || !strings.HasPrefix(err.Error(), string(note.F01)) || !strings.Contains(err.Error(), "white_pawns") {
		t.Errorf("error %v, want F01 of white_pawns", err)
	}
}
