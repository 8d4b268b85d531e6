package board

// put places a piece on an empty square.
func (p *Position) put(pc Piece, sq Square) {
	b := SquareBB(sq)
	p.byType[pc.Type()] |= b
	p.byColor[pc.Color()&1] |= b
	p.squares[sq&63] = pc
	p.key ^= pieceKeys[pc&15][sq&63]
}

// remove takes the piece pc off its square.
func (p *Position) remove(pc Piece, sq Square) {
	b := SquareBB(sq)
	p.byType[pc.Type()] &^= b
	p.byColor[pc.Color()&1] &^= b
	p.squares[sq&63] = NoPiece
	p.key ^= pieceKeys[pc&15][sq&63]
}

// Make plays a legal move. With a move that is not legal the position becomes
// meaningless.
func (p *Position) Make(m Move) {
	us, from, to := p.side, m.From(), m.To()
	pc, captured := p.squares[from], p.squares[to]
	p.clearEnPassant()
	p.halfmoves = min(p.halfmoves+1, maxCounter)
	p.fullmoves = min(p.fullmoves+uint16(us), maxCounter)
	if p.castling != 0 {
		p.loseCastling(pc, from, to)
	}
	if m.IsCastle() {
		p.castle(pc, from, captured, to)
	} else {
		if captured != NoPiece {
			p.remove(captured, to)
			p.halfmoves = 0
		}
		p.remove(pc, from)
		p.put(pc, to)
		if pc.Type() == Pawn {
			p.halfmoves = 0
			p.finishPawnMove(m, pc)
		}
	}
	p.side ^= 1
	p.key ^= blackKey
	p.checkers = p.findCheckers()
	if pc.Type() == Pawn && from^to == 16 {
		p.setEnPassant((from + to) / 2)
	}
}

// KeyAfter guesses the key after a legal move, sooner than Make knows it: for memory that is
// asked early. It is right but for castlings, promotions, captures en passant and moves that
// change the rights to castle and to capture so.
func (p *Position) KeyAfter(m Move) uint64 {
	from, to := m.From()&63, m.To()&63
	keys := &pieceKeys[p.squares[from]&15]
	key := p.key ^ blackKey ^ keys[from] ^ keys[to]
	if captured := p.squares[to]; captured != NoPiece {
		key ^= pieceKeys[captured&15][to]
	}
	if p.enPassant != NoSquare {
		key ^= enPassantKeys[p.enPassant&7]
	}
	return key
}

// MakeNull passes the move to the other side, as if the side to move had made one
// that changes nothing; a capture en passant is no longer possible. A search does
// not pass in check: the king could be taken next, which is then among the moves.
// The number of the move counts on, so that a null move is a half-move in every
// respect.
func (p *Position) MakeNull() {
	p.clearEnPassant()
	p.halfmoves = min(p.halfmoves+1, maxCounter)
	p.fullmoves = min(p.fullmoves+uint16(p.side), maxCounter)
	p.side ^= 1
	p.key ^= blackKey
	p.checkers = 0 // a side not to move is not in check
}

// castle moves king and rook at once: their squares may overlap.
func (p *Position) castle(king Piece, from Square, rook Piece, rookFrom Square) {
	kingTo, rookTo := castleTargets(from, rookFrom)
	p.remove(king, from)
	p.remove(rook, rookFrom)
	p.put(king, kingTo)
	p.put(rook, rookTo)
}

// castleTargets returns where king and rook stand after castling: on the g- and
// f-file with a rook to the east of the king, on the c- and d-file otherwise.
func castleTargets(king, rook Square) (kingTo, rookTo Square) {
	rank := king &^ 7
	if rook > king {
		return rank | G1, rank | F1
	}
	return rank | C1, rank | D1
}

// finishPawnMove removes a pawn taken en passant and exchanges a promoted one.
func (p *Position) finishPawnMove(m Move, pawn Piece) {
	to := m.To()
	switch {
	case m.IsEnPassant():
		p.remove(pawn^1<<pieceColorShift, to^8)
	case m.IsPromotion():
		p.remove(pawn, to)
		p.put(NewPiece(pawn.Color(), m.Promotion()), to)
	}
}

// loseCastling drops the rights of a rook that moves or is taken, and all of a
// king that moves.
func (p *Position) loseCastling(pc Piece, from, to Square) {
	lost := SquareBB(from) | SquareBB(to)
	if pc.Type() == King {
		lost |= p.byColor[p.side&1]
	}
	lost &= p.castling
	p.castling &^= lost
	for lost != 0 {
		p.key ^= castleKeys[lost.Pop()&63]
	}
}

func (p *Position) clearEnPassant() {
	if p.enPassant != NoSquare {
		p.key ^= enPassantKeys[p.enPassant&7]
		p.enPassant = NoSquare
	}
}

// setEnPassant stores the square behind a pawn that has just moved two steps,
// if the side to move can legally take it.
func (p *Position) setEnPassant(sq Square) {
	if p.enPassantCaptors(sq) != 0 {
		p.enPassant = sq
		p.key ^= enPassantKeys[sq&7]
	}
}
