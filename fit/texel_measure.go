package fit

import (
	"context"
	"math"

	"centipawn/matrix"
	"centipawn/winprob"
)

// slopeRows bounds the rows that the slope of the new on the old evaluation is
// measured on.
const slopeRows = 1 << 17

// againstStart compares the new evaluation with the old one on the training rows.
// Intercepts are no part of an evaluation.
func (t *texel) againstStart(ctx context.Context, r *Result) (*slopeSum, error) {
	schema := t.data.Schema()
	fitted, err := Model{Weights: r.Model("").Weights}.scorer(schema)
	if err != nil {
		return nil, err
	}
	old, err := t.oldModel().scorer(schema)
	if err != nil {
		return nil, err
	}
	fresh := func() *slopeSum {
		return &slopeSum{selection: newSelection(t.opt), fitted: fitted, old: old, logit: t.rows.Scale, chance: share(slopeRows, t.data.Rows())}
	}
	sum := &slopeSum{}
	err = fold(ctx, t.scan("scale"), fresh, (*slopeSum).add, sum.merge)
	return sum, err
}

// oldModel returns the start weights, with what is held fixed.
func (t *texel) oldModel() Model {
	m := Model{Name: "start"}
	m.Weights = append(m.Weights, t.opt.Texel.Start...)
	m.Weights = append(m.Weights, t.design.held...)
	return m
}

// slopeSum is the partial of againstStart: weighted sums of products of the evaluations,
// and rows by source, which intercepts of the old one are fitted to.
type slopeSum struct {
	selection
	chance      uint64
	fitted, old *scorer
	logit       float64 // of a centipawn

	w, x, y, xx, xy float64
	rows            [256][]oldRow
}

// An oldRow is a row as the start weights see it.
type oldRow struct{ score, label, weight float64 }

func (s *slopeSum) reset() {
	s.w, s.x, s.y, s.xx, s.xy = 0, 0, 0, 0, 0
	for src := range s.rows {
		s.rows[src] = s.rows[src][:0]
	}
}

func (s *slopeSum) merge(o *slopeSum) {
	s.w += o.w
	s.x += o.x
	s.y += o.y
	s.xx += o.xx
	s.xy += o.xy
	for src, rows := range o.rows {
		s.rows[src] = append(s.rows[src], rows...)
	}
}

func (s *slopeSum) slope() float64 {
	cov, variance := s.xy-s.x*s.y/s.w, s.xx-s.x*s.x/s.w
	if !(variance > 0) {
		return 0
	}
	return cov / variance
}

func (s *slopeSum) add(b *matrix.Block) error {
	s.take(b, Train)
	for k, i := range s.index {
		if mix(b.Hash[i]) > s.chance {
			continue
		}
		old, w := s.old.score(b, int(i)), s.w1(k)
		x, y := s.bounded(old), s.bounded(s.fitted.score(b, int(i)))
		s.w += w
		s.x += w * x
		s.y += w * y
		s.xx += w * x * x
		s.xy += w * x * y
		src := source(b, int(i))
		s.rows[src] = append(s.rows[src], oldRow{old, s.selection.y[k], w})
	}
	return nil
}

// intercepts fits the intercept of each source to the old evaluation as it is.
func (s *slopeSum) intercepts(logit float64, l Loss) (list []SourceIntercept) {
	for src, rows := range s.rows {
		if len(rows) > 0 {
			list = append(list, SourceIntercept{Source: uint8(src), Value: interceptOf(rows, logit, l), Rows: len(rows)})
		}
	}
	return list
}

// interceptOf minimises the loss of some rows by an intercept, with Gauss–Newton steps.
func interceptOf(rows []oldRow, logit float64, l Loss) (a float64) {
	const steps, enough = 50, 1e-6 // centipawns
	for range steps {
		g, h := 0.0, 0.0
		for _, r := range rows {
			e := 1 / (1 + math.Exp(-logit*(r.score+a)))
			d := logit * e * (1 - e)
			if l == CrossEntropy {
				g, h = g+r.weight*logit*(r.label-e), h+r.weight*logit*d
			} else {
				g, h = g+r.weight*d*(r.label-e), h+r.weight*d*d
			}
		}
		if !(h > 0) || math.Abs(g/h) < enough {
			break
		}
		a += min(max(g/h, -maxIntercept), maxIntercept)
	}
	return min(max(a, -maxIntercept), maxIntercept)
}

