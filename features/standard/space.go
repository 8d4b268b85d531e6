package standard

import "example.org/centipawn/features"

// spaceFamily counts the room behind a side's pawns. It is worth more the more
// pieces want room.
var spaceFamily = features.Family{
	Name: "space",
	Terms: []features.Definition{{
		Name: "space.safe",
		Unit: "squares × pieces",
		Formula: "squares of the files c to f on the owner's ranks 2 to 4 with no own pawn and not attacked by an " +
			"enemy pawn, times the number of own knights, bishops, rooks and queens, at most 7",
		Source: "M. Costalba, J. Kiiski, G. Linscott, T. Romstad, Stockfish 11, Evaluation (2020), space",
		Taper:  features.Tapered,
	}, {
		Name: "space.behind",
		Unit: "squares × pieces",
		Formula: "those squares of space.safe that lie one to three ranks behind an own pawn on their file and are " +
			"not attacked by any enemy piece, times the same number",
		Source: "M. Costalba, J. Kiiski, G. Linscott, T. Romstad, Stockfish 11, Evaluation (2020), space",
		Taper:  features.Tapered,
	}},
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		white, black := c.Sides()
		whites, blacks := min(len(white.Pieces), 7), min(len(black.Pieces), 7)
		t.AddDifferences(first,
			[]int{int(white.Room) * whites, (white.Behind &^ black.All).Count() * whites},
			[]int{int(black.Room) * blacks, (black.Behind &^ white.All).Count() * blacks})
	},
}
