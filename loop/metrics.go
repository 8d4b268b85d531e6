package loop

import (
	"math"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/match/trees"
)

// Metrics are an iteration in numbers. They hold no times: equal runs have equal
// metrics.
type Metrics struct {
	Iteration int               `json:"iteration"`       // from 1
	Played    *selfplay.Summary `json:"games,omitempty"` // nil: positions were given

	Fitting

	Earlier   []Fitting        `json:"earlier,omitempty"`   // fits to the objectives before the last
	Values    []Value          `json:"values"`              // of the pieces, pawns first
	Predicted *regret.Measured `json:"predicted,omitempty"` // of the new weights, beside those that played

	PredictedWarnings note.List `json:"predicted_warnings,omitempty"` // how far that is to be believed

	Gate *Gate `json:"gate,omitempty"`
	Best int   `json:"best"` // iteration whose weights play next; 0: those of the beginning
}

// Fitting says how well a fit went, in expected scores; of choices in Choice.
type Fitting struct {
	Objective string         `json:"objective,omitempty"` // what was fitted to; not said of results alone
	Drawn     *trees.Summary `json:"drawn,omitempty"`     // of trees and choices: the rows of this iteration

	Rows   int     `json:"rows"` // positions of all iterations in the window, train and test
	K      float64 `json:"k"`    // at which the weights found predict the natural mix; without a balance that of the search
	Method string  `json:"method"`
	Passes int     `json:"passes"`

	Train *fit.Metrics `json:"train"`
	Test  *fit.Metrics `json:"test"` // on games held out, of the weights alone, as they play
	Old   *fit.Metrics `json:"old"`  // of the weights that played, on the same

	Change *fit.Difference `json:"change"` // of the test's mean squared error against theirs, as a share

	Within *fit.Within `json:"within,omitempty"` // of trees: errors with intercepts by tree and side
	Choice *Choosing   `json:"choice,omitempty"` // of choices

	Warnings note.List `json:"warnings,omitempty"`
}

// Choosing says how well weights choose among the moves of positions.
type Choosing struct {
	Temperature float64          `json:"temperature"` // of the evaluation, centipawns
	Train       *fit.MoveMetrics `json:"train"`
	Test        *fit.MoveMetrics `json:"test"`   // on games held out; null without any
	Old         *fit.MoveMetrics `json:"old"`    // of the weights that the fit began with, on the same
	Change      *fit.MoveMetrics `json:"change"` // the test's less theirs
}

// Loss returns the loss on games held out of the weights found and of those that the fit began with:
// mean squared errors of expected scores, cross entropies of choices; NaN without such games.
func (f *Fitting) Loss() (found, old float64) {
	if c := f.Choice; c != nil {
		if c.Test == nil || c.Old == nil {
			return math.NaN(), math.NaN()
		}
		return c.Test.CrossEntropy.Value, c.Old.CrossEntropy.Value
	}
	return loss(f.Test), loss(f.Old)
}

// LossName says what [Fitting.Loss] is.
func (f *Fitting) LossName() string {
	if f.Choice != nil {
		return "cross entropy"
	}
	return "mse"
}

// A Gate is what came of the match of new weights against the best so far.
type Gate = campaign.Gate

// loss returns the mean squared error, NaN where there are no rows.
func loss(m *fit.Metrics) float64 {
	if m == nil {
		return math.NaN()
	}
	return m.MSE
}
