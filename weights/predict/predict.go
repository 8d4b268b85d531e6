// Package predict says before play what a step from old weights to new ones is worth: the probability that it gains,
// how far to go, and what is to be gained there. The guard, regret and the search by play share this one model.
//
// The Elo of α times the step is f(α) = g·α − ½·h·α². Evaluations as good as the labels say would be a mean squared error
// of expected scores nearer to the truth, and Elo follows that error: h is κ·D², with D² the mean squared change of
// expected scores, and g is κ·ρ·(L + D²)/2, with L the fall of the squared error on labels. The share ρ of the way that
// labels show and that is real depends on the labels, on how the old weights were made, and on the engine. κ, ρ and how
// engines and fits scatter are estimated from matches ([Engines], and tables of this project); docs/guard.md has more.
package predict

// A Step is what is known, before play, of the step from old weights to new ones.
type Step struct {
	Distance float64  // mean |change of the expected score| in the phase where it is largest; NaN: not known
	Squared  float64  // mean squared change of the expected score, all rows; NaN: taken from Distance
	Fall     float64  // of the mean squared error of expected scores on labels: old − new; NaN: not known
	Kind     Kind     // of the labels
	Made     Made     // how the old weights were made
	Regret   *Measure // Elo of the whole step by the line of regret; nil: not measured
	OwnLine  bool     // that line is of matches against the same old weights
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
	AnyKind Kind = ""        // not known
	Results Kind = "results" // of games
	Scores  Kind = "scores"  // of another engine's search
	Own     Kind = "own"     // scores of the engine's own search, or changes by no label
)

// Made says how the old weights were made.
type Made string

// How old weights were made.
const (
	AnyMade  Made = ""          // not known
	ByHand   Made = "hand"      // set by hand
	Tuned    Made = "tuned"     // fitted, or tuned by play
	Rough    Made = "rough"     // textbook values, or damaged ones
	NewTerms Made = "new terms" // the step is worth of terms that the old weights do not have
)

// A Forecast is what a step is expected to be worth, in Elo against the old weights.
type Forecast struct {
	Word   Word     `json:"word"`    // likely to gain, a toss-up, likely to lose
	Gains  float64  `json:"gains"`   // probability that the whole step gains
	Whole  Interval `json:"whole"`   // Elo of the whole step
	Best   float64  `json:"best"`    // the part of the step that is expected to be best, 0 to 1.5
	AtBest Interval `json:"at_best"` // Elo of that part
	Prior  Prior    `json:"prior"`   // of Elo by the part of the step

	Squared float64 `json:"squared"` // mean squared change of the expected scores that is taken for the step's
}

// A Prior is what is expected of f(α) = Slope·α − ½·Curve·α², in Elo: means, and covariance of slope and curve.
type Prior struct {
	Slope float64       `json:"slope"` // g, Elo
	Curve float64       `json:"curve"` // h, Elo
	Var   [2][2]float64 `json:"var"`   // covariance of slope and curve, Elo²
}

// An Interval is a number with its 95 % interval.
type Interval struct {
	Value float64 `json:"value"` // Elo
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// A Word is the verdict.
type Word string

// The words, from the probability that the whole step gains: from [LikelyFrom] on it is likely to gain, up to
// 1 − LikelyFrom to lose.
const (
	Gain Word = "likely to gain"
	Toss Word = "a toss-up"
	Lose Word = "likely to lose"
)

// LikelyFrom is the probability from which something is called likely.
const LikelyFrom = 0.75
