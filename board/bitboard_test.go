package board_test

import (
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
)

// shifted moves every square of b by files and ranks, one after the other; what
// leaves the board drops out.
func shifted(b board.Bitboard, files, ranks int) (moved board.Bitboard) {
	for sq := board.A1; sq <= board.H8; sq++ {
		f, r := sq.File()+files, sq.Rank()+ranks
		if b.Has(sq) && f >= 0 && f < 8 && r >= 0 && r < 8 {
			moved |= board.SquareBB(board.NewSquare(f, r))
		}
	}
	return moved
}

func TestBitboardSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		b := board.Bitboard(rng.Uint64() & rng.Uint64())
		northSpan, southSpan := board.Bitboard(0), board.Bitboard(0)
		for n := 1; n < 8; n++ {
			northSpan |= shifted(b, 0, n)
			southSpan |= shifted(b, 0, -n)
		}
		tests := []struct {
			name      string
			got, want board.Bitboard
		}{
			{"North", b.North(), shifted(b, 0, 1)},
			{"South", b.South(), shifted(b, 0, -1)},
			{"East", b.East(), shifted(b, 1, 0)},
			{"West", b.West(), shifted(b, -1, 0)},
			{"Widen", b.Widen(), b | shifted(b, 1, 0) | shifted(b, -1, 0)},
			{"Forward White", b.Forward(board.White), shifted(b, 0, 1)},
			{"Forward Black", b.Forward(board.Black), shifted(b, 0, -1)},
			{"FrontSpan White", b.FrontSpan(board.White), northSpan},
			{"FrontSpan Black", b.FrontSpan(board.Black), southSpan},
			{"FillNorth", b.FillNorth(), b | northSpan},
			{"FillSouth", b.FillSouth(), b | southSpan},
			{"FillFiles", b.FillFiles(), b | northSpan | southSpan},
			{"PawnAttackSet", board.PawnAttackSet(board.Black, b), shifted(b, 1, -1) | shifted(b, -1, -1)},
		}
		for _, tt := range tests {
			if tt.got != tt.want {
				t.Fatalf("%s of\n%vis\n%vwant\n%v", tt.name, b, tt.got, tt.want)
			}
		}
	}
}

func TestBitboardMembers(t *testing.T) {
	b := board.SquareBB(board.C3) | board.SquareBB(board.H8) | board.SquareBB(board.A1)
	if b.Count() != 3 || b.First() != board.A1 || b.Last() != board.H8 || !b.Several() {
		t.Errorf("%v: count %d, first %v, last %v", b, b.Count(), b.First(), b.Last())
	}
	for _, want := range []board.Square{board.A1, board.C3, board.H8, board.NoSquare} {
		if got := b.Pop(); got != want {
			t.Errorf("Pop = %v, want %v", got, want)
		}
	}
	if b.Last() != board.NoSquare || board.SquareBB(board.NoSquare) != 0 {
		t.Error("the empty set has a last square, or NoSquare is in a set")
	}
	for i := range 8 {
		a8, h1 := board.NewSquare(i, 7), board.NewSquare(7, i)
		if !board.FileMask(i).Has(a8) || !board.RankMask(i).Has(h1) || (board.FileMask(i)&board.RankMask(i)).Count() != 1 {
			t.Errorf("file or rank %d is wrong", i)
		}
	}
	if board.FileH != board.FileMask(7) || board.Rank8 != board.RankMask(7) || !board.LightSquares.Has(board.H1) {
		t.Error("FileH, Rank8 or LightSquares is wrong")
	}
}
