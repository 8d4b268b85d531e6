package features

import "centipawn/board"

// spaceFamily counts the room behind a side's pawns. It is worth more the more
// pieces want room.
var spaceFamily = Family{
	Name: "space",
	Terms: []Definition{{
		Name: "space.safe",
		Unit: "squares × pieces",
		Formula: "squares of the files c to f on the owner's ranks 2 to 4 with no own pawn and not attacked by an " +
			"enemy pawn, times the number of own knights, bishops, rooks and queens, at most 7",
		Source: "M. Costalba, J. Kiiski, G. Linscott, T. Romstad, Stockfish 11, Evaluation (2020), space",
		Taper:  Tapered,
	}, {
		Name: "space.behind",
		Unit: "squares × pieces",
		Formula: "those squares of space.safe that lie one to three ranks behind an own pawn on their file and are " +
			"not attacked by any enemy man, times the same number",
		Source: "M. Costalba, J. Kiiski, G. Linscott, T. Romstad, Stockfish 11, Evaluation (2020), space",
		Taper:  Tapered,
	}},
	Count: func(c *Context, t *Tally, first Term) {
		white, black := spaceOf(c, board.White), spaceOf(c, board.Black)
		addUnless0(t, first, white.safe-black.safe)
		addUnless0(t, first+1, white.behind-black.behind)
	},
}

// centre holds the squares that count as space, by colour.
var centre = [2]board.Bitboard{
	board.White: (board.FileC | board.FileD | board.FileE | board.FileF) & (board.Rank2 | board.Rank3 | board.Rank4),
	board.Black: (board.FileC | board.FileD | board.FileE | board.FileF) & (board.Rank7 | board.Rank6 | board.Rank5),
}

// A space is one side's counts.
type space struct{ safe, behind int }

// spaceOf counts the space of a side. Twelve squares and seven pieces make 84
// at most.
func spaceOf(c *Context, color board.Color) space {
	own, enemy := c.Side(color), c.Side(color.Other())
	pieces := min(len(own.Pieces), 7)
	safe := centre[color] &^ own.Pawns &^ enemy.PawnAttacks
	behind := own.Pawns.Forward(color.Other())
	behind |= behind.Forward(color.Other())
	behind |= behind.Forward(color.Other())
	return space{safe.Count() * pieces, (safe & behind &^ enemy.All).Count() * pieces}
}
