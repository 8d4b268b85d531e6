package features

import "example.org/centipawn/board"

// mobilityFamily counts the squares that pieces can go to. Both sides are
// counted from their attack sets in the position as it stands: there is no null
// move, which has no meaning in check.
var mobilityFamily = Family{
	Name: "mobility",
	Terms: []Definition{{
		Name:    "mobility",
		Unit:    "squares",
		Formula: "squares attacked by each knight, bishop, rook and queen, own pieces excepted",
		Source:  "chessprogramming.org, Mobility; AlphaOne counts legal moves, after a null move for the side not to move",
	}},
	Count: func(c *Context, t *Tally, first Term) {
		t.AddDifference(first, mobility(c, board.White), mobility(c, board.Black))
	},
}

// mobility returns the pieces' mobility of one side.
func mobility(c *Context, color board.Color) int {
	n, own := 0, c.Pos.ByColor(color)
	for _, piece := range c.Attacks(color) {
		if piece.Type != board.King {
			n += (piece.Squares &^ own).Count()
		}
	}
	return n
}
