package inspect

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// TestFinished compares with the moves' generation, among stalemates and mates
// that random games seldom reach.
func TestFinished(t *testing.T) {
	positions, _ := boardtest.NumberedPositions(2, 5000)
	for _, fen := range []string{
		"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",                           // checkmate
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                           // stalemate
		"k7/P7/K7/8/8/8/8/8 b - - 0 1",                             // stalemate
		"k7/1R6/K7/p7/P7/8/8/8 b - - 0 1",                          // stalemate, a pawn blocked
		"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",                          // stalemate
		"4k3/8/8/8/8/8/3NK3/4r3 w - - 0 1",                         // in check
		"k6r/8/8/8/8/8/6r1/K7 w - - 0 1",                           // only the king can move
		"8/8/8/8/k2r2BK/8/8/8 w - - 0 1",                           // a piece on the line of a checker
		"6k1/8/8/8/8/8/r4PPK/6b1 w - - 0 1",                        // in check, pawns free
		"7k/8/8/8/7b/8/5PK1/8 w - - 0 1",                           // pinned along nothing
		"8/8/8/K1k5/8/8/8/8 w - - 0 1",                             // two kings
		"8/8/8/KBk5/8/8/8/8 w - - 0 1",                             // dead
		"4k3/8/8/8/4P3/8/8/4K3 w - - 150 90",                       // seventy-five moves
		"4k3/8/8/8/4P3/8/8/4K3 w - - 149 90",                       // not yet
		"8/8/8/8/8/p1p5/PpPk4/K7 w - - 0 1",                        // nothing but a king in a corner
		"5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", // stalemate, many pieces
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p, p.Mirror())
	}
	var found [board.SeventyFiveMoves + 1]int
	for _, p := range positions {
		got, want := Finished(&p), p.Status()
		if got != want {
			t.Errorf("%s: %v, want %v", p.FEN(), got, want)
		}
		found[want]++
	}
	for status, n := range found {
		if n == 0 {
			t.Errorf("no position with status %v", board.Status(status))
		}
	}
}
