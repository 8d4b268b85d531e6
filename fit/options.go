package fit

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/enum"
)

// Options configures [Fit]. The zero value is ready to use: least squares of all
// columns, with intercept, a quarter of the games kept for the test.
type Options struct {
	// Columns are patterns in the sense of path.Match. A weight is fitted if one
	// of them matches its name or the name of its column. Empty means all.
	Columns []string

	// Fixed holds weights at values that are not fitted, whether or not Columns
	// selects them. Weights neither selected nor fixed are 0.
	Fixed []Fixed

	// Intercept says which rows share an intercept. Zero means WithIntercept.
	Intercept Intercept

	// Target turns scores into labels.
	Target Target

	// Split keeps a part of the data for the test.
	Split Split

	// Unseal measures the fit on the sealed part of the split, too. Do it once.
	Unseal bool

	// Test, if not nil, is the test set; then all of the data is training and
	// Split is not used. Its set of terms must be that of the data.
	Test Data

	// Loss is the measure of a residual. Zero means Squared.
	Loss Loss

	// Delta is, with Huber, the residual in centipawns at which the loss turns
	// from squared to linear. Zero means 200: about 1.345 standard deviations of
	// the bulk of residuals of hand-made evaluations (median size 100 cp, so
	// 148 cp for a normal bulk), the value that keeps 95 % efficiency if there
	// are no outliers. Source: P. Huber, "Robust Statistics" (1981), chapter 4.
	Delta float64

	// Method is how the loss is minimised. Zero means GramMatrix for Squared and
	// Huber, and LBFGS for the losses of expected scores.
	Method Method

	// Dense is the most weights for which matrices of weights × weights are made. Of more the minimum
	// is searched by products with the rows, and standard errors, dependences, inflation factors and
	// what groups are worth are left out (M18). Zero means MostDense.
	Dense int

	// Ridge pulls every weight towards 0 as would Ridge more rows of label 0, or
	// of a drawn game, with a count of 1 in its column and nothing else. It is not
	// scaled by columns: a weight that few rows support moves most. The intercept
	// is never pulled. Zero means none.
	Ridge float64

	// Texel holds what searches for a minimum need: start and prior for the losses that start from weights
	// ([Loss.Starts]), steps for every loss with the method Newton, shared work (Exchange) for all but choices,
	// and what is of expected scores alone.
	Texel Texel

	// Moves holds what the losses of choices need in addition.
	Moves MoveOptions

	// Iterations bounds the rounds of reweighting of Huber. Zero means 50.
	Iterations int

	// Tolerance ends the rounds once no weight changes by more than this many
	// centipawns, times the standard deviation of its column. Zero means 0.001.
	Tolerance float64

	// Bootstrap draws the intervals of the metrics.
	Bootstrap Bootstrap

	// Threads is the number of blocks worked on at a time; results do not depend
	// on it. Zero means GOMAXPROCS.
	Threads int

	// Progress, if not nil, is called in turn after groups of blocks.
	Progress func(Progress)
}

// MostDense is Options.Dense where that is 0. Of n weights the fit makes about 14 matrices of n×n,
// 115·n² bytes, and multiplies and factors them: of 3,000 weights 1.2 GB and 20 s of one core, and
// eight times the seconds for twice the weights.
const MostDense = descent.MatrixLimit

// The defaults of Huber's rounds (M08).
const (
	huberRounds    = 50
	huberTolerance = 0.001 // centipawns
)

