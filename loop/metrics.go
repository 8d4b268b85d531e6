package loop

import (
	"math"

	"centipawn/fit"
	"centipawn/match/elo"
	"centipawn/note"
	"centipawn/regret"
	"centipawn/selfplay"
)

// Metrics are an iteration in numbers. They hold no times: equal runs have equal
// metrics.
type Metrics struct {
	Iteration int               `json:"iteration"`       // from 1
	Played    *selfplay.Summary `json:"games,omitempty"` // nil: positions were given

	Fitting

	Values    []Value          `json:"values"`              // of the pieces, pawns first
	Predicted *regret.Measured `json:"predicted,omitempty"` // of the new weights, beside those that played
	Gate      *Gate            `json:"gate,omitempty"`
	Best      int              `json:"best"` // iteration whose weights play next; 0: those of the beginning
}

// Fitting says how well a fit went, in expected scores.
type Fitting struct {
	Rows   int     `json:"rows"` // positions of all iterations in the window, train and test
	K      float64 `json:"k"`    // at which the weights found predict the natural mix; without a balance that of the search
	Method string  `json:"method"`
	Passes int     `json:"passes"`

	Train *fit.Metrics `json:"train"`
	Test  *fit.Metrics `json:"test"` // on games held out, of the weights alone, as they play
	Old   *fit.Metrics `json:"old"`  // of the weights that played, on the same

	Change *fit.Difference `json:"change"` // of the test's mean squared error against theirs, as a share

	Warnings note.List `json:"warnings,omitempty"`
}

// A Gate is what came of the match of new weights against the best so far. Its Elo is
// biased by the stop.
type Gate struct {
	Pairs    elo.Pentanomial `json:"pairs"` // by points of the new weights: 0, ½, 1, 1½, 2
	Elo      elo.Interval    `json:"elo"`
	LLR      float64         `json:"llr"`
	Decision elo.Decision    `json:"decision"`
	Passed   bool            `json:"passed"` // the new weights are the best so far
}

// loss returns the mean squared error, NaN where there are no rows.
func loss(m *fit.Metrics) float64 {
	if m == nil {
		return math.NaN()
	}
	return m.MSE
}
