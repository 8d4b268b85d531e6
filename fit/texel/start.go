package texel

import (
	"context"
	"math"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
)

// slopeRows bounds the rows that the slope of the new on the old evaluation is
// measured on.
const slopeRows = 1 << 17

// againstStart compares the new evaluation with the old one on the training rows.
// Intercepts are not part of an evaluation.
func (t *Inferred) againstStart(ctx context.Context) (*slopeSum, error) {
	schema := t.Data.Schema()
	fitted, err := rows.Model{Weights: t.model("", t.point, 0, nil).Weights}.Scorer(schema)
	if err != nil {
		return nil, err
	}
	old, err := t.startModel().Scorer(schema)
	if err != nil {
		return nil, err
	}
	fresh := func() *slopeSum {
		return &slopeSum{fitted: fitted, old: old, logit: t.Rows.Scale, chance: rows.Share(slopeRows, t.Data.Rows())}
	}
	whole := &slopeSum{}
	return whole, rows.Sum(ctx, t.Training("scale"), fresh, whole.merge)
}

// slopeSum is the partial of againstStart: weighted sums of products of the evaluations,
// and rows by source, which intercepts of the old one are fitted to.
type slopeSum struct {
	chance      uint64
	fitted, old *rows.Scorer
	logit       float64 // of a centipawn

	w, x, y, xx, xy float64
	rows            [256][]oldRow
}

// An oldRow is a row as the start weights see it.
type oldRow struct{ score, label, weight float64 }

func (s *slopeSum) Reset() {
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

func (s *slopeSum) Add(b *matrix.Block, sel *rows.Selection) error {
	for k, i := range sel.Index {
		if splitmix.Mix(b.Hash[i]) > s.chance {
			continue
		}
		old, w := s.old.Score(b, int(i)), sel.W[k]
		x, y := s.bounded(old), s.bounded(s.fitted.Score(b, int(i)))
		s.w += w
		s.x += w * x
		s.y += w * y
		s.xx += w * x * x
		s.xy += w * x * y
		src := rows.Source(b, int(i))
		s.rows[src] = append(s.rows[src], oldRow{old, sel.Y[k], w})
	}
	return nil
}

// intercepts fits the intercept of each source to the old evaluation as it is.
func (s *slopeSum) intercepts(logit float64, l *sparse.Loss) (list []rows.SourceIntercept) {
	for src, seen := range s.rows {
		if len(seen) > 0 {
			list = append(list, rows.SourceIntercept{Source: uint8(src), Value: interceptOf(seen, logit, l), Rows: len(seen)})
		}
	}
	return list
}

// interceptOf minimises the loss of some rows by an intercept, with Gauss–Newton steps.
func interceptOf(rows []oldRow, logit float64, l *sparse.Loss) (a float64) {
	const steps, enough = 50, 1e-6 // centipawns
	for range steps {
		g, h := 0.0, 0.0
		for _, r := range rows {
			e := 1 / (1 + math.Exp(-logit*(r.score+a)))
			d := e * (1 - e)
			g -= r.weight * l.Slope(e, d, r.label)
			h += r.weight * l.Curvature(sparse.GaussNewton, e, d, r.label)
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
