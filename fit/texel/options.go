package texel

import (
	"cmp"
	"fmt"
	"math"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/shards"
)

// Options configure the fit of expected scores. The zero value fits K at the
// start weights, which then must be given.
type Options struct {
	Search
	Scaling

	// K is the scale of the expected score, see winprob.Expected. Zero means that it
	// is fitted, at the start weights and on the training rows.
	K float64

	// Balance is the mix of results and phases that the training rows are given.
	Balance rows.Balance

	// Watch keeps this share of the training games, or the nearest of 1/2, 1/3, 1/4, …, to
	// watch the loss on; the search ends when that has not fallen for a while, and
	// keeps the best. Zero means none.
	Watch float64

	// Memory bounds the bytes of the working copy of the rows; beyond, rows are
	// read from the data in every pass. Zero means no bound.
	Memory int64

	// Exchange, if it is not nil, shares the passes with other processes that run the same fit. Those
	// that do not lead end with [shards.ErrPart].
	Exchange shards.Exchange
}

// Search is where a search begins, what pulls its weights and when it ends.
type Search = search.Options

// Scaling is what becomes of the evaluation's scale.
type Scaling struct {
	// Scale is what becomes of the evaluation's scale. Zero means ScaleKeep.
	Scale Scale

	// PawnExpected is, with ScaleExpected, the expected score of 100 centipawns.
	PawnExpected float64

	// Pawn is, with ScalePawn, the pattern of the pawn's weights. Empty means
	// "pst.pawn.*", or, where no weight is called so, "*pawn.*".
	Pawn string
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

// WithDefaults returns t with its zero fields set to their defaults.
func (t Options) WithDefaults() Options {
	t.Search = t.Search.WithDefaults()
	return t
}

// Check reports the first option that has no meaning.
func (t Options) Check() error {
	err := cmp.Or(t.Search.Check(), search.CheckRanges([]search.Range{{Name: "Texel.K", Value: t.K, Low: 0, High: math.MaxFloat64}, {Name: "Texel.Watch", Value: t.Watch, Low: 0, High: 0.5}}))
	if err == nil && t.Scale == ScaleExpected && !(t.PawnExpected > 0.5 && t.PawnExpected < 1) {
		err = fmt.Errorf("fit: Texel.PawnExpected is %g: want more than 0.5 and less than 1", t.PawnExpected)
	}
	return err
}
