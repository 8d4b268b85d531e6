package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// complexityFamily counts what lets the side win that is ahead in the endgame, or does
// not let it. The counts are of the position: the formula says whose they are.
var complexityFamily = features.Family{
	Name:      "complexity",
	Terms:     complexityDefinitions(),
	Sums:      []string{"complexity"},
	Symmetric: true,
	Count:     countComplexity,
}

// complexityDefinitions defines the terms in the order in which they are counted.
func complexityDefinitions() (terms []features.Definition) {
	const (
		initiative = "Stockfish 11, evaluate.cpp, initiative (2020)"
		ethereal   = "A. Grant, Ethereal, evaluate.c, complexity (2024)"
	)
	for _, d := range []struct{ name, unit, formula, source string }{
		{"base", "positions", "1, for what is always there", initiative},
		{"pawns", "pawns", "pawns of both sides", initiative},
		{"passed", "pawns", "passed pawns of both sides", initiative},
		{"both_flanks", "positions", "1 if pawns stand on the files a to d and on the files e to h", initiative},
		{"outflanking", "squares", "files between the kings less ranks between them", initiative},
		{"infiltration", "positions", "1 if White's king stands on ranks 5 to 8 or Black's on ranks 1 to 4", initiative},
		{"no_pieces", "positions", "1 if there are kings and pawns alone", initiative + "; " + ethereal},
		{"almost_unwinnable", "positions", "1 if there is no passed pawn, the files between the kings are fewer than the ranks, and all pawns stand " +
			"on the files a to d or on the files e to h", initiative},
	} {
		terms = append(terms, features.Definition{
			Name: "complexity." + d.name, Unit: d.unit, Formula: d.formula, Source: d.source, Taper: features.Plain,
		})
	}
	return terms
}

// countComplexity adds the terms.
func countComplexity(c *features.Context, t *features.Tally, first features.Term) {
	white, black := c.Sides()
	pawns := white.Pawns | black.Pawns
	passed := (white.Passed | black.Passed).Count()
	files, ranks := white.King.File()-black.King.File(), white.King.Rank()-black.King.Rank()
	outflanking := max(files, -files) - max(ranks, -ranks)
	flanks := (pawns & queenSide).One() & (pawns &^ queenSide).One()
	unwinnable := 0
	if passed == 0 && outflanking < 0 && flanks == 0 {
		unwinnable = 1
	}
	t.AddCounts(first, []int{
		1,
		pawns.Count(),
		passed,
		flanks,
		outflanking,
		int(uint(white.King)>>5 | uint(^black.King)>>5&1),
		1 - board.Bitboard(white.Numbers.Pieces()|black.Numbers.Pieces()).One(),
		unwinnable,
	})
}
