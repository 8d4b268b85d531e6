package fit

import (
	"context"
	"math"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/winprob"
)

// Result is what [Fit] found. It is plain data, and holds no time and no number of
// threads: equal data and options give equal bytes of JSON.
type Result struct {
	Set     string `json:"set"` // of terms
	SetHash string `json:"set_hash"`
	Columns int    `json:"columns"` // of the matrix
	Rows    int    `json:"rows"`    // of the data, those not used included
	Games   int    `json:"games"`   // or clusters, of the rows used for training and test

	Loss      Loss       `json:"loss"`
	Method    Method     `json:"method"`
	Intercept Intercept  `json:"intercept"`
	Clip      float64    `json:"clip"`            // centipawns
	Mates     MatePolicy `json:"mates"`           // policy
	Delta     float64    `json:"delta,omitempty"` // of Huber, centipawns
	Ridge     float64    `json:"ridge,omitempty"` // rows

	ScoreShare float64 `json:"score_share,omitempty"` // of the label, see Target
	PriorRows  float64 `json:"prior_rows,omitempty"`
	Smooth     float64 `json:"smooth,omitempty"` // rows

	Split  SplitBy `json:"split"`            // none with a separate test set
	Share  float64 `json:"share,omitempty"`  // of the test, expected
	Seed   uint64  `json:"seed,omitempty"`   // of the split
	Passes int     `json:"passes"`           // over the data
	Rounds int     `json:"rounds,omitempty"` // of reweighting

	Funnel     Funnel  `json:"funnel"`
	TestFunnel *Funnel `json:"test_funnel,omitempty"` // of a separate test set

	Weights    []Weight          `json:"weights"` // fitted, in the order of the columns
	Fixed      []NamedWeight     `json:"fixed,omitempty"`
	Intercepts []SourceIntercept `json:"intercepts,omitempty"`
	Mean       float64           `json:"mean"` // label of the training rows, centipawns: the null model

	// Condition is the condition number, in the 1-norm, of the correlations of
	// the columns that are left when dependent ones are taken out; 0 without columns.
	Condition   float64      `json:"condition"`
	Dependences []Dependence `json:"dependences,omitempty"` // the exact null space

	Train *Metrics `json:"train"`
	Test  *Metrics `json:"test,omitempty"` // nil if there is no test row

	Within *Within  `json:"within,omitempty"`      // errors with intercepts by group; train and test are without
	Sealed *Metrics `json:"sealed_part,omitempty"` // only if it was asked for

	// What follows is of the losses of expected scores.

	K       *KResult     `json:"k,omitempty"`
	LabelK  []LabelK     `json:"label_k,omitempty"` // where labels are made of scores too
	Scale   *ScaleResult `json:"scale,omitempty"`
	Gauge   string       `json:"gauge,omitempty"` // the rule, if there was something to choose
	Choices []Choice     `json:"choices,omitempty"`

	Balance *BalanceResult `json:"balance,omitempty"` // of the training rows; nil if they are as they are

	// Minima are those that searches from several starts found; nil of one.
	Minima *Minima `json:"minima,omitempty"`

	Final   float64           `json:"final,omitempty"`   // the loss of the training rows, penalties left out
	Gap     float64           `json:"gap,omitempty"`     // estimate of the loss less its minimum, penalties included
	Stopped provenance.Reason `json:"stopped,omitempty"` // why the search ended

	// Gain compares fit and start weights on the test rows as an engine plays them, without
	// intercepts; InterceptGain gives both their intercepts. Nil without start weights or test rows.
	Gain          *Gain `json:"gain,omitempty"`
	InterceptGain *Gain `json:"intercept_gain,omitempty"` // nil without intercepts, too

	Rounding    *provenance.Rounding `json:"rounding,omitempty"`
	Groups      []Group              `json:"groups,omitempty"`
	Calibration []winprob.Curve      `json:"calibration,omitempty"`
	Calibrated  Part                 `json:"calibrated_on,omitzero"` // the test rows or, without any, the training rows
	WDL         *winprob.WDLFit      `json:"wdl,omitempty"`          // of the training rows
	WDLTest     *winprob.WDLTest     `json:"wdl_test,omitempty"`     // of WDL on the test rows

	Moves *MoveResult `json:"moves,omitempty"` // of the losses of choices only; nil of the others

	Warnings note.List `json:"warnings,omitempty"`
}

