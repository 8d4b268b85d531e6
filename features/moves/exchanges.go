package moves

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// captures say what is taken, by what, and what the exchange gains.
var captures = family{
	terms: concat(
		byPiece("capture.wins", "moves", "a %s is taken and the exchange wins material", board.Pawn, board.Queen),
		byPiece("capture.even", "moves", "a %s is taken and the exchange is even", board.Pawn, board.Queen),
		byPiece("capture.loses", "moves", "a %s is taken and the exchange loses material", board.Pawn, board.Rook),
		byPiece("capture.by", "moves", "a %s takes; a pawn's captures have no term", board.Knight, board.King),
		define("moves",
			[2]string{"capture.threat", "what is taken attacks an own piece that is threatened"},
			[2]string{"capture.free", "no enemy attacks the square of what is taken"}),
	),
	count: func(p *position, m *move, t *features.Tally, first features.Term) {
		if m.victim == board.NoPieceType {
			return
		}
		const wins, even, loses, by, threat features.Term = 0, takeable, 2 * takeable, 3*takeable - 2, 3*takeable - 2 + movers
		class := loses // never of a queen, whose taker is worth no more
		switch {
		case !m.safe:
		case board.SEE(p.Position, m.Move, 1):
			class = wins
		default:
			class = even
		}
		t.Add(first+class+features.Term(m.victim), 1)
		if m.piece != board.Pawn {
			t.Add(first+by+features.Term(m.piece), 1)
		}
		if p.attackers.Has(m.to) {
			t.Add(first+threat, 1)
		}
		if !p.attacked.Has(m.to) {
			t.Add(first+threat+1, 1)
		}
	},
}

// promotions say what a pawn becomes.
var promotions = family{
	terms: define("moves",
		[2]string{"promotion.queen", "a pawn becomes a queen and is not lost by it"},
		[2]string{"promotion.unsafe", "a pawn becomes a queen and the exchange loses material"},
		[2]string{"promotion.knight", "a pawn becomes a knight"},
		[2]string{"promotion.other", "a pawn becomes a bishop or a rook"}),
	count: func(_ *position, m *move, t *features.Tally, first features.Term) {
		switch {
		case m.becomes == m.piece:
		case m.becomes == board.Knight:
			t.Add(first+2, 1)
		case m.becomes != board.Queen:
			t.Add(first+3, 1)
		case m.safe:
			t.Add(first, 1)
		default:
			t.Add(first+1, 1)
		}
	},
}

// checks are moves that give check.
var checks = family{
	terms: concat(
		byPiece("check", "moves", "a %s moves and gives check, and the exchange loses nothing", board.Pawn, board.King),
		define("moves", [2]string{"check.unsafe", "check is given and the exchange loses material"}),
	),
	count: func(_ *position, m *move, t *features.Tally, first features.Term) {
		switch {
		case !m.check:
		case m.safe:
			t.Add(first+features.Term(m.piece), 1)
		default:
			t.Add(first+movers, 1)
		}
	},
}

// evasions are moves out of check that take nothing.
var evasions = family{
	terms: define("moves",
		[2]string{"evasion.king", "out of check by a move of the king that takes nothing"},
		[2]string{"evasion.block", "out of check by a piece put between"}),
	count: func(p *position, m *move, t *features.Tally, first features.Term) {
		switch {
		case !p.InCheck() || m.victim != board.NoPieceType:
		case m.piece == board.King:
			t.Add(first, 1)
		default:
			t.Add(first+1, 1)
		}
	},
}

// safety says what a move does for pieces that are attacked, and what it puts at risk.
var safety = family{
	terms: concat(
		byPiece("unsafe", "moves", "a %s goes, without taking or promotion, to where the exchange loses material", board.Pawn, board.Queen),
		byPiece("escape", "moves", "a %s that is threatened goes to where the exchange loses nothing", board.Pawn, board.Queen),
		define("pieces",
			[2]string{"cover", "own threatened pieces and pawns that the moved piece defends from where it arrives and did not before"},
			[2]string{"abandon", "own attacked pieces and pawns that the moved piece defended and does not any more"}),
	),
	count: func(p *position, m *move, t *features.Tally, first features.Term) {
		if m.piece <= board.Queen {
			switch {
			case !m.safe && m.victim == board.NoPieceType && m.becomes == m.piece:
				t.Add(first+features.Term(m.piece), 1)
			case m.safe && p.threatened.Has(m.from):
				t.Add(first+takeable+features.Term(m.piece), 1)
			}
		}
		own := ^board.SquareBB(m.from)
		if n := (m.reach &^ m.reached & p.threatened & own).Count(); n > 0 {
			t.Add(first+2*takeable, n)
		}
		if n := (m.reached &^ m.reach & p.harassed & own).Count(); n > 0 {
			t.Add(first+2*takeable+1, n)
		}
	},
}
