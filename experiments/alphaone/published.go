package alphaone

import (
	"centipawn/board"
	"centipawn/features"
	"centipawn/tapered"
)

// publishedShield is the pawn shield as the paper's program computes it, faults
// and all. The program tests whether the constant for White is true, which it
// always is, and so looks at the ranks above the king for both colours; and it
// never asks whose pawns they are. The term is not antisymmetric and serves here
// only: beside the corrected one of package features.
//
// Source: AlphaOne, evaluation.py, king_safety.
var publishedShield = features.Family{
	Name: "published pawn shield",
	Terms: []features.Definition{{
		Name:    "published_shield",
		Unit:    "pawns",
		Formula: "pawns of either colour on the king's and the adjacent files: 1 on the next rank up the board, ½ on the one after, for Black's king too",
		Source:  "AlphaOne, evaluation.py",
		Kind:    features.Real,
	}},
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		pawns := c.Pos.ByType(board.Pawn)
		shield := func(king board.Square) float64 {
			next := board.SquareBB(king).Widen().North()
			return float64((pawns & next).Count()) + float64((pawns&next.North()).Count())/2
		}
		t.AddReal(first, shield(c.Pos.King(board.White))-shield(c.Pos.King(board.Black)))
	},
}

// newSet returns the set of the experiment: alphaone and the published shield
// beside it. It is not registered, for no weights may name it.
func newSet() (*features.Set, error) {
	return features.NewSet("alphaone_published", &tapered.AlphaOne, append(features.AlphaOneFamilies(), publishedShield)...)
}
