package features

import "example.org/centipawn/board"

// pawnsFamily counts the pawn structure.
var pawnsFamily = Family{
	Name: "pawns",
	Terms: []Definition{{
		Name:    "passed_pawns",
		Unit:    "pawns",
		Formula: "pawns with no enemy pawn ahead on their own or an adjacent file",
		Source:  "chessprogramming.org, Passed Pawn",
	}, {
		Name:    "doubled_pawns",
		Unit:    "pairs",
		Formula: "pairs of own pawns on one file: three pawns are three pairs",
		Source:  "AlphaOne, section on pawn structure; chessprogramming.org, Doubled Pawn",
	}, {
		Name:    "pawn_islands",
		Unit:    "islands",
		Formula: "groups of own pawns on adjacent files, parted by files without one",
		Source:  "chessprogramming.org, Pawn Islands (Chess)",
	}},
	Count: func(c *Context, t *Tally, first Term) {
		white, black := c.Pos.Pieces(board.White, board.Pawn), c.Pos.Pieces(board.Black, board.Pawn)
		t.AddDifference(first+passedPawns, passed(white, black, board.White).Count(), passed(black, white, board.Black).Count())
		t.AddDifference(first+doubledPawns, pawnPairs(white), pawnPairs(black))
		t.AddDifference(first+pawnIslands, runs(uint8(white.FillSouth())), runs(uint8(black.FillSouth())))
	},
}

// The pawns family's terms, as offsets from its first.
const (
	passedPawns Term = iota
	doubledPawns
	pawnIslands
)

// passed returns the passed pawns among a side's pawns. Of doubled passed pawns
// both count.
func passed(pawns, enemy board.Bitboard, color board.Color) board.Bitboard {
	return pawns &^ enemy.Widen().FrontSpan(color.Other())
}

// pawnPairs returns the number of pairs of pawns that share a file: those that
// are one rank apart, two ranks, and so on to five.
func pawnPairs(pawns board.Bitboard) int {
	pairs := 0
	for ranks := 1; ranks <= 5; ranks++ {
		pairs += (pawns & (pawns >> (8 * ranks))).Count()
	}
	return pairs
}
