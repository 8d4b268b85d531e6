package board_test

import (
	"errors"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// setupOf takes a position apart.
func setupOf(p *board.Position) board.Setup {
	s := board.NewSetup()
	for sq := board.A1; sq <= board.H8; sq++ {
		s.Pieces[sq] = p.PieceAt(sq)
	}
	s.SideToMove, s.Castling, s.EnPassant = p.SideToMove(), p.CastlingRooks(), p.EnPassant()
	s.Halfmoves, s.Fullmoves = p.HalfmoveClock(), p.FullmoveNumber()
	return s
}

func TestSetupIsThePosition(t *testing.T) {
	check := func(p board.Position) {
		s := setupOf(&p)
		if got, err := s.Position(); err != nil || got != p {
			t.Errorf("%s: %v, %v", p.FEN(), got.FEN(), err)
		}
	}
	for _, c := range boardtest.Cases() {
		check(boardtest.Parse(t, c.FEN))
	}
	for p := range boardtest.RandomPositions(7, 2_000) {
		check(p)
	}
}

func TestSetupFaults(t *testing.T) {
	tests := []struct {
		name   string
		change func(*board.Setup)
		want   error
	}{
		{"unknown piece", func(s *board.Setup) { s.Pieces[board.E4] = 7 }, board.ErrSyntax},
		{"piece of a third colour", func(s *board.Setup) { s.Pieces[board.E4] = 16 }, board.ErrSyntax},
		{"third side", func(s *board.Setup) { s.SideToMove = 2 }, board.ErrSyntax},
		{"negative clock", func(s *board.Setup) { s.Halfmoves = -1 }, board.ErrSyntax},
		{"huge move number", func(s *board.Setup) { s.Fullmoves = 10_000 }, board.ErrSyntax},
		{"no king", func(s *board.Setup) { s.Pieces[board.E1] = board.NoPiece }, board.ErrNoKing},
		{"rook off its rank", func(s *board.Setup) { s.Castling |= board.SquareBB(board.A4) }, board.ErrCastling},
		{"no rook", func(s *board.Setup) { s.Castling |= board.SquareBB(board.B1) }, board.ErrCastling},
		{"en passant without a pawn", func(s *board.Setup) { s.EnPassant = board.E6 }, board.ErrEnPassant},
		{"en passant nowhere", func(s *board.Setup) { s.EnPassant = board.NoSquare + 1 }, board.ErrEnPassant},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := board.Start()
			s := setupOf(&start)
			tt.change(&s)
			p, err := s.Position()
			if !errors.Is(err, tt.want) || p != (board.Position{}) {
				t.Errorf("%v, want %v", err, tt.want)
			}
		})
	}
}
