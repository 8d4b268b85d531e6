package lishex

// A ratio is what a piece is worth in pawns of the phase.
type ratio struct{ mg, eg float64 }

// paperValues is table 1 by [loop.Value.Name]. It is of the last values of the
// program's log: pawn 59 and 103, knight 339 and 280, bishop 379 and 293, rook 548 and
// 510, queen 1033 and 985 centipawns.
var paperValues = map[string]ratio{
	"pawn": {1, 1}, "knight": {5.75, 2.72}, "bishop": {6.42, 2.84}, "rook": {9.29, 4.95}, "queen": {17.51, 9.56},
}

// alphaZero is what the paper puts beside its own values.
//
// Source: N. Tomašev and others, "Assessing Game Balance with AlphaZero" (2020).
var alphaZero = map[string]float64{"pawn": 1, "knight": 3.05, "bishop": 3.33, "rook": 5.63, "queen": 9.5}
