package features

import (
	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// Lishex is material beside piece-square tables: what the Lishex paper tunes, a
// value for each kind of piece, with PeSTO's tables held (freeze "pst.*"). Free
// together they are not determined, for a table's squares sum to its material.
//
// Source: the Lishex paper (2023), on tuning; its program tunes material alone.
var Lishex = MustRegister(NewSet("lishex", &tapered.PeSTO, materialFamily, PSTFamily(false)))

// materialFamily counts pieces by kind.
var materialFamily = Family{Name: "material", Terms: materialTerms(), Depends: OnSquares, Count: countMaterial, Sides: countMaterialSides}

// materialTerms defines a term for every kind of piece but the king.
func materialTerms() (terms []Definition) {
	for pt := board.Pawn; pt < board.King; pt++ {
		terms = append(terms, Definition{
			Name:    "material." + pt.String(),
			Unit:    "pieces",
			Formula: "number of own pieces of the kind " + pt.String(),
			Source:  "chessprogramming.org, Material",
			Taper:   Tapered,
		})
	}
	return terms
}

// countMaterial adds the balance of every kind.
func countMaterial(c *Context, t *Tally, first Term) {
	for pt := board.Pawn; pt < board.King; pt++ {
		white, black := c.Pos.Pieces(board.White, pt), c.Pos.Pieces(board.Black, pt)
		t.AddUnless0(first+Term(pt), white.Count()-black.Count())
	}
}

// countMaterialSides adds every piece.
func countMaterialSides(c *Context, t *Tally, first Term) {
	for pt := board.Pawn; pt < board.King; pt++ {
		t.AddDifference(first+Term(pt), c.Pos.Pieces(board.White, pt).Count(), c.Pos.Pieces(board.Black, pt).Count())
	}
}
