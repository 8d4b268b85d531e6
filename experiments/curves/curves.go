// Package curves registers variants of the set standard_nonlinear, for fits that compare what the
// danger to a king is worth: its square, a sigmoid of it, or a table; and complexity in both
// halves of the evaluation. A program that imports it knows them by name.
//
// The weights that a formula reads by name are 0 at the start: there every variant is a plain one.
//
// Source: the square as in T. Romstad, M. Costalba and J. Kiiski, Stockfish (from 2016); the table as in
// the safety tables of chessprogramming.org, "King Safety"; the sigmoid as in Clockwork (2025).
package curves

import (
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/tapered"
)

// Danger as a sigmoid of its sum: at most the height, which is 400 centipawns at the start.
const sigmoid = "(400 + weight(danger.height)) * (sigmoid(danger_white / 100) - sigmoid(danger_black / 100))"

// Danger as its square and a table of what is added to that, at sums of 0, 50, 100 to 400.
const table = `(square(clamp(danger_white, 0, 400)) - square(clamp(danger_black, 0, 400))) / 100
  + lookup(danger_white, 0, 400, danger.bend, 9) - lookup(danger_black, 0, 400, danger.bend, 9)`

// Complexity sways the middlegame, too: by a part of what it does to the endgame.
const bothHalves = `danger = ` + standard.SquaredDanger + `;
early = linear.mg + danger; late = linear.eg;
part = weight(complexity.middlegame) * complexity;
sway_early = if early > 0 then max(part, -early) else if early < 0 then -max(part, early) else 0;
sway = if late > 0 then max(complexity, -late) else if late < 0 then -max(complexity, late) else 0;
percent = if late > 0 then scale_white else if late < 0 then scale_black else 0;
(early + sway_early) * mg + (late + sway) * clamp(1 + percent / 100, 0, 2) * eg`

// The variants. Without generated code, they are interpreted in a search.
var (
	Sigmoid    = variant("standard_nonlinear_sigmoid", standard.NonlinearFormula(sigmoid))
	Table      = variant("standard_nonlinear_table", standard.NonlinearFormula(table))
	BothHalves = variant("standard_nonlinear_halves", bothHalves)
)

func variant(name, formula string) *features.Set {
	return features.MustRegister(features.NewFormulaSet(name, &tapered.PeSTO, &standard.EndgameScale,
		features.Formula{Text: formula}, standard.NonlinearFamilies()...))
}
