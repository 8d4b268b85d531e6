package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// kingGuards counts what a king has around it, beside its shelter of pawns.
var kingGuards = features.Family{Name: "king guards", Terms: guardDefinitions(), Count: countGuards}

// guardDefinitions defines the terms in the order in which they are counted.
func guardDefinitions() (terms []features.Definition) {
	for _, pt := range []board.PieceType{board.Knight, board.Bishop} {
		terms = append(terms, features.Definition{
			Name:    "king.distance." + pt.String(),
			Unit:    "steps",
			Formula: "sum of the king's steps to each own " + pt.String() + " on an empty board",
			Source:  "Stockfish 11, evaluate.cpp, king protector (2020)",
			Taper:   features.Tapered,
		})
	}
	return append(terms, features.Definition{
		Name:    "king.pawnless_flank",
		Unit:    "kings",
		Formula: "1 if no pawn of either colour stands on the king's flank: the files a to c or f to h for a king at the edge, else a to d, c to f or e to h",
		Source:  "Stockfish 11, evaluate.cpp, pawnless flank (2020)",
		Taper:   features.Tapered,
	})
}

// countGuards adds the distances and the pawnless flanks.
func countGuards(c *features.Context, t *features.Tally, first features.Term) {
	white, black := c.Sides()
	pawns := c.Pos.ByType(board.Pawn)
	t.AddDifferences(first,
		[]int{white.KnightSteps, white.BishopSteps, 1 - (pawns & white.Flank()).One()},
		[]int{black.KnightSteps, black.BishopSteps, 1 - (pawns & black.Flank()).One()})
}
