package board_test

import (
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
)

var (
	diagonalSteps = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	straightSteps = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
)

// walk is the slow twin of the tables: from sq in every direction, most steps
// away at the utmost, until the first blocker.
func walk(sq board.Square, directions [][2]int, occ board.Bitboard, most int) (attacks board.Bitboard) {
	for _, d := range directions {
		for n := 1; n <= most; n++ {
			step := shifted(board.SquareBB(sq), n*d[0], n*d[1])
			attacks |= step
			if step&occ != 0 {
				break
			}
		}
	}
	return attacks
}

// TestAttacks compares every attack function with walking, on empty, random and
// crowded boards.
func TestAttacks(t *testing.T) {
	knight := [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	royal := append(append([][2]int{}, diagonalSteps...), straightSteps...)
	rng := rand.New(rand.NewPCG(3, 4))
	for sq := board.A1; sq <= board.H8; sq++ {
		for n := range 60 {
			occ := board.Bitboard(0)
			if n > 0 {
				occ = board.Bitboard(rng.Uint64() & rng.Uint64())
			}
			if n%3 == 2 {
				occ |= board.Bitboard(rng.Uint64())
			}
			tests := []struct {
				pt   board.PieceType
				want board.Bitboard
			}{
				{board.Knight, walk(sq, knight, occ, 1)},
				{board.Bishop, walk(sq, diagonalSteps, occ, 7)},
				{board.Rook, walk(sq, straightSteps, occ, 7)},
				{board.Queen, walk(sq, royal, occ, 7)},
				{board.King, walk(sq, royal, occ, 1)},
				{board.Pawn, 0},
			}
			for _, tt := range tests {
				if got := board.Attacks(tt.pt, sq, occ); got != tt.want {
					t.Fatalf("%v on %v among\n%vattacks\n%vwant\n%v", tt.pt, sq, occ, got, tt.want)
				}
			}
		}
		white, black := [][2]int{{1, 1}, {-1, 1}}, [][2]int{{1, -1}, {-1, -1}}
		if board.PawnAttacks(board.White, sq) != walk(sq, white, 0, 1) || board.PawnAttacks(board.Black, sq) != walk(sq, black, 0, 1) {
			t.Errorf("pawn attacks from %v", sq)
		}
	}
}

// TestMagicsHoldEverySet tries all blocker sets of some squares; random boards
// hardly reach each of the 4,096 of a rook in the corner.
func TestMagicsHoldEverySet(t *testing.T) {
	for _, sq := range []board.Square{board.A1, board.H8, board.B7, board.D4, board.E1} {
		for _, rays := range [][][2]int{diagonalSteps, straightSteps} {
			mask := walk(sq, rays, 0, 7)
			for occ := board.Bitboard(0); ; {
				got := board.BishopAttacks(sq, occ)
				if rays[0] == straightSteps[0] {
					got = board.RookAttacks(sq, occ)
				}
				if want := walk(sq, rays, occ, 7); got != want {
					t.Fatalf("%v among\n%vattacks\n%vwant\n%v", sq, occ, got, want)
				}
				if occ = (occ - mask) & mask; occ == 0 {
					break
				}
			}
		}
	}
}

func TestLines(t *testing.T) {
	for a := board.A1; a <= board.H8; a++ {
		for b := board.A1; b <= board.H8; b++ {
			var between, line board.Bitboard
			for _, d := range append(append([][2]int{}, diagonalSteps...), straightSteps...) {
				if ray := walk(a, [][2]int{d}, 0, 7); ray.Has(b) {
					between = walk(a, [][2]int{d}, board.SquareBB(b), 7) &^ board.SquareBB(b)
					line = ray | walk(a, [][2]int{{-d[0], -d[1]}}, 0, 7) | board.SquareBB(a)
				}
			}
			if got := board.Between(a, b); got != between {
				t.Fatalf("between %v and %v\n%v", a, b, got)
			}
			if got := board.Line(a, b); got != line {
				t.Fatalf("line through %v and %v\n%v", a, b, got)
			}
		}
	}
}
