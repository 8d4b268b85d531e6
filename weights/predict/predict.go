// Package predict says before play what a step from old weights to new ones is worth: the probability that it gains,
// how far to go, and what is to be gained there. The guard, regret, and the search by play have this one model.
package predict

// A Step is what is known, before play, of the step from old weights to new ones.
type Step struct {
	Distance float64  // mean |change of the expected score| in the phase where it is largest; 0: no step
	Squared  float64  // mean squared change of the expected score, all rows; 0: taken from Distance
	Labels   float64  // change of the squared error on labels, as a share: −0.05 is 5 % less; NaN: not known
	Kind     Kind     // of the labels
	Made     Made     // how the old weights were made
	Regret   *Measure // Elo of the whole step as regret predicts it without this model; nil: not measured
}

// A Measure is a number with its standard error.
type Measure struct {
	Value  float64 `json:"value"`
	StdErr float64 `json:"stderr"`
}

// A Kind is that of labels.
type Kind string

// The kinds of labels.
const (
	Unlabelled Kind = ""        // not known, or of both kinds
	Results    Kind = "results" // of games
	Scores     Kind = "scores"  // of a search
)

// Made says how the old weights were made.
type Made string

// How old weights were made.
const (
	MadeUnknown Made = ""
	MadeByHand  Made = "hand"  // set by hand
	MadeTuned   Made = "tuned" // fitted, or tuned by play
	MadeRough   Made = "rough" // textbook values, or damaged ones
)

// A Forecast is what a step is expected to be worth, in Elo against the old weights. Of α times the step it is
// f(α) = Slope·α − ½·Curve·α².
type Forecast struct {
	Word   Word     `json:"word"`
	Gains  float64  `json:"gains"`   // probability that the whole step gains
	Whole  Interval `json:"whole"`   // Elo of the whole step
	Best   float64  `json:"best"`    // the α that is expected to be best, 0 to 1.5
	AtBest Interval `json:"at_best"` // Elo there
	Prior  Prior    `json:"prior"`
}

// A Prior is the mean and the covariance of slope and curve, in Elo.
type Prior struct {
	Slope float64       `json:"slope"`
	Curve float64       `json:"curve"`
	Var   [2][2]float64 `json:"var"` // of slope and curve
}

// An Interval is a number with its 95 % interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// A Word is the verdict in one word.
type Word string

// The words.
const (
	Gain Word = "likely to gain"
	Toss Word = "a toss-up"
	Lose Word = "likely to lose"
)
