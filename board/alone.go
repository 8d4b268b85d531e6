package board

// Alone returns two positions that differ in one piece: one with it on its square,
// and one without it, or, of a king, with it on a1, or a8 if it is Black's. What is
// a sum over the pieces of a position, as piece-square tables are, is the sum of the
// differences between the two. It reports false for a pawn where none can stand.
func Alone(pc Piece, sq Square) (with, without Position, ok bool) {
	color, enemy := pc.Color(), pc.Color().Other()
	kings := [2]Square{White: A1, Black: A8}
	if pc.Type() == King {
		kings[enemy] = H8
		if (SquareBB(sq) | KingAttacks(sq)).Has(H8) {
			kings[enemy] = H1
		}
	} else if sq.File() == 0 {
		kings = [2]Square{White: H1, Black: H8}
	}
	s := NewSetup()
	s.SideToMove = enemy // it may be in check
	s.Pieces[kings[enemy]] = NewPiece(enemy, King)
	if pc.Type() != King {
		s.Pieces[kings[color]] = NewPiece(color, King)
		without, _ = s.Position()
		s.Pieces[sq] = pc
		with, err := s.Position()
		return with, without, err == nil
	}
	s.Pieces[sq] = pc
	with, _ = s.Position()
	s.Pieces[sq] = NoPiece
	s.Pieces[kings[color]] = pc
	without, err := s.Position()
	return with, without, err == nil
}
