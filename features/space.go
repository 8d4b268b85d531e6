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
			"not attacked by any enemy piece, times the same number",
		Source: "M. Costalba, J. Kiiski, G. Linscott, T. Romstad, Stockfish 11, Evaluation (2020), space",
		Taper:  Tapered,
	}},
	Count: func(c *Context, t *Tally, first Term) {
		white, black := c.Sides()
		whites, blacks := min(len(white.Pieces), 7), min(len(black.Pieces), 7)
		t.AddCounts(first, []int{
			int(white.room)*whites - int(black.room)*blacks,
			(white.Behind&^black.All).Count()*whites - (black.Behind&^white.All).Count()*blacks,
		})
	},
}

// centre holds the squares that count as space, by colour.
var centre = [2]board.Bitboard{
	board.White: (board.FileC | board.FileD | board.FileE | board.FileF) & (board.Rank2 | board.Rank3 | board.Rank4),
	board.Black: (board.FileC | board.FileD | board.FileE | board.FileF) & (board.Rank7 | board.Rank6 | board.Rank5),
}
