package moves

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// threats are attacks that a safe move begins on enemies that are worth more than the moved piece,
// or that nothing defends.
var threats = family{
	terms: concat(
		byPiece("threat", "pieces", "enemies of the kind %s, worth more than the moved piece or without defence, that it attacks from where it arrives and did not before; 0 if the exchange there loses material", board.Pawn, board.Queen),
		define("pieces", [2]string{"threat.by_pawn", "enemies but pawns among these that a pawn attacks"}),
	),
	count: func(p *position, m *move, t *features.Tally, first features.Term) {
		if !m.safe {
			return
		}
		fresh := m.reach &^ m.reached & p.ByColor(p.us.Other())
		for targets := fresh & (p.loose | p.worthMore(m.becomes)); targets != 0; {
			pt := p.PieceAt(targets.Pop()).Type()
			if pt < board.King {
				t.Add(first+features.Term(pt), 1)
			}
			if m.becomes == board.Pawn && pt > board.Pawn && pt < board.King {
				t.Add(first+takeable, 1)
			}
		}
	},
}

// worthMore returns the pieces of both sides that are worth more than one of a kind, knights and
// bishops being equal.
func (p *position) worthMore(pt board.PieceType) (set board.Bitboard) {
	switch pt {
	case board.Pawn:
		set = p.ByType(board.Knight) | p.ByType(board.Bishop)
		fallthrough
	case board.Knight, board.Bishop:
		set |= p.ByType(board.Rook)
		fallthrough
	case board.Rook:
		set |= p.ByType(board.Queen)
	}
	return set
}

// activity says how a piece stands where it arrives.
var activity = family{
	terms: concat(
		byPiece("mobility", "squares", "squares that a %s attacks more from where it arrives than from where it stood", board.Bishop, board.Queen),
		byPiece("ring", "squares", "squares of the enemy king and around him that a %s attacks more from where it arrives than from where it stood; 0 if the exchange there loses material", board.Pawn, board.Queen),
		byPiece("supported", "moves", "a %s goes to a square that an own pawn defends", board.Knight, board.Queen),
		define("moves",
			[2]string{"blockade", "a piece but the king goes to the square before an enemy pawn"},
			[2]string{"rook.open", "a rook goes to another file, without own and enemy pawns"},
			[2]string{"rook.half_open", "a rook goes to another file, without own pawns but with an enemy's"}),
	),
	count: func(p *position, m *move, t *features.Tally, first features.Term) {
		if m.piece > board.Queen {
			return
		}
		const mobile, rings, supports, blockade, files = 0, 3, 8, 12, 13 // the first of each kind
		if m.safe {
			add(t, first+rings+features.Term(m.piece), (m.reach&p.ring).Count()-(m.reached&p.ring).Count())
		}
		if m.piece == board.Pawn {
			return
		}
		if p.supported.Has(m.to) {
			t.Add(first+supports+features.Term(m.piece-board.Knight), 1)
		}
		if p.stops.Has(m.to) {
			t.Add(first+blockade, 1)
		}
		if m.piece >= board.Bishop { // a knight's are those of its square
			add(t, first+mobile+features.Term(m.piece-board.Bishop), m.reach.Count()-m.reached.Count())
		}
		if m.piece == board.Rook && m.from.File() != m.to.File() {
			p.countFile(m, t, first+files)
		}
	},
}

// countFile counts a rook's arrival on a file without own pawns.
func (p *position) countFile(m *move, t *features.Tally, first features.Term) {
	file := board.FileMask(m.to.File()) & p.ByType(board.Pawn)
	switch {
	case file&p.ByColor(p.us) != 0:
	case file == 0:
		t.Add(first, 1)
	default:
		t.Add(first+1, 1)
	}
}

// castlings are apart from the king's other moves.
var castlings = family{
	terms: define("moves", [2]string{"castle.king", "castling on the king's side"}, [2]string{"castle.queen", "castling on the queen's side"}),
	count: func(_ *position, m *move, t *features.Tally, first features.Term) {
		switch {
		case !m.IsCastle():
		case m.to > m.from:
			t.Add(first, 1)
		default:
			t.Add(first+1, 1)
		}
	},
}

// pawns are what squares do not say of a pawn's move.
var pawns = family{
	terms: define("moves",
		[2]string{"passer.3", "a passed pawn goes to rank 3 or 4"},
		[2]string{"passer.5", "a passed pawn goes to rank 5"},
		[2]string{"passer.6", "a passed pawn goes to rank 6"},
		[2]string{"lever", "a pawn comes to attack an enemy pawn"}),
	count: func(p *position, m *move, t *features.Tally, first features.Term) {
		if m.piece != board.Pawn || m.becomes != board.Pawn {
			return
		}
		enemies := p.Pieces(p.us.Other(), board.Pawn)
		// On rank 7 every pawn is passed: that is said by its squares.
		if rank := p.relative(m.to).Rank(); rank >= 2 && rank <= 5 && ahead(p.us, m.to)&enemies == 0 {
			t.Add(first+features.Term(max(rank-3, 0)), 1)
		}
		if m.reach&enemies != 0 {
			t.Add(first+3, 1)
		}
	},
}

// ahead returns the squares from which an enemy pawn could stop a pawn: those before it on its own
// and the neighbouring files.
func ahead(us board.Color, sq board.Square) (span board.Bitboard) {
	file := board.SquareBB(sq)
	file |= file.East() | file.West()
	for range 6 {
		if us == board.White {
			file = file.North()
		} else {
			file = file.South()
		}
		span |= file
	}
	return span
}

// squares are a table for each kind of piece: a move gains what the square of arrival is worth
// more than the one that is left. Castlings and promotions are apart.
var squares = family{
	terms: squareTerms(),
	count: func(p *position, m *move, t *features.Tally, first features.Term) {
		if m.IsCastle() || m.IsPromotion() {
			return
		}
		t.Add(first+features.Term(64*int(m.piece)+int(p.relative(m.to))), 1)
		t.Add(first+features.Term(64*int(m.piece)+int(p.relative(m.from))), -1)
	},
}

func squareTerms() (defs []features.Definition) {
	for pt := board.Pawn; pt <= board.King; pt++ {
		for sq := range board.Square(64) {
			defs = append(defs, define("moves", [2]string{
				"pst." + pt.String() + "." + sq.String(),
				"1 if a " + pt.String() + " arrives on " + sq.String() + " of the mover's side, −1 if it leaves it",
			})...)
		}
	}
	return defs
}
