package features

import "example.org/centipawn/board"

// kingAttackFamily weighs the enemy pieces that look at a king's zone.
var kingAttackFamily = Family{
	Name: "king attack",
	Terms: []Definition{{
		Name: "king_attack",
		Unit: "weighted pairs",
		Formula: "pairs of an attacker and a square of the enemy king's zone that it attacks: " +
			"knight and bishop 2, rook 3, queen 5",
		Source: "AlphaOne, section on king safety; the weights are the paper's",
		Kind:   Real,
	}},
	Count: func(c *Context, t *Tally, first Term) {
		t.AddDifference(first, kingAttack(c, board.White, everySquare), kingAttack(c, board.Black, everySquare))
	},
}

// KingAttackers returns the family of the other reading of the same section: its text gives a weight "for each
// piece" that attacks the zone, where its program, and king_attack, count each attacked square. It is in no
// registered set.
func KingAttackers() Family {
	return Family{
		Name: "king attackers",
		Terms: []Definition{{
			Name:    "king_attackers",
			Unit:    "weighted pieces",
			Formula: "pieces that attack a square of the enemy king's zone: knight and bishop 2, rook 3, queen 5",
			Source:  "AlphaOne, section on king safety, as its text has it",
			Kind:    Real,
		}},
		Count: func(c *Context, t *Tally, first Term) {
			t.AddDifference(first, kingAttack(c, board.White, 1), kingAttack(c, board.Black, 1))
		},
	}
}

// everySquare lets every square that a piece attacks in the zone count.
const everySquare = 64

// attackWeight is what one attacked square of the zone counts, by attacker.
var attackWeight = [...]int{board.Pawn: 0, board.Knight: 2, board.Bishop: 2, board.Rook: 3, board.Queen: 5, board.King: 0}

// kingAttack returns the attack of one side on the other's king; of each piece most squares of the zone count.
func kingAttack(c *Context, color board.Color, most int) int {
	n, zone := 0, kingZones[color.Other()][c.Pos.King(color.Other())]
	for _, piece := range c.Attacks(color) {
		n += attackWeight[piece.Type] * min(most, (piece.Squares&zone).Count())
	}
	return n
}

// kingZones holds the zone of a king by its colour and square: the squares
// next to it and the three squares two ranks ahead. Its own square is not in it.
var kingZones = func() (zones [2][64]board.Bitboard) {
	for sq := range board.Square(64) {
		for color := range zones {
			c := board.Color(color)
			next := forward(board.SquareBB(sq).Widen(), c)
			zones[c][sq] = board.KingAttacks(sq) | forward(next, c)
		}
	}
	return zones
}()

// pawnShieldFamily counts the pawns before the own king.
var pawnShieldFamily = Family{
	Name: "pawn shield",
	Terms: []Definition{{
		Name:    "pawn_shield",
		Unit:    "pawns",
		Formula: "own pawns on the king's and the adjacent files: 1 on the next rank, ½ on the one after",
		Source:  "AlphaOne, section on king safety, with the colours as the text means them",
		Kind:    Real,
	}},
	Count: func(c *Context, t *Tally, first Term) {
		t.AddRealDifference(first, pawnShield(c.Pos, board.White), pawnShield(c.Pos, board.Black))
	},
}

// pawnShield returns the shield of one side in pawns.
func pawnShield(p *board.Position, color board.Color) float64 {
	pawns := p.Pieces(color, board.Pawn)
	next := forward(board.SquareBB(p.King(color)).Widen(), color)
	return float64((pawns & next).Count()) + float64((pawns&forward(next, color)).Count())/2
}

// forward moves every square of bb one rank ahead, seen from c.
func forward(bb board.Bitboard, c board.Color) board.Bitboard {
	if c == board.White {
		return bb.North()
	}
	return bb.South()
}
