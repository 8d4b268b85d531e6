package features

import (
	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// PeSTO is the evaluation of PeSTO with every value free: a tapered weight for
// each piece on each square, 384 in all. A piece's value is inside its table:
// on squares of sense the table's mean says what the piece is worth. A pawn
// never stands on the ranks 1 and 8, so that 16 of the terms always count 0.
var PeSTO = MustRegister(NewSet("pesto", &tapered.PeSTO, PSTFamily(false)))

// PeSTOMirrored is [PeSTO] with the e- to h-files folded on the d- to a-files:
// 192 tapered weights.
var PeSTOMirrored = MustRegister(NewSet("pesto_mirrored", &tapered.PeSTO, PSTFamily(true)))

// PSTFamily returns the family of piece-square terms: "pst.knight.f3" for each
// piece, pawn first and king last, on each square from a1, b1 to h8, or, if the
// tables are mirrored, from a1 to d1 and so on to d8. Material needs no term
// beside them: the sum of a piece's counts is its material balance.
func PSTFamily(mirrored bool) Family {
	f := Family{Name: "piece-square tables", Depends: OnSquares, Count: countSquares}
	files := 8
	if mirrored {
		f.Name, f.Count, files = "mirrored piece-square tables", countMirrored, 4
	}
	for pt := board.Pawn; pt <= board.King; pt++ {
		for rank := range 8 {
			for file := range files {
				f.Terms = append(f.Terms, squareTerm(pt, board.NewSquare(file, rank), mirrored))
			}
		}
	}
	return f
}

// squareTerm defines the term of one piece on one square.
func squareTerm(pt board.PieceType, sq board.Square, mirrored bool) Definition {
	where := sq.String() + ", for Black on " + sq.Flip().String()
	if mirrored {
		where = sq.String() + " or " + (sq ^ 7).String() + ", for Black on " + sq.Flip().String() + " or " + (sq ^ 63).String()
	}
	return Definition{
		Name:    "pst." + pt.String() + "." + sq.String(),
		Unit:    "pieces",
		Formula: "number of own pieces of the kind " + pt.String() + " on " + where,
		Source:  "chessprogramming.org, Piece-Square Tables; R. Friederich, PeSTO's Evaluation Function",
		Taper:   Tapered,
	}
}

// countSquares counts the pieces by kind and square.
func countSquares(c *Context, t *Tally, first Term) {
	t.AddPieces(first, c.Pos)
}

// countMirrored is countSquares for mirrored tables. Equal pieces on squares that
// mirror one another are left out before anything is added.
func countMirrored(c *Context, t *Tally, first Term) {
	for pt := board.Pawn; pt <= board.King; pt++ {
		white, black := c.Pos.Pieces(board.White, pt), c.Pos.Pieces(board.Black, pt).Flip()
		for pieces := white &^ black; pieces != 0; {
			t.Add(first+folded(pieces.Pop()), 1)
		}
		for pieces := black &^ white; pieces != 0; {
			t.Add(first+folded(pieces.Pop()), -1)
		}
		first += 32
	}
}

// folded returns the offset of a square's term in a mirrored table.
func folded(sq board.Square) Term {
	if sq&4 != 0 {
		sq ^= 7
	}
	return Term(sq>>3<<2 | sq&3)
}
