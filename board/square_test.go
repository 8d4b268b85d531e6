package board_test

import (
	"errors"
	"testing"

	"example.org/centipawn/board"
)

func TestSquareNames(t *testing.T) {
	for sq := board.A1; sq <= board.H8; sq++ {
		if got, err := board.ParseSquare(sq.String()); got != sq || err != nil {
			t.Errorf("ParseSquare(%q) = %v, %v", sq.String(), got, err)
		}
		if got := board.NewSquare(sq.File(), sq.Rank()); got != sq {
			t.Errorf("NewSquare(%d, %d) = %v, want %v", sq.File(), sq.Rank(), got, sq)
		}
	}
	if board.E4.String() != "e4" || board.NoSquare.String() != "-" || board.C2.Flip() != board.C7 {
		t.Error("e4, -, c7 =", board.E4, board.NoSquare, board.C2.Flip())
	}
	for _, s := range []string{"", "-", "e", "e9", "e0", "i4", "E4", "e44"} {
		if sq, err := board.ParseSquare(s); !errors.Is(err, board.ErrSyntax) {
			t.Errorf("ParseSquare(%q) = %v, %v; want ErrSyntax", s, sq, err)
		}
	}
}

func TestPieces(t *testing.T) {
	letters := ""
	for _, c := range []board.Color{board.White, board.Black} {
		for pt := board.Pawn; pt <= board.King; pt++ {
			pc := board.NewPiece(c, pt)
			if pc.Color() != c || pc.Type() != pt {
				t.Errorf("NewPiece(%v, %v) is a %v %v", c, pt, pc.Color(), pc.Type())
			}
			letters += pc.String()
		}
	}
	if letters != "PNBRQKpnbrqk" {
		t.Errorf("letters %s", letters)
	}
	if board.NoPiece.Type() != board.NoPieceType || board.NoPiece.String() != "." {
		t.Errorf("NoPiece is a %v, %v", board.NoPiece.Type(), board.NoPiece)
	}
}