// A Weight is a fitted weight, in centipawns a count (times the factor, if it is one
// of a tapered column).
type Weight struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`

	// StdErr is robust to whatever the errors within a game have in common, and T
	// is Value/StdErr. The 95 % interval is ± Student's t of DF degrees of freedom times
	// StdErr, see Interval95. With a prior, a ridge or smoothness the interval holds what they
	// pull the weight from the truth, too, see package sandwich. All three are 0 if there
	// are fewer than two games, the fit is exact, or a single game decides the
	// weight; they are of little use for a weight that is not identified.
	StdErr float64 `json:"stderr"`
	DF     float64 `json:"df,omitempty"`
	T      float64 `json:"t"`

	// VIF is the variance inflation factor: how many times larger the variance is
	// than if the column were uncorrelated with the others. 0 if not identified.
	VIF float64 `json:"vif"`

	Rows  int `json:"rows"`  // training rows in which it takes part
	Games int `json:"games"` // training games in which it takes part

	// Bound is "low" or "high" at an active bound, "tied" if the weight is another by
	// name, "frozen" if its bounds are equal or no position can have it; then there is no standard error.
	// It is "prior" if more than half of what is known of the weight is the prior's, the ridge's or
	// the smoothness': then StdErr is that of the weight given these, and T is 0.
	Bound string `json:"bound,omitempty"`

	// Old is the start weight, nil without one.
	Old *float64 `json:"old,omitempty"`

	// Identified says that the data determine the weight: its column varies, and is
	// in no exact dependence.
	Identified bool `json:"identified"`
}

// Interval95 returns half the width of the weight's 95 % interval; 0: not known.
func (w *Weight) Interval95() float64 {
	if w.StdErr == 0 {
		return 0
	}
	return confidence.Quantile95(w.DF) * w.StdErr
}

// setError sets an error, if there is one.
func (w *Weight) setError(stdErr, freedom float64) {
	w.T = 0
	if w.StdErr, w.DF = knownError(stdErr, freedom); w.StdErr > 0 {
		w.T = w.Value / w.StdErr
	}
}

// mostlyPrior is the share of the prior in what is known of a weight from which on the prior holds it.
const mostlyPrior = 0.5

// heldByPrior says that the prior holds the weight: a t would be that of the prior.
func (w *Weight) heldByPrior() { w.Bound, w.T = BoundPrior, 0 }

// BoundPrior is Weight.Bound of a weight that the prior holds.
const BoundPrior = "prior"

// knownError returns an error and its degrees of freedom, or zeros: a variance of less than one
// degree of freedom hangs on a single game.
func knownError(stdErr, freedom float64) (float64, float64) {
	if stdErr > 0 && freedom > 0.99 {
		return stdErr, freedom
	}
	return 0, 0
}

// Model returns the fitted evaluation with its fixed weights and intercepts.
func (r *Result) Model(name string) Model {
	m := Model{Name: name, Intercepts: r.Intercepts}
	if r.K != nil {
		m.K = r.K.Value
	}
	m.Weights = append(m.Weights, r.Fixed...)
	for _, w := range r.Weights {
		m.Weights = append(m.Weights, NamedWeight{Name: w.Name, Value: w.Value})
	}
	return m
}

// Interrupted is why a search stopped whose context was done: its weights are the best so far.
const Interrupted = provenance.Interrupted

// newResult fills in what is known of options and data.
func newResult(j *rows.Job, opt Options) *Result {
	s := j.Data.Schema()
	r := &Result{
		Set: s.Set, SetHash: s.SetHash, Columns: len(s.Columns), Rows: j.Data.Rows(),
		Loss: opt.Loss, Method: opt.Method, Intercept: opt.Intercept, Clip: opt.Target.Clip, Mates: opt.Target.Mates,
		Ridge: opt.Ridge, Split: SplitNone, Fixed: j.Design.Fixed,
	}
	if opt.Test == nil && opt.Split.By != SplitNone {
		r.Split, r.Share, r.Seed = opt.Split.By, opt.Split.Share, opt.Split.Seed
	}
	return r
}

// measured fills in what an evaluation has counted.
func (r *Result) measured(p *measure.Parts, opt Options) {
	r.Funnel, r.TestFunnel, r.Games, r.Mean = p.Funnel, p.TestFunnel, p.GamesOfAll(), p.Null
}

// unseal measures the fit on the sealed part, if that is wanted.
func (r *Result) unseal(ctx context.Context, j *rows.Job, opt Options) error {
	if !opt.Unseal {
		return nil
	}
	sealed, err := measure.Evaluator{Null: r.Mean}.Unsealed(ctx, j, r.Model("fitted"))
	if err != nil {
		return err
	}
	r.Sealed = sealed.Metrics(opt.Bootstrap)
	return nil
}

// exactFit is the standard error of a weight, as a share of the weight, below
// which it is not known: nothing is measured to nine figures.
const exactFit = 1e-9

// describe fills in the weights and what is known of each.
func (r *Result) describe(est *linear.Estimate, d *rows.Design, bars *linear.Spread) {
	vif, condition := est.Factor.Collinearity()
	identified := est.Factor.Identified()
	r.Weights = []Weight{} // an empty list, not null, in JSON
	for j, name := range d.Names {
		w := Weight{
			Name: name, Value: est.Beta[j], VIF: vif[j],
			Rows: est.System.Active[j], Games: bars.Games[j], Identified: identified[j],
		}
		if bars.StdErr[j] > exactFit*math.Abs(w.Value) { // else the rows are no more than the weights: rounding is all that is left
			w.setError(bars.StdErr[j], bars.Freedom[j])
		}
		if bars.Penalty[j] > mostlyPrior {
			w.heldByPrior()
		}
		r.Weights = append(r.Weights, w)
	}
	for k, a := range est.Intercepts {
		j := len(d.Names) + k
		a.StdErr, a.DF = knownError(bars.StdErr[j], bars.Freedom[j])
		r.Intercepts = append(r.Intercepts, a)
	}
	r.Condition, r.Dependences = condition, est.Factor.Dependences(d.Names)
}

// MoveResult is what a fit of choices found of its roots.
type MoveResult struct {
	Temperature MoveTemperature `json:"temperature"`     // of the evaluation
	Teacher     float64         `json:"teacher"`         // temperature of the teacher, centipawns
	K           float64         `json:"k"`               // of the teacher's expected scores
	Slope       float64         `json:"slope,omitempty"` // of the new on the old evaluation within roots; 0 without an old one

	Train  MoveCounts `json:"train"`
	Test   MoveCounts `json:"test"`
	NoRoot int        `json:"no_root,omitempty"` // rows that are of no root

	OnTrain *MoveMetrics `json:"on_train"`
	OnTest  *MoveMetrics `json:"on_test,omitempty"` // nil if there is no test root

	// Of the test roots or, without any, the training roots: the start weights, the fit, and the fit less
	// the start weights; then whole centipawns less the fit. Nil without start weights, or of a quick fit.
	Start   *MoveMetrics `json:"start,omitempty"`
	Fitted  *MoveMetrics `json:"fitted,omitempty"`
	Change  *MoveMetrics `json:"change,omitempty"`
	Rounded *MoveMetrics `json:"rounded,omitempty"`

	Sealed *MoveMetrics `json:"sealed,omitempty"` // only if it was asked for

	Calibration []MoveBin `json:"calibration,omitempty"`
	Calibrated  Part      `json:"calibrated_on"`
}

// Measured returns the errors of the fit on the test roots or, without any, on the training roots.
func (r *MoveResult) Measured() *MoveMetrics {
	if r.OnTest != nil {
		return r.OnTest
	}
	return r.OnTrain
}
