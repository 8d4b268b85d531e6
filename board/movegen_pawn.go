package board

// pawnTargets are the squares that the pawns of the side to move reach by a
// single step, a double step, and by capturing towards the h-file and the
// a-file; en passant is apart.
type pawnTargets struct{ one, two, east, west Bitboard }

// edges are the ranks on which pawns promote.
const edges = Rank1 | Rank8

// findPawnTargets moves all pawns at once. A pinned pawn may only move along
// the line to its king: his file, or one of his diagonals.
func (p *Position) findPawnTargets(lim *limits) pawnTargets {
	us, king := p.side&1, lim.king&63
	pawns := p.Pieces(us, Pawn)
	empty := ^p.Occupied()
	enemies := p.byColor[us^1] & lim.targets
	eastLine, westLine := diagonal[king], antidiagonal[king]
	if us == Black {
		eastLine, westLine = westLine, eastLine
	}
	one := (pawns &^ (lim.pinned &^ FileMask(king.File()))).Forward(us) & empty
	return pawnTargets{
		one:  one & lim.targets,
		two:  (one & RankMask(2+3*int(us))).Forward(us) & empty & lim.targets,
		east: (pawns &^ (lim.pinned &^ eastLine)).Forward(us).East() & enemies,
		west: (pawns &^ (lim.pinned &^ westLine)).Forward(us).West() & enemies,
	}
}

// countPawnMoves counts four moves for each promotion.
func (p *Position) countPawnMoves(lim *limits) int {
	t := p.findPawnTargets(lim)
	n := t.one.Count() + t.two.Count() + t.east.Count() + t.west.Count()
	if (t.one|t.east|t.west)&edges != 0 {
		n += 3 * ((t.one & edges).Count() + (t.east & edges).Count() + (t.west & edges).Count())
	}
	return n
}

func (p *Position) appendPawnMoves(dst []Move, lim *limits) []Move {
	t, ahead := p.findPawnTargets(lim), p.ahead()
	dst = t.appendPromotions(dst, ahead)
	dst = t.appendSteps(dst, ahead)
	return t.appendCaptures(dst, ahead)
}

// ahead is the step of a pawn of the side to move, modulo 256 as squares are.
func (p *Position) ahead() Square {
	if p.side == Black {
		return 256 - 8
	}
	return 8
}

// appendPromotions appends the moves to the last rank, captures included.
func (t *pawnTargets) appendPromotions(dst []Move, ahead Square) []Move {
	if (t.one|t.east|t.west)&edges != 0 {
		dst = appendPromotions(dst, t.one&edges, ahead)
		dst = appendPromotions(dst, t.east&edges, ahead+1)
		dst = appendPromotions(dst, t.west&edges, ahead-1)
	}
	return dst
}

// appendSteps appends the moves straight ahead that do not promote.
func (t *pawnTargets) appendSteps(dst []Move, ahead Square) []Move {
	dst = appendSteps(dst, t.one&^edges, ahead)
	return appendSteps(dst, t.two, 2*ahead)
}

// appendCaptures appends the captures that do not promote.
func (t *pawnTargets) appendCaptures(dst []Move, ahead Square) []Move {
	dst = appendSteps(dst, t.east&^edges, ahead+1)
	return appendSteps(dst, t.west&^edges, ahead-1)
}

// appendPromotions appends the moves to each target from step behind it, in the
// order queen, rook, bishop, knight.
func appendPromotions(dst []Move, targets Bitboard, step Square) []Move {
	for targets != 0 {
		to := targets.Pop()
		for pt := Queen; pt >= Knight; pt-- {
			dst = append(dst, NewPromotion(to-step, to, pt))
		}
	}
	return dst
}

// appendSteps appends the move to each target from step behind it.
func appendSteps(dst []Move, targets Bitboard, step Square) []Move {
	for targets != 0 {
		to := targets.Pop()
		dst = append(dst, NewMove(to-step, to))
	}
	return dst
}
