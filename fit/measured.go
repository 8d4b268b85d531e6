package fit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"centipawn/matrix"
	"centipawn/note"
	"centipawn/winprob"
)

// measured is the fit with its errors on all parts.
type measured struct {
	*rescaled
	parts *parted
	final float64 // the loss of the training rows, penalties left out

	train, test *Metrics // test is nil without rows

	// What follows a quick fit leaves out.
	gain, interceptGain *Gain
	rounding            *RoundingResult
	calibration         []winprob.Curve
	calibrated          Part
	wdl                 *winprob.WDLFit
	groups              []Group
}

// RoundingResult is what whole centipawns would cost. The weights of the block are
// none, and stay as they are.
type RoundingResult struct {
	Weights int     `json:"weights"` // that change
	Train   float64 `json:"train"`   // relative change of the loss on the training rows
	Test    float64 `json:"test"`    // and on the test rows, 0 without any
	Signs   float64 `json:"signs"`   // share of the test rows whose evaluation changes sign
}

// A Gain compares the fit with the start weights on the same rows.
type Gain struct {
	Start  *Metrics    `json:"start"`
	Fitted *Metrics    `json:"fitted"`
	Change *Difference `json:"change,omitempty"` // of the MSE, as a share of the start's
}

// gatherRows bounds the rows that calibration and win/draw/loss are made of.
const gatherRows = 1 << 21

