package inspect

import (
	"math"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
)

// Thresholds of an inspection. Calibrated on sets of engine evaluations from
// tournament games and from self-play: there the rank correlation of score and
// material is 0.25 to 0.52 for either side to move, 0.39 to 0.54 among the
// rows with a piece more or less, and the slope 38 to 65 centipawns a pawn.
const (
	// minSide is how many scored rows of a side to move can be judged, and how
	// many of them must have a piece more or less.
	minSide = 500
	minEdge = 100

	// edgePawns is a material difference that decides most games. A share of
	// edgeShare of the rows has one unless they are all openings (0.015).
	edgePawns = 3
	edgeShare = 0.03

	// clearRho is a rank correlation that says something; one below weakRho on both
	// sides says nothing, if other games would not show rightRho, which is less than public
	// sets have.
	clearRho = 0.10
	weakRho  = 0.05
	rightRho = 0.20

	// Slopes in units of the label per pawn. Between the first two, labels are
	// pawns; between the last two they are centipawns of some scale.
	minPawnSlope      = 0.1
	maxPawnSlope      = 4.0
	minCentipawnSlope = 15.0
	maxCentipawnSlope = 250.0

	// decimalShare is the share of labels with decimals that makes them pawns
	// without doubt.
	decimalShare = 0.10

	// idShare is the share of distinct ids among rows that makes them numbers of
	// rows and not of games.
	idShare = 0.95
)

// An Inspection is what the first rows of an input, and some random ones, say
// of its labels. Labels are compared with the material on the board; those
// that are mates are left out.
type Inspection struct {
	Name    string           // of the input, as the caller gave it
	Columns datasets.Columns // where its labels are

	Rows int // with a label that is an evaluation

	// Rank correlations (Spearman) of label and material, the label read as the
	// options say: both in White's view, with White and with Black to move; and
	// of all rows, both in White's view and both in the mover's.
	WhiteToMove, BlackToMove Relation
	White, Mover             float64

	// Slope is the label's unit for a pawn of material, by least squares, labels
	// beyond their 2.5 and 97.5 per cent quantiles Low and High pulled in.
	Slope, Low, High float64

	// Decimals is the share of labels that are not whole numbers.
	Decimals float64

	// Results says the same of the rows' results.
	Results ResultInspection

	// Findings say with figures what to pass. Where labels are not what the options say, the
	// level is [note.Error].
	Findings note.List
}

// A ResultInspection is what rows say of the results of their games, read as
// the options say: White's points.
type ResultInspection struct {
	Rows      int  // with a result or a probability
	Fractions int  // with a probability that is neither 0, 0.5 nor 1
	Equal     bool // all are the same

	// Rank correlations (Spearman) of points and material, as in [Inspection].
	WhiteToMove, BlackToMove Relation
	White, Mover             float64
}

// A Relation is the rank correlation of label and material in some rows.
type Relation struct {
	Rows    int
	Games   int // of the rows; or stretches of rows that may be of one game, if they have no ids
	Rho     float64
	Bound   float64 // rows of other games of the kind have a Rho within Rho ± Bound, but for one case in 10,000
	Edge    int     // rows with a difference of a piece or more
	EdgeRho float64 // among them
}

// clear returns the sign of a correlation that is beyond doubt, else 0. A
// negative one must hold among the rows with a piece more or less, too: in
// openings alone, a pawn may well have been given for the better game. And it must not
// be by the chance of a few games.
func (r Relation) clear() int {
	switch {
	case r.Rows >= minSide && r.Rho >= clearRho:
		return 1
	case r.Rows >= minSide && r.Rho <= -max(clearRho, r.Bound) && r.Edge >= minEdge && r.EdgeRho <= -clearRho:
		return -1
	}
	return 0
}

// oneSided reports whether labels of one side to move go with material far less than
// those of the other, and not by chance: of public sets the smaller correlation is at
// least 0.77 of the larger one; if three rows of ten are of the other view it is 0.4.
func oneSided(white, black Relation) bool {
	weak, strong := math.Abs(white.Rho), math.Abs(black.Rho)
	if weak > strong {
		weak, strong = strong, weak
	}
	enough := min(white.Rows, black.Rows) >= minSide && min(white.Edge, black.Edge) >= minEdge
	return enough && strong >= clearRho && weak < strong/2 && strong-weak > math.Hypot(white.Bound, black.Bound)
}

// none reports whether there are many rows, not from openings alone, and no
// correlation.
func (r Relation) none() bool {
	return r.Rows >= minSide && r.Edge >= minEdge && float64(r.Edge) >= edgeShare*float64(r.Rows) &&
		math.Abs(r.Rho) < weakRho && math.Abs(r.EdgeRho) < clearRho && r.Rho+r.Bound < rightRho
}
