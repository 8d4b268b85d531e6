package standard

//go:generate go test -run TestCodeIsGenerated -update .

import (
	"slices"

	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// Nonlinear is [Set] with what no sum of counts × weights can say: the danger to the
// kings, squared; complexity, which makes an endgame lead larger or smaller but does not
// turn it; and fitted factors of the endgame half, by who is ahead there. With all of
// their weights at 0 it evaluates as [Set] without the linear terms of the kings' assault,
// in place of which the danger stands.
var Nonlinear = features.MustRegister(features.NewFormulaSet("standard_nonlinear", &tapered.PeSTO, &EndgameScale,
	features.Formula{Text: NonlinearFormula(SquaredDanger), Code: nonlinearCode}, NonlinearFamilies()...))

// NonlinearFormula returns the formula of [Nonlinear] with a text for the danger to the kings, in
// centipawns of the middlegame from White's view, of the sums danger_white and danger_black. Complexity
// and the scale by side belong to the side that is ahead in the endgame by the linear terms; where none
// is, neither has an effect.
func NonlinearFormula(danger string) string {
	return "danger = " + danger + `;
lead = linear.eg;
sway = if lead > 0 then max(complexity, -lead) else if lead < 0 then -max(complexity, lead) else 0;
percent = if lead > 0 then scale_white else if lead < 0 then scale_black else 0;
(linear.mg + danger) * mg + (lead + sway) * clamp(1 + percent / 100, 0, 2) * eg`
}

// SquaredDanger is the danger of [Nonlinear], which grows with the square of its causes: a sum of 100 is
// worth a pawn with all pieces on the board.
const SquaredDanger = "(square(max(0, danger_white)) - square(max(0, danger_black))) / 100"

// NonlinearFamilies returns the families of [Nonlinear], for sets that add to it or have another formula.
func NonlinearFamilies() []features.Family {
	danger := dangerFamily
	danger.Sums = []string{"danger_white", "danger_black"}
	linear := slices.DeleteFunc(Families(), func(f features.Family) bool { return f.Name == kingAssault.Name })
	return append(linear, danger, complexityFamily, piecelessFamily, wingFamily, winningFamily, leadFamily)
}
