package loop

import (
	"context"
	"path/filepath"

	"example.org/centipawn/match/regret/lineup"
	"example.org/centipawn/weights"
)

// predict says, if it is asked for, what is to be expected of the new weights in a match against
// those that played.
func (r *run) predict(ctx context.Context, s step, m *Metrics) error {
	if r.opt.Predict <= 0 {
		return nil
	}
	fitted, err := weights.Read(s.File(weightsName))
	if err != nil {
		return err
	}
	c := lineup.Change{
		Name: "the weights that played", Old: r.best, New: fitted,
		Roots: r.opt.Predict, Threads: r.opt.Threads, Cache: filepath.Join(r.opt.Dir, predictName),
		Progress: func(_ string, done, total int) {
			r.watch(Event{Iteration: s.Number, Stage: Predicting, Done: int64(done), Total: int64(total)})
		},
	}
	result, err := c.Measure(ctx)
	if err != nil {
		return err
	}
	m.Predicted, m.PredictedWarnings = &result.Players[1], result.Warnings
	return nil
}
