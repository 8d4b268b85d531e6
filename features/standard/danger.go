package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// dangerFamily is the danger that each side makes for the enemy king, which grows
// faster than the number of its causes. The terms of an
// assault are counted again, beside what is there to attack with and to defend.
var dangerFamily = features.Family{
	Name:  "danger",
	Terms: append(assaultDefinitions("danger", features.Plain), dangerDefinitions()...),
	Sums:  []string{"white", "black"},
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		countDanger(c, t, first, board.White)
		countDanger(c, t, first, board.Black)
	},
}

// dangerDefinitions defines the terms beside the assault.
func dangerDefinitions() (terms []features.Definition) {
	for _, d := range []struct{ name, unit, formula string }{
		{"base", "kings", "1, for the danger that is always there"},
		{"queen", "sides", "1 if the side has a queen"},
		{"pinned", "pieces", "enemy pieces that would expose the enemy king"},
		{"knight_defence", "sides", "1 if an enemy knight attacks a square next to the enemy king"},
		{"pawn_defence", "pawns", "enemy pawns in the enemy king's zone, the nine squares around it, those of a king at the edge moved one square inwards"},
		{"bare_files", "files", "of the enemy king's file and those next to it, those with no enemy pawn"},
	} {
		terms = append(terms, features.Definition{
			Name: "danger." + d.name, Unit: d.unit, Formula: d.formula, Taper: features.Plain,
			Source: "Stockfish 11, evaluate.cpp, king danger (2020)",
		})
	}
	return terms
}

// countDanger adds what one side does to the other's king.
func countDanger(c *features.Context, t *features.Tally, first features.Term, color board.Color) {
	t.AddSideCounts(first, color, c.Assault(color)[:])
	enemy, p := c.Side(color.Other()), c.Pos
	near := board.SquareBB(enemy.King).Widen().FillFiles() & board.Rank1
	t.AddSideCounts(first+features.AssaultTerms, color, []int{
		1,
		p.Pieces(color, board.Queen).One(),
		enemy.Pinned.Count(),
		(enemy.ByType[board.Knight] & enemy.ByType[board.King]).One(),
		(enemy.Pawns & enemy.KingZone).Count(),
		(near &^ enemy.PawnFiles()).Count(),
	})
}
