package texel

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// Measured is the fit with its errors on all parts.
type Measured struct {
	*Rescaled
	Parts *measure.Parts
	Final float64 // the loss of the training rows, penalties left out

	Train, Test *measure.Metrics // test is nil without rows
	Within      *Within          // nil without intercepts by group

	// What follows a quick fit leaves out.
	Gain, InterceptGain *Gain
	Rounding            *provenance.Rounding // weights of a formula are not in centipawns, and stay
	Calibration         []winprob.Curve
	Calibrated          rows.Part
	WDL                 *winprob.WDLFit
	WDLTest             *winprob.WDLTest // of WDL on the test rows; nil without any
	Groups              []Group
}

// A Gain compares the fit with the start weights on the same rows.
type Gain struct {
	Start  *measure.Metrics    `json:"start"`
	Fitted *measure.Metrics    `json:"fitted"`
	Change *measure.Difference `json:"change,omitempty"` // of the MSE, as a share of the start's
}

// gatherRows bounds the rows that calibration and win/draw/loss are made of.
const gatherRows = 1 << 21

// measure evaluates the fit on all parts, and says what there is to say of it.
func (t *Rescaled) measure(ctx context.Context) (m *Measured, err error) {
	m = &Measured{Rescaled: t}
	if m.Parts, err = t.evaluated(ctx); err != nil {
		return nil, err
	}
	if t.Opt.Quick {
		m.Train, m.Test = m.Parts.Evaluation(rows.Train, 0).Bare(), m.Parts.Evaluation(rows.Test, 0).Bare()
		m.Final = sparse.Measured(t.Loss, m.Train.MSE, m.Train.LogLoss)
		return m, m.checkRunaway()
	}
	m.Train, m.Test = m.Parts.Evaluation(rows.Train, 0).Metrics(t.Bootstrap), m.Parts.Evaluation(rows.Test, 0).Metrics(t.Bootstrap)
	m.gains()
	if m.Within, err = t.withinGroups(ctx, t.AtScale, t.Weights, t.oldWeights(), t.Bootstrap); err != nil {
		return nil, err
	}
	if err := m.round(ctx); err != nil {
		return nil, err
	}
	if err := m.calibrate(); err != nil {
		return nil, err
	}
	if err := m.checkRunaway(); err != nil {
		return nil, err
	}
	if m.Inference != nil {
		m.Groups = m.importance(m.Final)
	}
	return m, nil
}

// oldWeights returns the start weights, nil without any.
func (t *Rescaled) oldWeights() []float64 {
	if len(t.Opt.Start) == 0 {
		return nil
	}
	old, err := t.Problem.Job.Named(t.Opt.Start)
	if err != nil {
		return nil // it was read before
	}
	return old
}

// The models of an evaluation, by number: the last three only if there are start weights.
const (
	evalFitted = iota
	evalRounded
	evalAlone // the fitted weights without intercepts
	evalStart
	evalStartIntercept
)

// models returns what is evaluated; quick fits evaluate the first alone.
func (t *Rescaled) models() []rows.Model {
	fitted := t.fitted("fitted")
	if t.Opt.Quick {
		return []rows.Model{fitted}
	}
	models := []rows.Model{fitted, t.rounded(fitted)}
	if len(t.Opt.Start) > 0 {
		alone, start := fitted, t.startModel()
		alone.Intercepts, start.K = nil, t.startK
		biased := start
		biased.Intercepts = t.startIntercepts
		models = append(models, alone, start, biased)
	}
	return models
}

// fitted returns the evaluation that was fitted.
func (t *Rescaled) fitted(name string) rows.Model {
	return t.model(name, t.Weights, t.K.Value, t.Behind())
}

// Behind returns the rows of the intercepts; nil if they were not counted.
func (t *Inferred) Behind() []int {
	if t.Scores == nil {
		return nil
	}
	return t.Scores.Rows[len(t.Design.Names):]
}

// evaluated measures the fit on both parts, and the other models on the test part.
func (t *Rescaled) evaluated(ctx context.Context) (*measure.Parts, error) {
	e := measure.Evaluator{Null: t.mean, TestOnly: true, Positions: rows.Share(measure.PositionSample, t.Data.Rows())}
	if !t.Opt.Quick {
		e.Gather = rows.Share(gatherRows, t.Data.Rows())
	}
	return e.Both(ctx, t.Job.Job, t.models())
}

// rounded returns a model with its weights rounded to whole centipawns, but for
// those of a formula, which are none.
func (t *Rescaled) rounded(m rows.Model) rows.Model {
	out := m
	out.Name, out.Weights = "rounded", nil
	for _, w := range m.Weights {
		if t.Design.NamedInPawns(w.Name) {
			w.Value = math.Round(w.Value)
		}
		out.Weights = append(out.Weights, w)
	}
	return out
}

