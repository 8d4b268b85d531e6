package texel

import (
	"context"
	"fmt"
	"math"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/winprob"
)

// The rounds in which weights and the win/draw/loss model are fitted in turns end when the loss falls
// by less than this share.
const (
	modelRounds = 8
	modelEnough = 1e-6
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

// findModel goes on from a minimum with the model fitted anew there, until neither moves: a fit of
// both, for the likelihood rises in every step.
func (t *Found) findModel(ctx context.Context) error {
	if !t.ofOutcomes() {
		return nil
	}
	for round := 0; round < modelRounds && t.Search.Reason != descent.Interrupted; round++ {
		before := t.Search.F
		if err := t.fitModel(ctx, t.Minimum); err != nil {
			return err
		}
		if err := t.search(ctx, t.Minimum, false); err != nil {
			return err
		}
		if !(math.Abs(before-t.Search.F) > modelEnough*before) {
			return nil
		}
	}
	return nil
}