// maxIntercept bounds the intercept of the start weights, in centipawns: where all results are
// equal, it would run off.
const maxIntercept = 1000

// slopeLogits bounds, in logits of the expected score, the evaluations that the
// slope is measured on: a few that ran off would decide it alone.
const slopeLogits = 10

// bounded returns an evaluation within the bounds.
func (s *slopeSum) bounded(score float64) float64 {
	limit := slopeLogits / s.logit
	return min(max(score, -limit), limit)
}

// w1 returns the weight of the kth selected row.
func (s *slopeSum) w1(k int) float64 { return s.selection.w[k] }

// The models of an evaluation, by number: the last three only if there are start weights.
const (
	evalFitted = iota
	evalRounded
	evalAlone // the fitted weights without intercepts
	evalStart
	evalStartIntercept
)

// models returns what is evaluated; quick fits evaluate the first alone.
func (t *texel) models(r *Result) []Model {
	fitted := r.Model("fitted")
	models := []Model{fitted}
	if t.opt.Texel.Quick {
		return models
	}
	models = append(models, t.rounded(fitted))
	if len(t.opt.Texel.Start) > 0 {
		alone, start := fitted, t.oldModel()
		alone.Intercepts, start.K = nil, t.firstK
		biased := start
		biased.Intercepts = t.startIntercepts
		models = append(models, alone, start, biased)
	}
	return models
}

// evaluateExpected measures the fit on both parts, and the other models on the test part.
func (t *texel) evaluateExpected(ctx context.Context, r *Result) (*parted, error) {
	models := t.models(r)
	ev := evaluator{selection: newSelection(t.opt), want: AllRows, null: t.mean, testOnly: true,
		sample: t.positionsKept()}
	if !t.opt.Texel.Quick {
		ev.gather = share(gatherRows, t.data.Rows())
	}
	found, err := t.evaluateModels(ctx, ev, models, t.data, "evaluation")
	if err != nil || t.opt.Test == nil {
		return found, err
	}
	ev.selection.divider.whole = Test
	test, err := t.evaluateModels(ctx, ev, models, t.opt.Test, "evaluation of the test set")
	if err != nil {
		return nil, err
	}
	found.test, found.testFunnel = test.test, &test.funnel
	return found, nil
}

// rounded returns a model with its weights rounded to whole centipawns, but for
// those of the block, which are none.
func (t *texel) rounded(m Model) Model {
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

// evaluateModels makes a pass of evaluation.
func (e *estimator) evaluateModels(ctx context.Context, ev evaluator, models []Model, data Data, stage string) (*parted, error) {
	ev.scorers = nil
	for _, m := range models {
		s, err := m.scorer(data.Schema())
		if err != nil {
			return nil, err
		}
		ev.scorers = append(ev.scorers, s)
	}
	pass := e.scan(stage)
	pass.data, pass.grain = data, 1
	found, err := ev.run(ctx, pass)
	if found != nil {
		found.null = ev.null
	}
	return found, err
}

// calibrationBins are the bins of a reliability curve.
const calibrationBins = 10

// calibrate compares expected scores with what came of them, by phase, and fits
// win, draw and loss on the training rows.
func (t *texel) calibrate(r *Result, found *parted) error {
	points := &found.test.points
	r.Calibrated = Test
	if points.Rows() == 0 {
		points, r.Calibrated = &found.train.points, Train
	}
	var err error
	if r.Calibration, err = winprob.Reliability(points, t.k.Value, phaseEdges, calibrationBins); err != nil {
		return err
	}
	// Without decided and drawn games there is no such model; the fit stands.
	if wdl, err := winprob.FitWDL(&found.train.points, winprob.WDLOptions{Threads: t.opt.Threads}); err == nil {
		r.WDL = &wdl
	}
	return nil
}

// unsealed measures the fit on the part that nobody has looked at.
func (e *estimator) unsealed(ctx context.Context, r *Result, null float64) (*Metrics, error) {
	ev := evaluator{selection: newSelection(e.opt), want: AllRows, null: null}
	ev.selection.divider.open = true
	found, err := e.evaluateModels(ctx, ev, []Model{r.Model("fitted")}, e.data, "evaluation of the sealed part")
	if err != nil {
		return nil, err
	}
	return found.evaluation(Test, 0).Metrics(e.opt.Bootstrap), nil
}
