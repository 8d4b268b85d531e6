package features

// sideToMoveFamily counts the move: labels are search scores, and the side to
// move has one more.
var sideToMoveFamily = Family{
	Name: "side to move",
	Terms: []Definition{{
		Name:    "side_to_move",
		Unit:    "moves",
		Formula: "1 for the side to move: +1 if White, −1 if Black",
		Source:  "chessprogramming.org, Tempo",
	}},
	Count: func(c *Context, t *Tally, first Term) {
		t.AddFor(first, c.Pos.SideToMove(), 1)
	},
}
