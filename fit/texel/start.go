package texel

import (
	"context"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
)

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
		return &slopeSum{fitted: fitted, old: old, logit: t.Rows.Scale, chance: rows.Share(measure.GivenRows, t.Data.Rows())}
	}
	whole := &slopeSum{}
	return whole, rows.Sum(ctx, t.Training("scale"), fresh, whole.merge)
}

// slopeSum is the partial of againstStart: weighted sums of products of the evaluations,
// and rows as the start weights see them.
type slopeSum struct {
	chance      uint64
	fitted, old *rows.Scorer
	logit       float64 // of a centipawn

	w, x, y, xx, xy float64
	start           measure.Given
}

func (s *slopeSum) Reset() {
	s.w, s.x, s.y, s.xx, s.xy = 0, 0, 0, 0, 0
	s.start.Reset()
}

func (s *slopeSum) merge(o *slopeSum) {
	s.w += o.w
	s.x += o.x
	s.y += o.y
	s.xx += o.xx
	s.xy += o.xy
	s.start.Merge(&o.start)
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
		old, fitted, w := s.old.Score(b, int(i)), s.fitted.Score(b, int(i)), sel.W[k]
		if old-old != 0 {
			return s.old.Fault(b, int(i))
		}
		if fitted-fitted != 0 {
			return s.fitted.Fault(b, int(i))
		}
		x, y := s.bounded(old), s.bounded(fitted)
		s.w += w
		s.x += w * x
		s.y += w * y
		s.xx += w * x * x
		s.xy += w * x * y
		s.start.Add(rows.Source(b, int(i)), old, sel.Y[k], w)
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