// gains compares the fit with the start weights.
func (t *Measured) gains() {
	if len(t.Opt.Start) == 0 || t.Parts.Test.Rows == 0 {
		return
	}
	gain := func(start, fitted int) *Gain {
		a, b := t.Parts.Evaluation(rows.Test, start), t.Parts.Evaluation(rows.Test, fitted)
		g := &Gain{Start: a.Metrics(t.Bootstrap), Fitted: b.Metrics(t.Bootstrap)}
		if c, err := measure.Compare(a, b, t.Bootstrap); err == nil {
			g.Change = &c.Relative
		}
		return g
	}
	t.Gain = gain(evalStart, evalAlone)
	if t.sources != nil {
		t.InterceptGain = gain(evalStartIntercept, evalFitted)
	}
}

// round measures what rounding to whole centipawns costs.
func (t *Measured) round(ctx context.Context) error {
	if err := t.roundTraining(ctx); err != nil {
		return err
	}
	t.roundTest(t.Rounding)
	return nil
}

// roundTraining measures it on the training rows.
func (t *Measured) roundTraining(ctx context.Context) error {
	rounded, g := slices.Clone(t.Weights), make([]float64, len(t.Weights))
	res := &provenance.Rounding{}
	for j := range t.Design.Names {
		if !t.Design.InPawns(j) {
			continue
		}
		if rounded[j] = math.Round(rounded[j]); rounded[j] != t.Weights[j] {
			res.Weights++
		}
	}
	var err error
	if t.Final, err = t.AtScale.Gradient(ctx, t.Weights, g); err != nil {
		return err
	}
	after, err := t.AtScale.Gradient(ctx, rounded, g)
	if err != nil {
		return err
	}
	res.TrainChange = measure.Relative(t.Final, after)
	t.Rounding = res
	return nil
}

// roundTest measures it on the test rows, if there are any.
func (t *Measured) roundTest(res *provenance.Rounding) {
	if test := t.Parts.Test; test.Rows > 0 {
		a, b := measure.Total(test.Models[evalFitted].Games), measure.Total(test.Models[evalRounded].Games)
		loss := func(s measure.ErrorSums) float64 { return sparse.Measured(t.Loss, s.Squared, s.Entropy) }
		res.TestChange, res.Signs = measure.Relative(loss(a), loss(b)), test.Models[evalRounded].Signs/a.W
	}
}

// CalibrationBins are the bins of a reliability curve.
const CalibrationBins = 10

// calibrate compares expected scores with what came of them, by phase, and fits
// win, draw and loss on the training rows.
func (t *Measured) calibrate() error {
	points := &t.Parts.Test.Points
	t.Calibrated = rows.Test
	if points.Rows() == 0 {
		points, t.Calibrated = &t.Parts.Train.Points, rows.Train
	}
	// Without decided and drawn games there is no such model; the fit stands.
	if wdl, err := winprob.FitWDL(&t.Parts.Train.Points, winprob.WDLOptions{Threads: t.Threads}); err == nil {
		t.WDL = &wdl
		if t.WDLTest, err = wdl.Test(&t.Parts.Test.Points); err != nil {
			return err
		}
		if t.ofOutcomes() {
			points = wdl.Rescored(points, t.K.Value)
		}
	}
	var err error
	t.Calibration, err = winprob.Reliability(points, t.K.Value, phaseEdges, CalibrationBins)
	return err
}

// maxSure is the share of the training rows whose expected score may be 0 or 1 (M08).
const maxSure = 0.5

// checkRunaway refuses weights that ran off to infinity: the loss falls for ever as
// they grow where some combination of columns tells the results of many rows.
func (t *Measured) checkRunaway() error {
	train := &t.Parts.Train.Models[0]
	share := train.Sure / max(1e-300, measure.Total(train.Games).W)
	if share <= maxSure {
		return nil
	}
	return fmt.Errorf("fit: %w", note.Refuse(note.M08, "the weights run off to infinity: of %.0f %% of the %d training rows the expected score is 0 or 1: there are too few games for %d weights; pass more games, pull the weights with a prior, or fit fewer of them",
		100*share, t.Rows.Rows(), len(t.Design.Names)))
}

// FindUnits says which of the columns of some weights are +1 or −1 in every training row, as the
// side to move is.
func (t *Found) FindUnits(ctx context.Context, of []int) ([]int, error) {
	of = slices.DeleteFunc(slices.Clone(of), func(j int) bool {
		c := t.Design.Schema.Columns[t.Design.Column[j]]
		return c.Tapered || c.Kind != matrix.Term || !t.Design.InPawns(j)
	})
	if len(of) == 0 {
		return nil, nil
	}
	p := t.Training("columns of ±1")
	p.Selection.Balancer = t.Balance.weigh()
	ones, err := rows.Tally(ctx, p, len(t.Design.Terms), addUnits)
	return slices.DeleteFunc(of, func(j int) bool { return ones[t.Design.Column[j]] < float64(t.Rows.Rows()) }), err
}

// addUnits adds the rows by column in which its count is ±1.
func addUnits(b *matrix.Block, sel *rows.Selection, ones []float64) {
	for _, i := range sel.Index {
		columns, counts := b.Row(int(i))
		for k, c := range columns {
			if math.Abs(float64(counts[k])) == 1 {
				ones[c]++
			}
		}
	}
}
