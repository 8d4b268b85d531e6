package winprob

import "fmt"

// A Lack is what data must have to determine a model and have not.
type Lack uint8

const (
	NoRows       Lack = iota + 1 // no row has a target
	OneTarget                    // all targets are equal
	NoEvaluation                 // all evaluations are 0, or equal where an intercept is fitted too
	WrongSide                    // the better the evaluation, the worse the result: K < 0
	NoRelation                   // the evaluation says nothing of the result: K = 0
	Separable                    // the evaluation's sign predicts all results: K is infinite
	FewClusters                  // fewer than two clusters: no standard error
	NoDraws                      // nothing to estimate the width of draws from
	OnePhase                     // the phase varies too little to say what is at 0 and 1
)

// A LackError is a refusal to fit: the data do not determine the model.
type LackError struct {
	Model string // "K", "win/draw/loss", "calibration"
	Lack  Lack
	Rows  int // that have a target
}

var lacks = [...]string{
	NoRows:       "no row has a target: pass positions with results",
	OneTarget:    "all %d targets are equal: pass games with different results, or rows with different scores",
	NoEvaluation: "the evaluation is 0, or one number, in all %d rows: pass start weights other than 0, or a stated K",
	WrongSide:    "over %d rows the better side loses: evaluation and result are not both White's view; state the view of each",
	NoRelation:   "over %d rows the evaluation says nothing about the result: check the labels, or pass a stated K",
	Separable:    "over %d rows the steeper, the better, for the evaluation predicts the results: pass more games, or a stated K",
	FewClusters:  "all %d rows are of one game: pass rows of several games, for standard errors",
	NoDraws:      "%d rows and no drawn game: pass games with draws, or use K",
	OnePhase:     "the phases of the %d rows are too near one another: pass positions of all phases, or no phases for a model without",
}

// Error says what the data lack and what to pass.
func (e *LackError) Error() string {
	if e.Lack == NoRows {
		return e.Model + ": " + lacks[NoRows]
	}
	return e.Model + ": " + fmt.Sprintf(lacks[e.Lack], e.Rows)
}
