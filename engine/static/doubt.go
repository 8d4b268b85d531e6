package static

import (
	"fmt"
)

// What an evaluation of the probes must be.
const (
	leastSure  = 0.9 // share of the signs of a rook or a queen that one view explains
	mostPawns  = 3.5 // that a pawn more is worth, where numbers are pawns
	leastPawn  = 0.15
	leastQueen = 2 // pawns that a queen more is worth: less is an expected score

	usualLow, usualHigh = 60, 180 // centipawns of a pawn; else its own unit is said
	largeSkew           = 0.3     // pawns between a position and that with colours exchanged
)

// doubt says why numbers are not those of an evaluation; "" where they are.
func (v verdict) doubt() string {
	switch {
	case v.same:
		return fmt.Sprintf("it is %g for each of the positions that were tried", v.least)
	case v.least >= 0:
		return fmt.Sprintf("it is from %g to %g and never negative, even where White is a queen short: an expected score, or without its sign", v.least, v.most)
	case v.sure < leastSure:
		return fmt.Sprintf("its sign does not follow who is a queen or a rook ahead, in White's view or in that of the side to move (%.0f %% of the positions at best)", 100*v.sure)
	case v.against:
		return "positive numbers are for the side that is a queen or a rook short: print them negated"
	case v.pawn < leastPawn || v.queen < leastQueen*v.pawn:
		return fmt.Sprintf("a pawn more adds %.3g and a queen %.3g: not the value of material", v.pawn, v.queen)
	}
	return ""
}

// unit is that in which a pawn is about 1 or more.
func (v verdict) unit() Unit {
	if v.pawn <= mostPawns {
		return UnitPawns
	}
	return UnitCentipawns
}
