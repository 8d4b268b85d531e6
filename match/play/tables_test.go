package play

import (
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board/syzygy/syzygytest"
	"example.org/centipawn/pgn"
)

// TestTables: games end as tables say, where they know it; a win not before a capture or a move of a
// pawn, for fifty moves could prevent it.
func TestTables(t *testing.T) {
	folder := syzygytest.Folder(t)
	for _, tt := range []struct {
		name, fen, moves string
		end              End
		result           pgn.Result
		reason           string
	}{
		{"won by a capture", "7k/8/8/8/8/8/1n6/KR6 w - - 3 50", "b1b2", TableWin, pgn.WhiteWins, "White wins by adjudication: Syzygy tables"},
		{"won by the other side", "kr6/1N6/8/8/8/8/8/7K b - - 3 50", "b8b7", TableWin, pgn.BlackWins, "Black wins by adjudication: Syzygy tables"},
		{"not before the clock is 0", "7k/8/8/8/8/8/8/KR6 w - - 3 50", "b1b2 h8g8", MaxPlies, pgn.Draw, "Draw by adjudication: maximum length"},
		{"a cursed win is a draw, whatever the clock", "7k/8/8/8/8/8/8/KQ6 w - - 3 50", "b1b2", TableDraw, pgn.Draw, "Draw by adjudication: Syzygy tables"},
		{"unknown", "7k/8/8/8/8/8/8/KR5n w - - 3 50", "b1b2 h8g8", MaxPlies, pgn.Draw, "Draw by adjudication: maximum length"},
		{"mate first", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", Checkmate, pgn.WhiteWins, "White mates"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var lines []line
			for m := range strings.FieldsSeq(tt.moves) {
				lines = append(lines, line{move: m})
			}
			both := side(scripted(t, lines))
			var r Record
			if err := Play(t.Context(), opening(t, tt.fen), both, both, Rules{Tables: folder, MaxPlies: 2}, &r); err != nil {
				t.Fatal(err)
			}
			if r.End != tt.end || r.Result != tt.result || r.Reason != tt.reason || len(r.Moves) != len(lines) {
				t.Errorf("%v, %v, %q after %d moves; want %v, %v, %q", r.End, r.Result, r.Reason, len(r.Moves), tt.end, tt.result, tt.reason)
			}
			if term := r.End.Termination(); r.End != Checkmate && term != adjudication {
				t.Errorf("termination %q", term)
			}
		})
	}
	for path, want := range map[string]string{filepath.Join(folder, "none"): "pass folders with Syzygy tables", t.TempDir(): "no table is there"} {
		if err := (&Rules{Tables: path}).Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}
