package standard

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// imbalanceFamily counts what pieces are worth beside one another. What a piece
// is worth alone is in its piece-square table.
var imbalanceFamily = features.Family{Name: "imbalance", Terms: imbalanceTerms(), Depends: features.OnNumbers, Count: countImbalance}

// imbalanced are the pieces of the pairs.
var imbalanced = [...]board.PieceType{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen}

// typical is how many of a kind a side has as a rule. Counts are taken from it, so
// that a piece-square table says what a piece is worth in usual company.
var typical = [...]int{board.Pawn: 5, board.Knight: 1, board.Bishop: 1, board.Rook: 2, board.Queen: 1}

// imbalanceTerms defines the bishop pair and, for every two kinds of pieces, the two
// terms of their numbers: own beside own, own against enemy.
func imbalanceTerms() []features.Definition {
	terms := []features.Definition{{
		Name:    "imbalance.bishop_pair",
		Unit:    "pairs",
		Formula: "1 if there are own bishops on squares of both colours",
		Source:  "L. Kaufman, \"The Evaluation of Material Imbalances\" (1999)",
		Taper:   features.Tapered,
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

// pairTerm defines a term of the numbers of two kinds of pieces.
func pairTerm(whose string, b, a board.PieceType) features.Definition {
	formula := fmt.Sprintf("(%s %ss − %d) × (own %ss − %d)", whose, b, typical[b], a, typical[a])
	if a == b {
		formula = fmt.Sprintf("(own %ss − %d)²", a, typical[a])
	}
	return features.Definition{
		Name:    fmt.Sprintf("imbalance.%s.%v.%v", whose, b, a),
		Unit:    "pairs",
		Formula: formula,
		Source:  "L. Kaufman, \"The Evaluation of Material Imbalances\" (1999); T. Romstad, polynomial material of Glaurung 2 (2008)",
		Taper:   features.Tapered,
	}
}

// countImbalance adds the terms. If both sides have the same pieces, all but the
// bishop pair count nothing.
func countImbalance(c *features.Context, t *features.Tally, first features.Term) {
	white, black := c.Sides()
	t.AddDifference(first, bishopPair(c.Pos, board.White), bishopPair(c.Pos, board.Black))
	if white.Numbers == black.Numbers {
		return
	}
	const p, n, b, r, q = board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen
	var u unusual
	for pt := range typical {
		u.white[pt] = white.Numbers.Of(board.PieceType(pt)) - typical[pt]
		u.black[pt] = black.Numbers.Of(board.PieceType(pt)) - typical[pt]
	}
	t.AddCounts(first+1, []int{
		u.own(p, p),
		u.own(p, n), u.enemy(p, n), u.own(n, n),
		u.own(p, b), u.enemy(p, b), u.own(n, b), u.enemy(n, b),
		u.own(p, r), u.enemy(p, r), u.own(n, r), u.enemy(n, r), u.own(b, r), u.enemy(b, r), u.own(r, r),
		u.own(p, q), u.enemy(p, q), u.own(n, q), u.enemy(n, q), u.own(b, q), u.enemy(b, q), u.own(r, q), u.enemy(r, q),
	})
}

// unusual is how many pieces of each kind both sides have beyond what is typical.
type unusual struct{ white, black [len(typical)]int }

// own returns the term of the numbers of two kinds of one side.
func (u *unusual) own(b, a board.PieceType) int {
	return u.white[b]*u.white[a] - u.black[b]*u.black[a]
}

// enemy returns the term of the numbers of a kind and of another of the enemy's.
func (u *unusual) enemy(b, a board.PieceType) int {
	return u.black[b]*u.white[a] - u.white[b]*u.black[a]
}

// squared reports whether a kind has a term of its square. Of bishops and queens it
// would be, but for promotions, what their number and the bishop pair say already.
func squared(pt board.PieceType) bool { return pt != board.Bishop && pt != board.Queen }

// bishopPair returns 1 if a side has bishops on squares of both colours.
func bishopPair(p *board.Position, color board.Color) int {
	bishops := p.Pieces(color, board.Bishop)
	return (bishops & board.LightSquares).One() & (bishops & board.DarkSquares).One()
}
