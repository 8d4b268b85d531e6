package board_test

import (
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// TestStages: noisy and quiet moves together are the legal moves, each where its
// effect on the material puts it, on positions of games played at random.
func TestStages(t *testing.T) {
	visitGames(t, func(t *testing.T, p *board.Position) {
		noisy, quiet := p.NoisyMoves(nil), p.QuietMoves(nil)
		for _, m := range noisy {
			if !p.IsCapture(m) && !m.IsPromotion() {
				t.Fatalf("%s: %v is not noisy", p.FEN(), m)
			}
		}
		for _, m := range quiet {
			if p.IsCapture(m) || m.IsPromotion() {
				t.Fatalf("%s: %v is not quiet", p.FEN(), m)
			}
		}
		both, want := append(noisy, quiet...), p.LegalMoves(nil)
		slices.Sort(both)
		slices.Sort(want)
		if !slices.Equal(both, want) {
			t.Fatalf("%s: noisy and quiet moves %v, legal %v", p.FEN(), both, want)
		}
	})
}

// TestIsLegal asks of every value that a move can have.
func TestIsLegal(t *testing.T) {
	var legal [1 << 16]bool
	n := 0
	visitGames(t, func(t *testing.T, p *board.Position) {
		if n++; n%16 != 0 && !p.InCheck() && p.EnPassant() == board.NoSquare {
			return
		}
		clear(legal[:])
		for _, m := range p.LegalMoves(nil) {
			legal[m] = true
		}
		for i, want := range legal {
			if got := p.IsLegal(board.Move(i)); got != want {
				t.Fatalf("%s: IsLegal(%v = %#x) = %v, want %v", p.FEN(), board.Move(i), i, got, want)
			}
		}
	})
}

// TestMakeNull: the position after a null move is the one that its FEN says.
func TestMakeNull(t *testing.T) {
	visitGames(t, func(t *testing.T, p *board.Position) {
		if p.InCheck() {
			return
		}
		q := *p
		q.MakeNull()
		if q.SideToMove() == p.SideToMove() || q.EnPassant() != board.NoSquare || q.HalfmoveClock() != p.HalfmoveClock()+1 {
			t.Fatalf("%s after a null move is %s", p.FEN(), q.FEN())
		}
		again, err := board.ParseFEN(q.FEN())
		if err != nil || again != q {
			t.Fatalf("%s after a null move is %s: %v, key %x, want %x", p.FEN(), q.FEN(), err, q.Key(), again.Key())
		}
		if q.MakeNull(); q.SideToMove() != p.SideToMove() || p.EnPassant() == board.NoSquare && q.Key() != p.Key() {
			t.Fatalf("%s after two null moves is %s", p.FEN(), q.FEN())
		}
	})
}

// visitGames calls visit on positions of games played at random.
func visitGames(t *testing.T, visit func(*testing.T, *board.Position)) {
	for p := range boardtest.RandomPositions(5, 20000) {
		visit(t, &p)
	}
}
