package mcts

import "strings"

// A Fault is a set of errors of published programs, kept to show what they do.
type Fault uint16

// The faults.
const (
	// BlindToMate: games that are over are not seen; the static evaluation of the last position
	// is its value (AlphaOne).
	BlindToMate Fault = 1 << iota
	// BlindToDraws: nor are repetition, fifty moves and dead material (AlphaOne, Lishex, SigmaZero).
	BlindToDraws
	// RandomChild: a leaf is expanded, and a child of it drawn and valued in its place (AlphaOne).
	RandomChild
	// Pawns: a value is an evaluation in pawns, without bound; it stands ½ higher here, so that
	// the sides' values still sum to 1 (AlphaOne).
	Pawns
	// PlusOne: a child's mean and bonus are divided by its visits + 1 (Lishex, SigmaZero).
	PlusOne
	// Reseeding: a generator of 624 words is made at every level of the tree (Lishex).
	Reseeding
	// WhitesView: both sides choose what is best for White, at the root too (BUBot).
	WhitesView
	// HalfDraws: a draw is half of a win for White, where a loss is a whole one (BUBot).
	HalfDraws
	// MultipliedNoise: the root's priors are multiplied by noise that is drawn again at every visit, in
	// place of a mixture with what is drawn once (SigmaZero).
	MultipliedNoise
	// RootBackup: a value is added to the root alone, and no visit is counted, so that nothing is learnt about any
	// move (BUBot).
	RootBackup
	// FirstMoveOnly: of a simulation the inner search plays the first move alone, the others are random (BUBot).
	FirstMoveOnly
	// TablesByRoot: tables are asked if the root has fewer than eight pieces and pawns alone, though a simulation may come to
	// so few from any root (the thesis's MCC-SR-TB).
	TablesByRoot
	// PrintedBonus: the bonus of a move is noise that is drawn at every visit, whatever the policy and the visits of the
	// move (SigmaZero's text).
	PrintedBonus
)

// faultNames are those of the faults, in their order.
var faultNames = [...]string{
	"blind to mate", "blind to draws", "a random child valued", "values in pawns", "means over n + 1",
	"a generator at every level", "White's view for both", "a draw is half a win", "priors multiplied by noise",
	"backup of the root alone", "only the first move of a game is the engine's",
	"tables if the root has fewer than eight pieces",
	"noise in place of a bonus by policy and visits",
}

// String returns the faults in words, "" if there is none.
func (f Fault) String() string {
	var names []string
	for i, name := range faultNames {
		if f&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
