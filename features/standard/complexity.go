package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// Complexity is what lets the side win that is ahead in the endgame, or does not let it.
// The counts are of the position: the formula says whose they are.
var (
	complexityFamily = features.Family{
		Name:      "complexity",
		Terms:     complexityDefinitions(),
		Sums:      []string{"complexity"},
		Symmetric: true,
		Depends:   features.OnPawnsAndKings,
		Count:     countComplexity,
	}
	piecelessFamily = features.Family{
		Name:      "complexity without pieces",
		Terms:     []features.Definition{complexityTerm("no_pieces", "positions", "1 if there are kings and pawns alone", initiative+"; A. Grant, Ethereal, evaluate.c, complexity (2024)")},
		Sums:      []string{"complexity"},
		Symmetric: true,
		Depends:   features.OnNumbers,
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			t.Add(first, 1-pieces(c.Pos).One())
		},
	}
)

const initiative = "Stockfish 11, evaluate.cpp, initiative (2020)"

// complexityTerm defines a term of complexity.
func complexityTerm(name, unit, formula, source string) features.Definition {
	return features.Definition{Name: "complexity." + name, Unit: unit, Formula: formula, Source: source, Taper: features.Plain}
}

// complexityDefinitions defines the terms in the order in which they are counted.
func complexityDefinitions() []features.Definition {
	return []features.Definition{
		complexityTerm("base", "positions", "1, for what is always there", initiative),
		complexityTerm("pawns", "pawns", "pawns of both sides", initiative),
		complexityTerm("passed", "pawns", "passed pawns of both sides", initiative),
		complexityTerm("both_flanks", "positions", "1 if pawns stand on the files a to d and on the files e to h", initiative),
		complexityTerm("outflanking", "squares", "files between the kings less ranks between them", initiative),
		complexityTerm("infiltration", "positions", "1 if White's king stands on ranks 5 to 8 or Black's on ranks 1 to 4", initiative),
		complexityTerm("almost_unwinnable", "positions", "1 if there is no passed pawn, the files between the kings are fewer than the ranks, and no pawns "+
			"stand on the files a to d or none on the files e to h", initiative),
	}
}

// countComplexity adds what pawns and kings show.
func countComplexity(c *features.Context, t *features.Tally, first features.Term) {
	skeletons := c.Skeletons()
	white, black := c.Pos.King(board.White), c.Pos.King(board.Black)
	pawns := c.Pos.ByType(board.Pawn)
	passed := (skeletons[board.White].Passed | skeletons[board.Black].Passed).Count()
	files, ranks := white.File()-black.File(), white.Rank()-black.Rank()
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
		int((white>>5 | ^black>>5) & 1),
		unwinnable,
	})
}

// pieces returns the knights, bishops, rooks and queens.
func pieces(p *board.Position) board.Bitboard {
	return p.Occupied() &^ (p.ByType(board.Pawn) | p.ByType(board.King))
}
