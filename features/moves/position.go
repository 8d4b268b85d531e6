package moves

import (
	"example.org/centipawn/board"
)

// A position is what the terms of all its moves need to know of it.
type position struct {
	*board.Position
	us       board.Color
	occupied board.Bitboard
	checks   board.Checks

	attacked   board.Bitboard // squares that an enemy attacks, his own pieces on them included
	sliders    board.Bitboard // that an enemy bishop, rook or queen attacks
	threatened board.Bitboard // own pieces and pawns that an enemy takes with gain: see seeThreats
	attackers  board.Bitboard // enemies that attack one of these
	harassed   board.Bitboard // own pieces and pawns that an enemy attacks
	loose      board.Bitboard // enemy pieces and pawns that nothing defends
	ring       board.Bitboard // the enemy king's square and those around it
	supported  board.Bitboard // squares that an own pawn attacks
	stops      board.Bitboard // squares before enemy pawns
}

// see looks at a position.
func (p *position) see(pos *board.Position) {
	p.Position, p.us, p.occupied, p.checks = pos, pos.SideToMove(), pos.Occupied(), board.NewChecks(pos)
	them := p.us.Other()
	p.ring = board.KingAttacks(pos.King(them)) | board.SquareBB(pos.King(them))
	p.supported = board.PawnAttackSet(p.us, pos.Pieces(p.us, board.Pawn))
	if p.stops = pos.Pieces(them, board.Pawn).South(); p.us == board.Black {
		p.stops = pos.Pieces(them, board.Pawn).North()
	}
	p.seeThreats(p.seeAttacks(them))
}

// A reach is which squares the pieces of a side attack: those of each kind and of the lesser ones.
type reach [board.King + 1]board.Bitboard

// seeAttacks sets what the enemies attack, and returns it by kind.
func (p *position) seeAttacks(them board.Color) (byKind reach) {
	p.sliders = 0
	for pt := board.Knight; pt <= board.King; pt++ {
		for from := p.Pieces(them, pt); from != 0; {
			byKind[pt] |= board.Attacks(pt, from.Pop(), p.occupied)
		}
		if pt >= board.Bishop && pt <= board.Queen {
			p.sliders |= byKind[pt]
		}
	}
	byKind[board.Pawn] = board.PawnAttackSet(them, p.Pieces(them, board.Pawn))
	for pt := board.Knight; pt <= board.King; pt++ {
		byKind[pt] |= byKind[pt-1]
	}
	p.attacked = byKind[board.King]
	return byKind
}

// seeThreats finds own pieces and pawns that an enemy of less value attacks, knights and
// bishops being equal, or whom nothing would take back; and enemies that nothing defends.
func (p *position) seeThreats(enemy reach) {
	own := p.ownAttacks()
	pieces := p.ByColor(p.us) &^ p.Pieces(p.us, board.King)
	p.harassed = pieces & p.attacked
	p.threatened = p.harassed &^ own
	p.threatened |= p.Pieces(p.us, board.Knight) & enemy[board.Pawn]
	p.threatened |= p.Pieces(p.us, board.Bishop) & enemy[board.Pawn]
	p.threatened |= p.Pieces(p.us, board.Rook) & enemy[board.Bishop]
	p.threatened |= p.Pieces(p.us, board.Queen) & enemy[board.Rook]
	p.attackers = 0
	for list := p.threatened; list != 0; {
		p.attackers |= p.AttackersTo(list.Pop(), p.occupied)
	}
	p.attackers &= p.ByColor(p.us.Other())
	p.loose = p.ByColor(p.us.Other()) &^ p.attacked &^ p.Pieces(p.us.Other(), board.King)
}

// ownAttacks returns the squares that the side to move attacks.
func (p *position) ownAttacks() (all board.Bitboard) {
	for pt := board.Knight; pt <= board.King; pt++ {
		for from := p.Pieces(p.us, pt); from != 0; {
			all |= board.Attacks(pt, from.Pop(), p.occupied)
		}
	}
	return all | p.supported
}

// relative returns a square as the side to move sees it: its own first rank is rank 1.
func (p *position) relative(sq board.Square) board.Square {
	if p.us == board.Black {
		return sq.Flip()
	}
	return sq
}

// A move is what several terms need to know of one.
type move struct {
	board.Move
	from, to board.Square
	piece    board.PieceType // that moves
	becomes  board.PieceType // that arrives
	victim   board.PieceType // NoPieceType: nothing is taken
	safe     bool            // the exchange on its square loses nothing
	check    bool
	reach    board.Bitboard // squares that it attacks from where it arrives; of castling none
	reached  board.Bitboard // that it attacked from where it stood; of castling none
}

// see looks at a legal move.
func (m *move) see(p *position, is board.Move) {
	m.Move, m.from, m.to = is, is.From(), is.To()
	m.piece = p.PieceAt(m.from).Type()
	m.becomes, m.victim = m.piece, board.NoPieceType
	m.check = p.checks.Gives(is)
	if is.IsCastle() {
		m.safe, m.reach, m.reached = true, 0, 0
		return
	}
	if is.IsPromotion() {
		m.becomes = is.Promotion()
	}
	if is.IsEnPassant() {
		m.victim = board.Pawn
	} else if pc := p.PieceAt(m.to); pc != board.NoPiece {
		m.victim = pc.Type()
	}
	m.safe = p.safe(m)
	m.reach, m.reached = p.attacks(m.becomes, m.to, p.occupied&^board.SquareBB(m.from)), p.attacks(m.piece, m.from, p.occupied)
}

// safe reports whether the exchange that a move begins loses nothing. It is [board.SEE], which
// need not be asked where no enemy comes to the square.
func (p *position) safe(m *move) bool {
	if !p.attacked.Has(m.to) && !p.sliders.Has(m.from) && !m.IsEnPassant() {
		return true
	}
	return board.SEE(p.Position, m.Move, 0)
}

// attacks returns the squares that an own piece attacks from a square.
func (p *position) attacks(pt board.PieceType, sq board.Square, occupied board.Bitboard) board.Bitboard {
	if pt == board.Pawn {
		return board.PawnAttacks(p.us, sq)
	}
	return board.Attacks(pt, sq, occupied)
}
