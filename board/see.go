package board

// SEEValues are the values of the pieces in an exchange, in centipawns, by
// [PieceType]. A king is never taken.
var SEEValues = [NoPieceType + 1]int{Pawn: 100, Knight: 300, Bishop: 300, Rook: 500, Queen: 900}

// SEE reports whether the static exchange evaluation of the legal move m is at
// least threshold: what the side to move wins in centipawns if both sides take on
// the target square, each with its least valuable piece, for as long as it pays.
// Any move has one, not only captures. Pieces that stand behind others join in, a pawn
// that takes on the last rank becomes a queen, and a king takes only what is not
// defended. Pins are not looked at: a pinned piece takes like any other. A castling
// is worth 0.
//
// It is played with the balance instead of being summed up backwards: a capture
// that leaves its side below the threshold is useless, one that does not is for
// the enemy to answer.
//
// Source: F. Reul, "Static Exchange Evaluation with αβ-Approach" (ICGA Journal
// 33(1), 2010).
func SEE(p *Position, m Move, threshold int) bool {
	if m.IsCastle() {
		return threshold <= 0
	}
	e := newExchange(p, m)
	balance := e.gain - threshold
	if balance < 0 {
		return false
	}
	if balance >= e.victim+e.promotion {
		return true // whatever the enemy takes
	}
	e.attackers = p.AttackersTo(e.to, e.occ)
	us := p.SideToMove()
	for side := us.Other(); ; side = side.Other() {
		taken, ok := e.capture(side)
		if !ok {
			return side != us
		}
		if side == us {
			if balance += taken; balance < 0 {
				return false
			}
		} else if balance -= taken; balance >= 0 {
			return true
		}
	}
}

// exchange is a series of captures on one square.
type exchange struct {
	p         *Position
	to        Square
	occ       Bitboard // the pieces still on the board
	attackers Bitboard // of to, some perhaps gone
	gain      int      // of the first move
	victim    int      // value of the piece on to
	promotion int      // what a pawn gains by standing on to
}

// newExchange makes the first move.
func newExchange(p *Position, m Move) exchange {
	from, to := m.From(), m.To()
	e := exchange{
		p: p, to: to, occ: p.Occupied() &^ SquareBB(from),
		gain:   SEEValues[p.PieceAt(to).Type()],
		victim: SEEValues[p.PieceAt(from).Type()],
	}
	if SquareBB(to)&(Rank1|Rank8) != 0 {
		e.promotion = SEEValues[Queen] - SEEValues[Pawn]
	}
	switch {
	case m.IsEnPassant():
		e.occ &^= SquareBB(to ^ 8)
		e.gain = SEEValues[Pawn]
	case m.IsPromotion():
		e.victim = SEEValues[m.Promotion()]
		e.gain += e.victim - SEEValues[Pawn]
	}
	return e
}

// capture lets the least valuable attacker of a side take. It returns what that
// gains, and false if the side has no attacker that may.
func (e *exchange) capture(side Color) (gain int, ok bool) {
	e.attackers &= e.occ
	mine := e.attackers & e.p.ByColor(side)
	if mine == 0 {
		return 0, false
	}
	pt := Pawn
	for mine&e.p.ByType(pt) == 0 {
		pt++
	}
	from := (mine & e.p.ByType(pt)).First()
	e.occ &^= SquareBB(from)
	if pt == King && e.p.AttackersTo(e.to, e.occ)&e.occ&e.p.ByColor(side.Other()) != 0 {
		return 0, false
	}
	gain, e.victim = e.victim, SEEValues[pt]
	if pt == Pawn {
		gain += e.promotion
		e.victim += e.promotion
	}
	e.openLines(pt)
	return gain, true
}

// openLines adds the attackers that stood behind a piece that has gone.
func (e *exchange) openLines(gone PieceType) {
	queens := e.p.ByType(Queen)
	if gone == Pawn || gone == Bishop || gone == Queen {
		e.attackers |= BishopAttacks(e.to, e.occ) & (e.p.ByType(Bishop) | queens)
	}
	if gone == Rook || gone == Queen {
		e.attackers |= RookAttacks(e.to, e.occ) & (e.p.ByType(Rook) | queens)
	}
}
