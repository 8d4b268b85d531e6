package fit

import (
	"context"
	"math"

	"centipawn/matrix"
)

// slopeRows bounds the rows that the slope of the new on the old evaluation is
// measured on.
const slopeRows = 1 << 17

// againstStart compares the new evaluation with the old one on the training rows.
// Intercepts are no part of an evaluation.
func (t *inferred) againstStart(ctx context.Context) (*slopeSum, error) {
	schema := t.data.Schema()
	fitted, err := Model{Weights: t.model("", t.point, 0, nil).Weights}.scorer(schema)
	if err != nil {
		return nil, err
	}
	old, err := t.startModel().scorer(schema)
	if err != nil {
		return nil, err
	}
	fresh := func() *slopeSum {
		return &slopeSum{fitted: fitted, old: old, logit: t.Scale, chance: share(slopeRows, t.data.Rows())}
	}
	whole := &slopeSum{}
	return whole, sum(ctx, t.training("scale"), fresh, whole.merge)
}

// slopeSum is the partial of againstStart: weighted sums of products of the evaluations,
// and rows by source, which intercepts of the old one are fitted to.
type slopeSum struct {
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

func (s *slopeSum) add(b *matrix.Block, rows *selection) error {
	for k, i := range rows.index {
		if mix(b.Hash[i]) > s.chance {
			continue
		}
		old, w := s.old.score(b, int(i)), rows.w[k]
		x, y := s.bounded(old), s.bounded(s.fitted.score(b, int(i)))
		s.w += w
		s.x += w * x
		s.y += w * y
		s.xx += w * x * x
		s.xy += w * x * y
		src := source(b, int(i))
		s.rows[src] = append(s.rows[src], oldRow{old, rows.y[k], w})
	}
	return nil
}

// intercepts fits the intercept of each source to the old evaluation as it is.
func (s *slopeSum) intercepts(logit float64, l *texelLoss) (list []SourceIntercept) {
	for src, rows := range s.rows {
		if len(rows) > 0 {
			list = append(list, SourceIntercept{Source: uint8(src), Value: interceptOf(rows, logit, l), Rows: len(rows)})
		}
	}
	return list
}

// interceptOf minimises the loss of some rows by an intercept, with Gauss–Newton steps.
func interceptOf(rows []oldRow, logit float64, l *texelLoss) (a float64) {
	const steps, enough = 50, 1e-6 // centipawns
	for range steps {
		g, h := 0.0, 0.0
		for _, r := range rows {
			e := 1 / (1 + math.Exp(-logit*(r.score+a)))
			first, second := l.slope(e, e*(1-e), r.label)
			g, h = g+r.weight*first, h+r.weight*second
		}
		step := g / (h * logit)
		if !(h > 0) || math.Abs(step) < enough {
			break
		}
		a += min(max(step, -maxIntercept), maxIntercept)
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
