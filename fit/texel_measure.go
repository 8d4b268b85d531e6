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

// slope returns the least-squares slope of the new on the old evaluation, over
// the test rows or, without any, the training rows. Intercepts are no part of
// an evaluation.
func (t *texel) slope(ctx context.Context, r *Result) (float64, error) {
	data, sel := t.data, newSelection(t.opt)
	if t.opt.Test != nil {
		data, sel.divider.whole = t.opt.Test, Test
	}
	var sum slopeSum
	var err error
	if t.opt.Test != nil || t.opt.Split.By != SplitNone {
		sum, err = t.slopeOver(ctx, r, data, sel, Test)
	}
	if err == nil && sum.w == 0 {
		sum, err = t.slopeOver(ctx, r, t.data, newSelection(t.opt), Train)
	}
	return sum.slope(), err
}

// slopeOver sums over a part of data.
func (t *texel) slopeOver(ctx context.Context, r *Result, data Data, sel selection, want Part) (sum slopeSum, err error) {
	pass, schema := t.scan("scale"), data.Schema()
	pass.data = data
	fitted, err := Model{Weights: r.Model("").Weights}.scorer(schema)
	if err != nil {
		return sum, err
	}
	old, err := t.oldModel().scorer(schema)
	if err != nil {
		return sum, err
	}
	fresh := func() *slopeSum {
		return &slopeSum{selection: sel, want: want, fitted: fitted, old: old, logit: t.rows.Scale, chance: share(slopeRows, data.Rows())}
	}
	err = fold(ctx, pass, fresh, (*slopeSum).add, func(s *slopeSum) { sum.merge(s) })
	return sum, err
}

// oldModel returns the start weights, with what is held fixed.
func (t *texel) oldModel() Model {
	m := Model{Name: "start"}
	m.Weights = append(m.Weights, t.opt.Texel.Start...)
	m.Weights = append(m.Weights, t.design.held...)
	return m
}

// slopeSum is the partial of slope: weighted sums of products of the evaluations.
type slopeSum struct {
	selection
	want        Part
	chance      uint64
	fitted, old *scorer
	logit       float64 // of a centipawn

	w, x, y, xx, xy float64
}

func (s *slopeSum) reset() { s.w, s.x, s.y, s.xx, s.xy = 0, 0, 0, 0, 0 }

func (s *slopeSum) merge(o *slopeSum) {
	s.w += o.w
	s.x += o.x
	s.y += o.y
	s.xx += o.xx
	s.xy += o.xy
}

func (s *slopeSum) slope() float64 {
	cov, variance := s.xy-s.x*s.y/s.w, s.xx-s.x*s.x/s.w
	if !(variance > 0) {
		return 0
	}
	return cov / variance
}

func (s *slopeSum) add(b *matrix.Block) error {
	s.take(b, s.want)
	for k, i := range s.index {
		if mix(b.Hash[i]) > s.chance {
			continue
		}
		x, y, w := s.bounded(s.old.score(b, int(i))), s.bounded(s.fitted.score(b, int(i))), s.w1(k)
		s.w += w
		s.x += w * x
		s.y += w * y
		s.xx += w * x * x
		s.xy += w * x * y
	}
	return nil
}

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

// evaluateExpected measures the fit on both parts, and the start weights and the
// rounded ones on the test part.
func (t *texel) evaluateExpected(ctx context.Context, r *Result) (*parted, error) {
	models := []Model{r.Model("fitted")}
	if len(t.opt.Texel.Start) > 0 && !t.opt.Texel.Quick {
		old := t.oldModel()
		old.K = t.firstK
		models = append(models, old)
	}
	if !t.opt.Texel.Quick {
		models = append(models, t.rounded(models[0]))
	}
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
	if points.Rows() == 0 {
		points = &found.train.points
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
