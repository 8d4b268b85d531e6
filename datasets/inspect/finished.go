package inspect

import "example.org/centipawn/board"

// Finished returns what [board.Position.Status] does, faster: nearly every
// position has a piece that can move and cannot be pinned, and is seen to go on
// without its moves being generated.
func Finished(p *board.Position) board.Status {
	const seventyFiveMoves = 150
	heavy := p.ByType(board.Pawn) | p.ByType(board.Rook) | p.ByType(board.Queen)
	if heavy != 0 && p.HalfmoveClock() < seventyFiveMoves && !p.InCheck() && hasFreeMove(p) {
		return board.Ongoing
	}
	return p.Status()
}

// hasFreeMove reports whether the side to move, not in check, has a move by a
// piece that is surely not pinned, as no line joins it with its king. No means
// perhaps.
func hasFreeMove(p *board.Position) bool {
	us, occ := p.SideToMove(), p.Occupied()
	own := p.ByColor(us)
	free := own &^ p.Pieces(us, board.King) &^ board.QueenAttacks(p.King(us), occ)
	ahead := free & p.ByType(board.Pawn)
	if us == board.White {
		ahead = ahead.North()
	} else {
		ahead = ahead.South()
	}
	if ahead&^occ != 0 {
		return true
	}
	for pieces := free &^ p.ByType(board.Pawn); pieces != 0; {
		sq := pieces.Pop()
		if board.Attacks(p.PieceAt(sq).Type(), sq, occ)&^own != 0 {
			return true
		}
	}
	return false
}
