package board_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// TestChecks: a move gives check if and only if the position after it is one.
func TestChecks(t *testing.T) {
	given := 0
	for p := range boardtest.RandomPositions(17, 20_000) {
		c := board.NewChecks(&p)
		for _, m := range p.LegalMoves(nil) {
			next := p
			next.Make(m)
			if got := c.Gives(m); got != next.InCheck() {
				t.Fatalf("%s %v: gives check: %t", p.FEN(), m, got)
			}
			if next.InCheck() {
				given++
			}
		}
	}
	if given < 1000 {
		t.Errorf("%d checks, want 1000 to compare", given)
	}
}
