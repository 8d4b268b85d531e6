package fit

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/enum"
)

// Options configures [Fit]. The zero value is ready to use: least squares of all
// columns, with intercept, a quarter of the games kept for the test. The fields of
// [Texel] count for the losses Sigmoid and CrossEntropy.
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

	// Texel holds what the losses of expected scores need besides.
	Texel Texel

	// Moves holds what the losses of choices need besides.
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
	if o.Loss == WDL && (o.Target.ScoreShare > 0 || o.Intercept.grouping() != 0 || !o.Texel.Balance.IsZero()) {
		return errors.New("fit: the loss wdl is of the outcomes of games as they are: leave out -lambda, balance and -intercept by game or tree, or pass -loss crossentropy")
	}
	for _, f := range o.Fixed {
		if math.IsNaN(f.Value) || math.IsInf(f.Value, 0) {
			return fmt.Errorf("fit: %q is fixed at %g", f.Pattern, f.Value)
		}
	}
	return nil
}

// Loss is the measure of a residual r.
type Loss uint8

// The losses. Squared is r², r being label less evaluation in centipawns; Huber's
// is r² up to Options.Delta = δ and 2δ|r| − δ² beyond. Sigmoid and CrossEntropy
// compare the expected score e of an evaluation with a target t between 0 and 1: (e−t)²,
// and −t·ln e − (1−t)·ln(1−e). The last is convex, without a block, the one before is not. WDL is
// −ln P of a game's outcome, won, drawn or lost, by a model whose draws depend on the phase
// ([winprob.WDL]); it is convex, too.
// MoveChoice and MoveRegret compare the choice among the moves of a root with a teacher's values.
const (
	Squared Loss = iota
	Huber
	Sigmoid
	CrossEntropy
	WDL

	MoveChoice // of choices among the moves of a root, see package choice
	MoveRegret
)

// Expected reports whether the loss compares expected scores.
func (l Loss) Expected() bool { return l.ofScores() != nil }

// ExpectedLosses returns the names of the losses of expected scores.
func ExpectedLosses() []string { return sparse.LossNames() }

// ofScores returns the loss of expected scores, nil for one of centipawns.
func (l Loss) ofScores() *sparse.Loss {
	if i := int(l) - int(Sigmoid); i >= 0 && i < len(sparse.Losses) {
		return sparse.Losses[i]
	}
	return nil
}

// Measure returns the mean of the loss in metrics, with its interval and its name
// in words; for losses of centipawns the mean squared error.
func (l Loss) Measure(m *Metrics) (value float64, in *Interval, label string) {
	s := l.ofScores()
	if s == nil {
		s = sparse.Sigmoid
	}
	return sparse.Measured(s, m.MSE, m.LogLoss), sparse.Measured(s, m.MSEInterval, m.LogLossInterval), sparse.Measured(s, "mean squared error", "cross entropy")
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
	if (m == LBFGS || m == GramMatrix) && len(d.Names) > dense && !d.BlockIsFree() {
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

var (
	lossNames   = append([]string{Squared: "squared", Huber: "huber"}, append(sparse.LossNames(), "choice", "regret")...)
	methodNames = []string{AutoMethod: "auto", GramMatrix: "gram", LBFGS: "lbfgs", LevenbergMarquardt: "lm", Adam: "adam", SGD: "sgd", Newton: "newton"}
)

// String returns "squared", "huber", "sigmoid", "crossentropy", "wdl", "choice" or "regret".
func (l Loss) String() string { return enum.Name(lossNames, l) }

// MarshalText writes the name.
func (l Loss) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a name.
func (l *Loss) UnmarshalText(text []byte) error { return enum.Parse(l, lossNames, text) }

// String returns "auto", "gram", "lbfgs", "lm", "adam", "sgd" or "newton".
func (m Method) String() string { return enum.Name(methodNames, m) }

// MarshalText writes the name.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a name.
func (m *Method) UnmarshalText(text []byte) error { return enum.Parse(m, methodNames, text) }
