package search

import (
	"fmt"
	"math"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
)

// Options are where a search begins, what pulls and bounds its weights, and when it ends.
type Options struct {
	// Start is where the weights begin, by name; others are 0. They are also the
	// old evaluation that the new one is compared with. The weights of a sum of a formula by
	// none of which an evaluation changes there begin at 3, see [Problem.Leave]; K is fitted,
	// and the old evaluation taken, without that.
	Start []rows.NamedWeight

	// Starts is how many searches there are of the weights of a formula: the first from Start, the
	// others from weights drawn about it by Seed. Zero means 1.
	Starts int
	Seed   uint64

	// Prior pulls weights towards values as would PriorRows more rows for each,
	// see fit.Options.Ridge: a weight that many rows support hardly moves.
	Prior     []rows.NamedWeight
	PriorRows float64

	// LeastRows keeps weights that take part in fewer training rows at their prior or, without one, at
	// their start. Zero means none.
	LeastRows int

	// Smooth pulls the second differences of neighbours within tables towards 0
	// as would Smooth rows for each. A table is what names make one: see [rows.TableOf].
	Smooth float64

	// Choose finds strengths of Ridge, Prior and Smooth by folds of the games.
	Choose Choose

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

	// Checkpoint is given the state of the search after every step, and Resume goes on
	// from one, to the same bytes as if there had been no interruption.
	Checkpoint func(descent.State) error
	Resume     *descent.State

	// Quick leaves out standard errors, intervals, calibration, and what rounding costs.
	Quick bool
}

// Choose says which strengths are found by cross-validation.
type Choose struct {
	Ridge, Prior, Smooth bool

	// Folds is the number of parts that the training games are cut into. Zero
	// means 5.
	Folds int
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.Tolerance == 0 {
		o.Tolerance = 1e-9
	}
	if o.Passes == 0 {
		o.Passes = 20_000
	}
	if o.BatchRows == 0 {
		o.BatchRows = 1 << 18
	}
	if o.Starts == 0 {
		o.Starts = 1
	}
	if o.Choose.Folds == 0 {
		o.Choose.Folds = 5
	}
	return o
}

// A Range is the values that a number of the options may have.
type Range struct {
	Name      string
	Value     float64
	Low, High float64
}

// CheckRanges reports the first number that is outside of its range.
func CheckRanges(list []Range) error {
	for _, n := range list {
		if !(n.Value >= n.Low && n.Value <= n.High) {
			return fmt.Errorf("fit: %s is %g: want %g to %g", n.Name, n.Value, n.Low, n.High)
		}
	}
	return nil
}

// Check reports the first option that has no meaning.
func (o Options) Check() error {
	err := CheckRanges([]Range{
		{"Texel.PriorRows", o.PriorRows, 0, math.MaxFloat64}, {"Texel.Smooth", o.Smooth, 0, math.MaxFloat64},
		{"Texel.Tolerance", o.Tolerance, 0, 1}, {"Texel.Rate", o.Rate, 0, math.MaxFloat64},
		{"Texel.Passes", float64(o.Passes), 1, math.MaxInt32}, {"Texel.BatchRows", float64(o.BatchRows), 1, math.MaxInt32},
		{"Texel.LeastRows", float64(o.LeastRows), 0, math.MaxInt32}, {"Texel.Choose.Folds", float64(o.Choose.Folds), 2, 1000}, {"Texel.Starts", float64(o.Starts), 1, 1000},
	})
	if err != nil {
		return err
	}
	for _, b := range o.Bounds {
		if !(b.Low <= b.High) {
			return fmt.Errorf("fit: %q is bounded to %g … %g", b.Pattern, b.Low, b.High)
		}
	}
	return nil
}
