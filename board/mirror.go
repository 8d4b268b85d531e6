package board

// Mirror returns the position with the colours exchanged: every piece changes
// side and stands on the flipped rank, the other side is to move. The counters
// stay. Mirroring twice gives the position itself.
func (p *Position) Mirror() Position {
	m := Position{
		squares:   emptySquares,
		checkers:  p.checkers.Flip(),
		castling:  p.castling.Flip(),
		enPassant: p.enPassant,
		side:      p.side ^ 1,
		halfmoves: p.halfmoves,
		fullmoves: p.fullmoves,
	}
	if p.enPassant != NoSquare {
		m.enPassant = p.enPassant.Flip()
	}
	m.key = m.stateKey(0)
	for occ := p.Occupied(); occ != 0; {
		sq := occ.Pop()
		m.put(p.squares[sq&63]^1<<pieceColorShift, sq.Flip())
	}
	return m
}