// measure evaluates the fit on all parts, and says what there is to say of it.
func (t *rescaled) measure(ctx context.Context) (m *measured, err error) {
	m = &measured{rescaled: t}
	if m.parts, err = t.evaluated(ctx); err != nil {
		return nil, err
	}
	if t.opt.Quick {
		m.train, m.test = m.parts.evaluation(Train, 0).bare(), m.parts.evaluation(Test, 0).bare()
		m.final = t.loss.metric(m.train)
		return m, m.checkRunaway()
	}
	m.train, m.test = m.parts.evaluation(Train, 0).Metrics(t.bootstrap), m.parts.evaluation(Test, 0).Metrics(t.bootstrap)
	m.gains()
	if err := m.round(ctx); err != nil {
		return nil, err
	}
	if err := m.calibrate(); err != nil {
		return nil, err
	}
	if err := m.checkRunaway(); err != nil {
		return nil, err
	}
	m.groups = m.importance()
	return m, nil
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
func (t *rescaled) models() []Model {
	fitted := t.fitted("fitted")
	if t.opt.Quick {
		return []Model{fitted}
	}
	models := []Model{fitted, t.rounded(fitted)}
	if len(t.opt.Start) > 0 {
		alone, start := fitted, t.startModel()
		alone.Intercepts, start.K = nil, t.startK
		biased := start
		biased.Intercepts = t.startIntercepts
		models = append(models, alone, start, biased)
	}
	return models
}

// fitted returns the evaluation that was fitted.
func (t *rescaled) fitted(name string) Model { return t.model(name, t.weights, t.k.Value, t.behind()) }

// behind returns the rows of the intercepts; nil if they were not counted.
func (t *inferred) behind() []int {
	if t.inference == nil {
		return nil
	}
	return t.inference.scores.Rows[len(t.design.names):]
}

// evaluated measures the fit on both parts, and the other models on the test part.
func (t *rescaled) evaluated(ctx context.Context) (*parted, error) {
	e := evaluator{null: t.mean, testOnly: true, positions: share(positionSample, t.data.Rows())}
	if !t.opt.Quick {
		e.gather = share(gatherRows, t.data.Rows())
	}
	return t.evaluate(ctx, e, t.models())
}

// rounded returns a model with its weights rounded to whole centipawns, but for
// those of the block, which are none.
func (t *rescaled) rounded(m Model) Model {
	out := m
	out.Name, out.Weights = "rounded", nil
	for _, w := range m.Weights {
		if !t.design.ofBlock(w.Name) {
			w.Value = math.Round(w.Value)
		}
		out.Weights = append(out.Weights, w)
	}
	return out
}

// gains compares the fit with the start weights.
func (t *measured) gains() {
	if len(t.opt.Start) == 0 || t.parts.test.rows == 0 {
		return
	}
	gain := func(start, fitted int) *Gain {
		a, b := t.parts.evaluation(Test, start), t.parts.evaluation(Test, fitted)
		g := &Gain{Start: a.Metrics(t.bootstrap), Fitted: b.Metrics(t.bootstrap)}
		if c, err := Compare(a, b, t.bootstrap); err == nil {
			g.Change = &c.Relative
		}
		return g
	}
	t.gain = gain(evalStart, evalAlone)
	if t.sources != nil {
		t.interceptGain = gain(evalStartIntercept, evalFitted)
	}
}

// round measures what rounding to whole centipawns costs.
func (t *measured) round(ctx context.Context) error {
	rounded, g := slices.Clone(t.weights), make([]float64, len(t.weights))
	res := &RoundingResult{}
	for j := range t.design.names {
		if t.design.inBlock(j) {
			continue
		}
		if rounded[j] = math.Round(rounded[j]); rounded[j] != t.weights[j] {
			res.Weights++
		}
	}
	var err error
	if t.final, err = t.rows.Gradient(ctx, t.weights, g); err != nil {
		return err
	}
	after, err := t.rows.Gradient(ctx, rounded, g)
	if err != nil {
		return err
	}
	res.Train = relative(t.final, after)
	if test := t.parts.test; test.rows > 0 {
		a, b := total(test.models[evalFitted].games), total(test.models[evalRounded].games)
		res.Test, res.Signs = relative(t.loss.sum(a), t.loss.sum(b)), test.models[evalRounded].signs/a.w
	}
	t.rounding = res
	return nil
}

// calibrationBins are the bins of a reliability curve.
const calibrationBins = 10

// calibrate compares expected scores with what came of them, by phase, and fits
// win, draw and loss on the training rows.
func (t *measured) calibrate() error {
	points := &t.parts.test.points
	t.calibrated = Test
	if points.Rows() == 0 {
		points, t.calibrated = &t.parts.train.points, Train
	}
	var err error
	if t.calibration, err = winprob.Reliability(points, t.k.Value, phaseEdges, calibrationBins); err != nil {
		return err
	}
	// Without decided and drawn games there is no such model; the fit stands.
	if wdl, err := winprob.FitWDL(&t.parts.train.points, winprob.WDLOptions{Threads: t.threads}); err == nil {
		t.wdl = &wdl
	}
	return nil
}

// maxSure is the share of the training rows whose expected score may be 0 or 1 (M08).
const maxSure = 0.5

// checkRunaway refuses weights that ran off to infinity: the loss falls for ever as
// they grow where some combination of columns tells the results of many rows.
func (t *measured) checkRunaway() error {
	train := &t.parts.train.models[0]
	share := train.sure / max(1e-300, total(train.games).w)
	if share <= maxSure {
		return nil
	}
	return fmt.Errorf("fit: %w", note.Refuse(note.M08, "the weights run off to infinity: of %.0f %% of the %d training rows the expected score is 0 or 1: there are too few games for %d weights; pass more games, pull the weights with a prior, or fit fewer of them",
		100*share, t.rows.Rows(), len(t.design.names)))
}

// findUnits says which of the columns of some weights are +1 or −1 in every training row, as the
// side to move is.
func (t *found) findUnits(ctx context.Context, of []int) ([]int, error) {
	of = slices.DeleteFunc(slices.Clone(of), func(j int) bool {
		c := t.design.schema.Columns[t.design.column[j]]
		return c.Tapered || c.Side != matrix.Both
	})
	if len(of) == 0 {
		return nil, nil
	}
	p := t.training("columns of ±1")
	p.selection.balancer = t.balance.weigh()
	ones, err := tally(ctx, p, len(t.design.terms), addUnits)
	return slices.DeleteFunc(of, func(j int) bool { return ones[t.design.column[j]] < float64(t.Rows()) }), err
}

// addUnits adds the rows by column in which its count is ±1.
func addUnits(b *matrix.Block, rows *selection, ones []float64) {
	for _, i := range rows.index {
		columns, counts := b.Row(int(i))
		for k, c := range columns {
			if math.Abs(float64(counts[k])) == 1 {
				ones[c]++
			}
		}
	}
}
