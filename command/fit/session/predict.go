package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/match/regret/lineup"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// predictCache is the file, beside the weights, of what players answered for predictions.
const predictCache = "regret.cache"

// readBaseline reads the weights that the new ones are compared with, for -predict.
func (s *session) readBaseline(schema matrix.Schema) (err error) {
	if !s.Predict {
		return nil
	}
	if _, err := features.Lookup(schema.Set); err != nil {
		return fmt.Errorf("-predict: the terms of %s are counted by another program, which alone plays with them: build it with the new weights and pass both to match regret", schema.Set)
	}
	name := s.baselineName(schema.Set)
	if s.baseline, err = weights.FindFor(name, schema.Set, schema.SetHash); err != nil {
		return fmt.Errorf("-predict: what to compare with: %w: pass -start", err)
	}
	return nil
}

// baselineName is the name of the weights that the new ones replace.
func (s *session) baselineName(set string) string {
	for _, name := range []string{s.Start, s.Prior} {
		if name != "" && name != weights.NameZero && name != weights.NamePublished {
			return name
		}
	}
	return weights.NamePublished + ":" + set
}

// predict says what Elo is to be expected of the new weights.
func (s *session) predict(ctx context.Context, f *finding.Finding) (err error) {
	if s.baseline == nil || f.Interrupted() {
		return nil
	}
	stages := &progress.Stages{W: s.std.Err}
	defer stages.Done()
	c := lineup.Change{
		Name: s.baselineName(f.File.Set), Old: s.baseline, New: f.File, Roots: s.PredictRoots, Threads: s.Fit.Threads,
		Progress: func(stage string, done, total int) { stages.At(stage, int64(done), int64(total), "") },
	}
	if info, err := os.Stat(s.Out); err == nil && info.Mode().IsRegular() { // beside /dev/null there is no place
		c.Cache = filepath.Join(filepath.Dir(s.Out), predictCache)
	}
	if f.Prediction, err = c.Measure(ctx); err != nil {
		return fmt.Errorf("-predict: %w", err)
	}
	if new := &f.Prediction.Players[1]; f.Guard != nil { // one verdict of what both have measured
		f.Guard.See(f.Prediction.Line.Step(new))
		new.Forecast = &f.Guard.Forecast
	}
	return nil
}
