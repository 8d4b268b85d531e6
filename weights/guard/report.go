package guard

import (
	"math"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights/predict"
	"example.org/centipawn/winprob"
)

// A Report is how far the new evaluation is from the old one.
type Report struct {
	Scale  float64 `json:"scale"`  // slope of the new on the old evaluation; the new one is divided by it
	K      float64 `json:"k"`      // of the old evaluation; 0: not known
	KFrom  string  `json:"k_from"` // one of the KFrom constants; empty: not known
	Phases []Phase `json:"phases"` // opening, middlegame and endgame, where the rows have phases; all rows last
	Pieces []Piece `json:"pieces"` // empty if the names of the weights do not say what is a piece

	Labels *Labels `json:"labels,omitempty"` // nil: none that judge

	Weights     int    `json:"weights"`     // of both evaluations
	Supported   int    `json:"supported"`   // moved farther than their 95 % interval
	Unsupported []Move `json:"unsupported"` // moved far on few rows or games, the farthest first

	// Added are the families that the old evaluation does not have, boards without difference
	// between their squares included, and AddedRMS what they are worth on the common scale, in
	// centipawns of the old evaluation.
	Added    []string `json:"added,omitempty"`
	AddedRMS float64  `json:"added_rms,omitempty"`

	// Verdict is the word of the forecast. Reasons are what is unusual about the step: they are part of what the
	// forecast is made of, or say what a match should be watched for, and have no verdict of their own.
	Verdict  predict.Word     `json:"verdict"`
	Forecast predict.Forecast `json:"forecast"`
	Reasons  note.List        `json:"reasons"`

	tables bool         // pst.* without a value of a piece
	fitted predict.Kind // of the labels of the fit that the new weights are of
}

// A Phase is the difference of the two evaluations on the positions of a phase.
type Phase struct {
	Name        string  `json:"name"`
	Rows        int     `json:"rows"`
	RMS         float64 `json:"rms"`         // of new minus old, centipawns
	OldRMS      float64 `json:"old_rms"`     // of the old evaluation, centipawns
	Correlation float64 `json:"correlation"` // of the two
	Expected    float64 `json:"expected"`    // mean absolute difference of expected scores at K; 0 without a K
	Squared     float64 `json:"squared"`     // mean squared difference of expected scores at K; 0 without a K
	OtherSign   float64 `json:"other_sign"`  // share of the rows that the old evaluation takes for decided in which the sign is another
}

// A Move is a weight that is another in the new evaluation, in centipawns a count. Of a weight that a formula
// does not just add, the values are the file's, and Each says what they are worth.
type Move struct {
	Name  string  `json:"name"`
	Old   float64 `json:"old"`
	New   float64 `json:"new"`
	Error float64 `json:"interval95,omitempty"` // half the width of the new value's; 0: not known
	Rows  int     `json:"rows"`
	Games int     `json:"games"`          // fewGames: that many or more
	Each  float64 `json:"each,omitempty"` // centipawns that one of the weight adds, on average of its rows; 0: the values are centipawns
}

// farCentipawns is farMove in the old evaluation's centipawns; +Inf if these are not known.
func farCentipawns(k float64) float64 { return winprob.Centipawn(k, 0.5+farMove) }

// Size is how far the weight moved.
func (m Move) Size() float64 { return math.Abs(m.New - m.Old) }

// Worth is how far the weight moved, in centipawns a count.
func (m Move) Worth() float64 {
	if m.Each != 0 {
		return m.Each * m.Size()
	}
	return m.Size()
}

// The thresholds of the reasons, at which a step is unusual. docs/measured/guard.md has the matches that they come from.
const (
	pieceSpread      = 1.8    // G01: the largest ratio of new to old values of pieces over the smallest
	distance         = 0.019  // G02: mean difference of expected scores in a phase
	repaired         = 0.105  // fall of the squared error on labels that are results from which the old evaluation was poor
	newShare         = 1. / 3 // of the difference by new terms, rms, from which it is meant
	farMove          = 0.15   // G03: expected score that a count of a weight may move without support
	fewRows          = 20
	fewGames         = 10
	leastCorrelation = 0.5   // G04
	worse            = 0.005 // G05: rise of the squared error on labels
	heavyOffset      = 0.5   // rms of what no weight holds, as a share of the old evaluation's, from which tables alone are no values of pieces
)