// WithDefaults returns o with its zero fields set to their defaults. Commands
// use it to show the defaults in their flags.
func (o Options) WithDefaults() Options {
	o.Target = o.Target.WithDefaults()
	o.Split = o.Split.WithDefaults()
	o.Bootstrap = o.Bootstrap.WithDefaults()
	o.Texel = o.Texel.WithDefaults()
	o.Moves = o.Moves.WithDefaults()
	if o.Loss == "" {
		o.Loss = Squared
	}
	if o.Delta == 0 {
		o.Delta = 200
	}
	if o.Dense == 0 {
		o.Dense = MostDense
	}
	if o.Iterations == 0 {
		o.Iterations = huberRounds
	}
	if o.Tolerance == 0 {
		o.Tolerance = huberTolerance
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	return o
}

// check reports the first option that has no meaning.
func (o Options) check() error {
	if err := o.Target.Check(); err != nil {
		return err
	}
	if err := o.Split.Check(); err != nil {
		return err
	}
	for _, n := range []struct {
		name  string
		value float64
		zero  bool // may be 0
	}{
		{"Delta", o.Delta, false}, {"Ridge", o.Ridge, true}, {"Tolerance", o.Tolerance, false},
		{"Dense", float64(o.Dense), false}, {"Iterations", float64(o.Iterations), false}, {"Threads", float64(o.Threads), false},
		{"Bootstrap.Resamples", float64(o.Bootstrap.Resamples), false},
	} {
		if !(n.value > 0 || n.zero && n.value == 0) || math.IsInf(n.value, 0) {
			return fmt.Errorf("fit: %s is %g", n.name, n.value)
		}
	}
	if o.Unseal && (o.Split.Sealed == 0 || o.Split.By == SplitNone || o.Test != nil) {
		return fmt.Errorf("fit: Unseal without a sealed part: set Split.Sealed, with a split and no separate test set")
	}
	if err := cmp.Or(o.Texel.Check(), o.Moves.Check()); err != nil {
		return err
	}
	if g := o.Intercept.grouping(); g != 0 && !g.Nested() {
		return fmt.Errorf("fit: intercepts by %v: groups lie within games; add game or tree, or pass source alone", g)
	}
	if err := o.checkLoss(); err != nil {
		return err
	}
	for _, f := range o.Fixed {
		if math.IsNaN(f.Value) || math.IsInf(f.Value, 0) {
			return fmt.Errorf("fit: %q is fixed at %g", f.Pattern, f.Value)
		}
	}
	return nil
}

// Method is a way to minimise a loss.
type Method uint8

// The methods. For Squared and Huber: GramMatrix adds up products of columns, and names columns
// that are too nearly dependent for that; of more weights than Options.Dense Newton searches. For
// the losses of expected scores: those of package descent.
const (
	AutoMethod Method = iota // by the loss
	GramMatrix
	LBFGS
	LevenbergMarquardt
	Adam
	SGD
	Newton
)

// forSize returns the method for a design where the loss alone has chosen it.
func (m Method) forSize(d *rows.Design, dense int) Method {
	if (m == LBFGS || m == GramMatrix) && len(d.Names) > dense {
		return Newton
	}
	return m
}

// of returns the method for a loss.
func (m Method) of(l Loss) (Method, error) {
	switch {
	case m == AutoMethod && l.Starts():
		return LBFGS, nil
	case m == AutoMethod:
		return GramMatrix, nil
	case l.Starts() != (m >= LBFGS) && m != Newton, l.Moves() && m == SGD:
		return m, fmt.Errorf("fit: method %v does not minimise the loss %v", m, l)
	}
	return m, nil
}

var methodNames = []string{AutoMethod: "auto", GramMatrix: "gram", LBFGS: "lbfgs", LevenbergMarquardt: "lm", Adam: "adam", SGD: "sgd", Newton: "newton"}

// String returns "auto", "gram", "lbfgs", "lm", "adam", "sgd" or "newton".
func (m Method) String() string { return enum.Name(methodNames, m) }

// MarshalText writes the name.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a name.
func (m *Method) UnmarshalText(text []byte) error { return enum.Parse(m, methodNames, text) }

// checkLoss reports a loss that is unknown, and what the options ask of one that lacks it.
func (o Options) checkLoss() error {
	e, groups := o.Loss.entry(), o.Intercept.grouping()
	switch {
	case e.name == "":
		return fmt.Errorf("fit: loss: %w", new(Loss).UnmarshalText([]byte(o.Loss)))
	case e.scores == sparse.Outcomes && (o.Target.ScoreShare > 0 || groups != 0 || !o.Texel.Balance.IsZero()):
		return errors.New("fit: the loss wdl is of the outcomes of games as they are: leave out -lambda, balance and -intercept by game or tree, or pass -loss crossentropy")
	case groups == 0:
	case e.moves != nil:
		return fmt.Errorf("fit: -intercept %v: the loss %v compares the moves of a position and has no intercepts: leave -intercept out", groups, o.Loss)
	case e.scores != nil && e.scores.Slopes == nil:
		return fmt.Errorf("fit: -intercept %v: the loss %v has no Slopes and AddAt, which intercepts by game or tree need: pass -intercept source or -loss %s", groups, o.Loss,
			strings.Join(Losses(func(l Loss) bool { s := l.entry().scores; return s != nil && s.Slopes != nil }), " or "))
	}
	return nil
}
