package features

import "centipawn/board"

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
		for _, side := range sides {
			pawns := c.Pos.Pieces(side.color, board.Pawn)
			enemy := c.Pos.Pieces(side.color.Other(), board.Pawn)
			t.Add(first+passedPawns, side.sign*passed(pawns, enemy, side.color).Count())
			t.Add(first+doubledPawns, side.sign*pawnPairs(pawns))
			t.Add(first+pawnIslands, side.sign*islands(pawns))
		}
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

// pawnPairs returns the number of pairs of pawns that share a file.
func pawnPairs(pawns board.Bitboard) int {
	pairs := 0
	for file := range 8 {
		n := (pawns & board.FileMask(file)).Count()
		pairs += n * (n - 1) / 2
	}
	return pairs
}

// islands returns the number of runs of files with a pawn.
func islands(pawns board.Bitboard) int {
	var files board.Bitboard
	for rank := range 8 {
		files |= pawns >> (8 * rank)
	}
	files &= board.Rank1
	return (files &^ files.East()).Count() // the files where a run begins
}
