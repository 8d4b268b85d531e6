package board

import "slices"

// NoisyMoves appends the legal moves that change the material: captures, en passant
// included, and promotions, those to knight, bishop and rook too. Like
// [Position.LegalMoves] it does not allocate with room for [MaxMoves] after dst.
func (p *Position) NoisyMoves(dst []Move) []Move {
	dst = slices.Grow(dst, MaxMoves)
	king, enemies := p.King(p.side), p.byColor[p.side&1^1]
	dst = appendMoves(dst, king, p.kingTargets(king, enemies))
	if p.checkers.Several() {
		return dst
	}
	lim := p.findLimits(king)
	t, ahead := p.findPawnTargets(&lim), p.ahead()
	dst = t.appendPromotions(dst, ahead)
	dst = t.appendCaptures(dst, ahead)
	lim.targets &= enemies
	dst = p.appendPieceMoves(dst, &lim)
	return p.appendEnPassant(dst)
}

// QuietMoves appends the legal moves that [Position.NoisyMoves] omits.
func (p *Position) QuietMoves(dst []Move) []Move {
	dst = slices.Grow(dst, MaxMoves)
	king, empty := p.King(p.side), ^p.Occupied()
	dst = appendMoves(dst, king, p.kingTargets(king, empty))
	if p.checkers.Several() {
		return dst
	}
	for rooks := p.castlings(king); rooks != 0; {
		dst = append(dst, NewCastle(king, rooks.Pop()))
	}
	lim := p.findLimits(king)
	t := p.findPawnTargets(&lim)
	dst = t.appendSteps(dst, p.ahead())
	lim.targets &= empty
	return p.appendPieceMoves(dst, &lim)
}

// IsLegal reports whether m is a legal move. It may be any value: what a
// transposition table has kept of another position, for one.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	pc := p.squares[from]
	if pc == NoPiece || pc.Color() != p.side || m.hasStrayBits() {
		return false
	}
	switch king := p.King(p.side); {
	case m.IsCastle():
		return from == king && p.castlings(king).Has(to)
	case m.IsEnPassant():
		return pc.Type() == Pawn && to == p.enPassant && p.enPassantCaptors(to).Has(from)
	case from == king:
		return !m.IsPromotion() && p.kingTargets(king, SquareBB(to)&^p.byColor[p.side&1]) != 0
	case p.checkers.Several() || m.IsPromotion() != (pc.Type() == Pawn && edges.Has(to)):
		return false
	default:
		lim := p.findLimits(king)
		return lim.apply(from, p.reach(pc, from)).Has(to)
	}
}

// hasStrayBits reports whether the move names a piece to promote to and is no
// promotion.
func (m Move) hasStrayBits() bool { return m>>promoShift&3 != 0 && !m.IsPromotion() }

// reach returns where a piece other than a king could go if his own king were safe,
// squares of own pieces included.
func (p *Position) reach(pc Piece, from Square) Bitboard {
	occ := p.Occupied()
	if pc.Type() != Pawn {
		return Attacks(pc.Type(), from, occ)
	}
	us := pc.Color()
	one := SquareBB(from).Forward(us) &^ occ
	two := (one & RankMask(2+3*int(us))).Forward(us) &^ occ
	return one | two | PawnAttacks(us, from)&p.byColor[us^1]
}
