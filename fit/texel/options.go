package texel

import (
	"fmt"
	"math"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/shards"
)

// Texel configures the fit of expected scores. The zero value fits K at the
// start weights, which then must be given.
type Options struct {
	// K is the scale of the expected score, see winprob.Expected. Zero means that it
	// is fitted, at the start weights and on the training rows.
	K float64

	// Start is where the weights begin, by name; others are 0. They are also the
	// old evaluation that the new one is compared with. Of a block without a weight
	// above 0 the weights begin at 3, see the package comment; K is fitted, and the old
	// evaluation taken, without that.
	Start []rows.NamedWeight

	// Scale is what becomes of the evaluation's scale. Zero means ScaleKeep.
	Scale Scale

	// PawnExpected is, with ScaleExpected, the expected score of 100 centipawns.
	PawnExpected float64

	// Pawn is, with ScalePawn, the pattern of the pawn's weights. Empty means
	// "pst.pawn.*", or, where no weight is called so, "*pawn.*".
	Pawn string

	// Prior pulls weights towards values as would PriorRows more rows for each,
	// see fit.Options.Ridge: a weight that many rows support hardly moves.
	Prior     []rows.NamedWeight
	PriorRows float64

	// LeastRows keeps weights that take part in fewer training rows at their prior or, without one, at
	// their start. Zero means none.
	LeastRows int

	// Smooth pulls the second differences of neighbours within tables towards 0
	// as would Smooth rows for each. A table is what names make one: see [Tables].
	Smooth float64

	// Choose finds strengths of Ridge, Prior and Smooth by folds of the games.
	Choose Choose

	// Balance is the mix of results and phases that the training rows are given.
	Balance rows.Balance

	// Bounds, Ties and Orders constrain weights.
	Bounds []rows.Bound
	Ties   []rows.Tie
	Orders []rows.Order

	// Tolerance ends the search once the loss is estimated to be so near to its
	// minimum, as a share of the loss. Zero means 1e-9.
	Tolerance float64

	// Passes bounds the passes over the rows. Zero means 20,000.
	Passes int

	// Rate is the first step of Adam and SGD in centipawns; zero is 1 and 10.
	// BatchRows is the rows of a batch of SGD; zero means 262,144.
	Rate      float64
	BatchRows int

	// Watch keeps this share of the training games, or the nearest of 1/2, 1/3, 1/4, …, to
	// watch the loss on; the search ends when that has not fallen for a while, and
	// keeps the best. Zero means none.
	Watch float64

	// Checkpoint is given the state of the search after every step, and Resume goes on
	// from one, to the same bytes as if there had been no interruption.
	Checkpoint func(descent.State) error
	Resume     *descent.State

	// Memory bounds the bytes of the working copy of the rows; beyond, rows are
	// read from the data in every pass. Zero means no bound.
	Memory int64

	// Exchange, if it is not nil, shares the passes with other processes that run the same fit. Those
	// that do not lead end with [shards.ErrPart].
	Exchange shards.Exchange

	// Quick leaves out standard errors, intervals, calibration, and what rounding costs.
	Quick bool
}

// A Scale is a policy for the scale of the fitted evaluation. Expected scores
// know only K times the evaluation.
type Scale uint8

const (
	// ScaleKeep keeps the scale of the start weights: the slope of the new on the old
	// evaluation is 1 over the training rows, so that no test set changes the weights.
	// An engine's margins then need no change. Without start weights it keeps K.
	ScaleKeep Scale = iota

	// ScaleNone leaves the weights as K makes them.
	ScaleNone

	// ScaleExpected makes 100 centipawns worth a stated expected score.
	ScaleExpected

	// ScalePawn makes the mean of the weights that Texel.Pawn matches, weighted by
	// their rows, 100 centipawns.
	ScalePawn
)

var ScaleNames = []string{ScaleKeep: "keep", ScaleNone: "none", ScaleExpected: "expected", ScalePawn: "pawn"}

// String returns "keep", "none", "expected" or "pawn".
func (s Scale) String() string { return enum.Name(ScaleNames, s) }

// MarshalText writes the name.
func (s Scale) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name.
func (s *Scale) UnmarshalText(text []byte) error { return enum.Parse(s, ScaleNames, text) }

// Choose says which strengths are found by cross-validation.
type Choose struct {
	Ridge, Prior, Smooth bool

	// Folds is the number of parts that the training games are cut into. Zero
	// means 5.
	Folds int
}

// WithDefaults returns t with its zero fields set to their defaults.
func (t Options) WithDefaults() Options {
	if t.Tolerance == 0 {
		t.Tolerance = 1e-9
	}
	if t.Passes == 0 {
		t.Passes = 20_000
	}
	if t.BatchRows == 0 {
		t.BatchRows = 1 << 18
	}
	if t.Choose.Folds == 0 {
		t.Choose.Folds = 5
	}
	return t
}

// Check reports the first option that has no meaning.
func (t Options) Check() error {
	for _, n := range []struct {
		name      string
		value     float64
		low, high float64
	}{
		{"Texel.K", t.K, 0, math.MaxFloat64}, {"Texel.PriorRows", t.PriorRows, 0, math.MaxFloat64},
		{"Texel.Smooth", t.Smooth, 0, math.MaxFloat64}, {"Texel.Tolerance", t.Tolerance, 0, 1},
		{"Texel.Rate", t.Rate, 0, math.MaxFloat64}, {"Texel.Watch", t.Watch, 0, 0.5},
		{"Texel.Passes", float64(t.Passes), 1, math.MaxInt32}, {"Texel.BatchRows", float64(t.BatchRows), 1, math.MaxInt32},
		{"Texel.LeastRows", float64(t.LeastRows), 0, math.MaxInt32},
		{"Texel.Choose.Folds", float64(t.Choose.Folds), 2, 1000},
	} {
		if !(n.value >= n.low && n.value <= n.high) {
			return fmt.Errorf("fit: %s is %g: want %g to %g", n.name, n.value, n.low, n.high)
		}
	}
	if t.Scale == ScaleExpected && !(t.PawnExpected > 0.5 && t.PawnExpected < 1) {
		return fmt.Errorf("fit: Texel.PawnExpected is %g: want more than 0.5 and less than 1", t.PawnExpected)
	}
	for _, b := range t.Bounds {
		if !(b.Low <= b.High) {
			return fmt.Errorf("fit: %q is bounded to %g … %g", b.Pattern, b.Low, b.High)
		}
	}
	return nil
}
