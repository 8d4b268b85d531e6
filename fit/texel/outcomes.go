package texel

import (
	"context"
	"fmt"

	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/winprob"
)

// ofOutcomes reports whether the loss is that of a win/draw/loss model.
func (t *Job) ofOutcomes() bool { return t.Loss.Phased != nil || t.Loss == sparse.Outcomes }

// fitModel fits the win/draw/loss model at a point, and gives the rows its loss.
func (t *Scaled) fitModel(ctx context.Context, point []float64) error {
	points, err := t.Rows.Points(ctx, point, kPoints, true)
	if err != nil {
		return err
	}
	p := *points
	p.Result = make([]uint8, p.Rows())
	for i, e := range p.Expected {
		p.Result[i] = uint8(winprob.OutcomeOf(float64(e)))
	}
	m, err := winprob.FitWDL(&p, winprob.WDLOptions{Threads: t.Threads})
	if err != nil {
		return fmt.Errorf("fit: win, draw and loss by the evaluation: %w; pass games of which some are drawn, better start weights, or -loss crossentropy", err)
	}
	t.Meter.Passes += m.Passes
	job, prepared := *t.Job, *t.Prepared
	job.Loss = sparse.Ordered(m.WDL, t.Rows.Scale)
	prepared.Job = &job
	t.Prepared = &prepared
	t.Rows.SetLoss(job.Loss)
	return nil
}
