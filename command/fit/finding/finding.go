// Package finding is what a fit has found. It prints itself: as text for a person, as one JSON object,
// and as a folder with a page, its pictures and its numbers, which [ReadReport] reads again.
package finding

import (
	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
)

// A Finding is everything that a run found.
type Finding struct {
	File     *weights.File
	Result   *fit.Result
	Learning []LearningPoint
	Rounds   []Round
	Passes   []Pass    // of the search
	Warnings note.List // of data files and matrices; a weights file does not hold them
	Seconds  float64

	Guard *guard.Report // the distance from the weights that the fit began with; nil without any

	Prediction *regret.Result // beside the same weights; nil if -predict is not given

	Options *settings.Options // with the start weights that were read
	Data    fit.Data          // that was fitted
}

// Interrupted reports whether the search was: the weights are the best so far.
func (f *Finding) Interrupted() bool { return f.Result.Stopped == fit.Interrupted }

// A LearningPoint is a fit to a share of the training games, tested on all test games.
type LearningPoint struct {
	Share float64      `json:"share"` // of the training games
	Train *fit.Metrics `json:"train"`
	Test  *fit.Metrics `json:"test"`
}

// A Round is leaves that were found again by the weights of the fit before, and the fit to them.
type Round struct {
	Rows  int     `json:"rows"`  // moves
	Moved int     `json:"moved"` // of them: other leaves than before
	Loss  float64 `json:"loss"`  // of the training positions after the fit
}

// A Pass is where the search for the weights was after a number of passes over the rows.
type Pass struct {
	Passes int     `json:"passes"`
	Loss   float64 `json:"loss"`
	Gap    float64 `json:"gap"` // that is estimated to be left; below 0: not known
}
