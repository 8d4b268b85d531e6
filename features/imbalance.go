package features

import (
	"fmt"

	"centipawn/board"
)

// imbalanceFamily counts what pieces are worth beside one another. What a piece
// is worth alone is in its piece-square table.
var imbalanceFamily = Family{Name: "imbalance", Terms: imbalanceTerms(), Count: countImbalance}

// imbalanced are the pieces of the pairs.
var imbalanced = [...]board.PieceType{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen}

// typical is how many of a kind a side has as a rule. Counts are taken from it, so
// that a piece-square table says what a piece is worth in usual company.
var typical = [...]int{board.Pawn: 5, board.Knight: 1, board.Bishop: 1, board.Rook: 2, board.Queen: 1}

// imbalanceTerms defines the bishop pair and, for every two kinds of men, the two
// terms of their numbers: own beside own, own against enemy.
func imbalanceTerms() []Definition {
	terms := []Definition{{
		Name:    "imbalance.bishop_pair",
		Unit:    "pairs",
		Formula: "1 if there are own bishops on squares of both colours",
		Source:  "L. Kaufman, \"The Evaluation of Material Imbalances\" (1999)",
		Taper:   Tapered,
	}}
	for _, a := range imbalanced {
		for _, b := range imbalanced[:a] {
			terms = append(terms, pairTerm("own", b, a), pairTerm("enemy", b, a))
		}
		if squared(a) {
			terms = append(terms, pairTerm("own", a, a))
		}
	}
	return terms
}

// pairTerm defines a term of the numbers of two kinds of men.
func pairTerm(whose string, b, a board.PieceType) Definition {
	formula := fmt.Sprintf("(%s %ss − %d) × (own %ss − %d)", whose, b, typical[b], a, typical[a])
	if a == b {
		formula = fmt.Sprintf("(own %ss − %d)²", a, typical[a])
	}
	return Definition{
		Name:    fmt.Sprintf("imbalance.%s.%v.%v", whose, b, a),
		Unit:    "pairs",
		Formula: formula,
		Source:  "L. Kaufman, \"The Evaluation of Material Imbalances\" (1999); T. Romstad, polynomial material of Glaurung 2 (2008)",
		Taper:   Tapered,
	}
}

// countImbalance adds the terms. If both sides have the same men, all but the
// bishop pair count nothing.
func countImbalance(c *Context, t *Tally, first Term) {
	var white, black [len(imbalanced)]int
	level := true
	for a, pt := range imbalanced {
		white[a], black[a] = c.Pos.Pieces(board.White, pt).Count(), c.Pos.Pieces(board.Black, pt).Count()
		level = level && white[a] == black[a]
	}
	var n [imbalances]int
	n[0] = bishopPair(c.Pos, board.White) - bishopPair(c.Pos, board.Black)
	if level {
		if n[0] != 0 {
			t.Add(first, n[0])
		}
		return
	}
	at := 1
	for a, usual := range typical {
		w, b := white[a]-usual, black[a]-usual
		white[a], black[a] = w, b
		for k := range a {
			n[at], n[at+1] = w*white[k]-b*black[k], w*black[k]-b*white[k]
			at += 2
		}
		if squared(board.PieceType(a)) {
			n[at] = w*w - b*b
			at++
		}
	}
	t.AddCounts(first, n[:])
}

// imbalances is the number of the family's terms.
const imbalances = 1 + 3 + len(imbalanced)*(len(imbalanced)-1)

// squared reports whether a kind has a term of its square. Of bishops and queens it
// would be, but for promotions, what their number and the bishop pair say already.
func squared(pt board.PieceType) bool { return pt != board.Bishop && pt != board.Queen }

// bishopPair returns 1 if a side has bishops on squares of both colours.
func bishopPair(p *board.Position, color board.Color) int {
	bishops := p.Pieces(color, board.Bishop)
	if bishops&board.LightSquares != 0 && bishops&board.DarkSquares != 0 {
		return 1
	}
	return 0
}
