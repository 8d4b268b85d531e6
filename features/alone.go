package features

import "example.org/centipawn/board"

// Alone returns two positions that differ in one piece: one with it on its square,
// and one without it, or, of a king, with it on a1, or a8 if it is Black's. What a
// family of [OnSquares] counts in a position is the sum, over all pieces, of the
// difference between the two. It reports false for a pawn where none can stand.
func Alone(pc board.Piece, sq board.Square) (with, without board.Position, ok bool) {
	color, enemy := pc.Color(), pc.Color().Other()
	kings := [2]board.Square{board.White: board.A1, board.Black: board.A8}
	if pc.Type() == board.King {
		kings[enemy] = board.H8
		if (board.SquareBB(sq) | board.KingAttacks(sq)).Has(board.H8) {
			kings[enemy] = board.H1
		}
	} else if sq.File() == 0 {
		kings = [2]board.Square{board.White: board.H1, board.Black: board.H8}
	}
	s := board.NewSetup()
	s.SideToMove = enemy // it may be in check
	s.Pieces[kings[enemy]] = board.NewPiece(enemy, board.King)
	if pc.Type() != board.King {
		s.Pieces[kings[color]] = board.NewPiece(color, board.King)
		without, _ = s.Position()
		s.Pieces[sq] = pc
		with, err := s.Position()
		return with, without, err == nil
	}
	s.Pieces[sq] = pc
	with, _ = s.Position()
	s.Pieces[sq] = board.NoPiece
	s.Pieces[kings[color]] = pc
	without, err := s.Position()
	return with, without, err == nil
}
