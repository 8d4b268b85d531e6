package session

import (
	"context"
	"fmt"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
)

// A session is a run of the options.
type session struct {
	settings.Options
	std   cli.Streams
	about fitted.About  // what the weights file says, too
	old   *weights.File // the evaluation that the new one replaces; nil: none
	saved *checkpointer

	baseline *weights.File // of a prediction; nil: none is asked for

	passes []finding.Pass // of the last search
}

// data is what is fitted: matrices read as one, and what is known of their origin.
type data struct {
	*matrix.Set
	matrices []*matrix.Matrix
	warnings note.List // of an extraction in memory, or of matrices that are out of date
}

// Close closes the matrices.
func (d *data) Close() {
	for _, m := range d.matrices {
		m.Close()
	}
}

// estimate fits, with progress on standard error.
func (s *session) estimate(ctx context.Context, data *data, opt fit.Options) (*fit.Result, error) {
	stages := &progress.Stages{W: s.std.Err}
	defer stages.Done()
	opt.Progress = func(p fit.Progress) {
		stages.At(p.Stage, int64(p.Done), int64(p.Total), lossAndGap(p))
		s.notePass(p)
	}
	return fit.Fit(ctx, data.Set, opt)
}

// lossAndGap says how far a search is.
func lossAndGap(p fit.Progress) string {
	switch {
	case p.Loss == 0:
		return ""
	case p.Gap < 0:
		return fmt.Sprintf("loss %.9f", p.Loss)
	}
	return fmt.Sprintf("loss %.9f, gap %.1e", p.Loss, p.Gap)
}

// mostPasses is how many passes a report keeps; of more, every second is left out.
const mostPasses = 2000

// notePass keeps where a search is.
func (s *session) notePass(p fit.Progress) {
	if p.Stage != "fitting" || p.Loss == 0 {
		return
	}
	if n := len(s.passes); n > 0 && s.passes[n-1].Passes >= p.Done {
		s.passes = s.passes[:0] // another search begins: the last is the one that counts
	}
	s.passes = append(s.passes, finding.Pass{Passes: p.Done, Loss: p.Loss, Gap: p.Gap})
	if len(s.passes) > mostPasses {
		kept := s.passes[:0]
		for i, pass := range s.passes {
			if i%2 == 1 || i+1 == len(s.passes) {
				kept = append(kept, pass)
			}
		}
		s.passes = kept
	}
}
