package advise

import (
	"context"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
)

// run makes the report.
func (s *session) run(ctx context.Context) error {
	s.report = Report{Tool: "centipawn " + cli.Version, Recommended: []Advice{}, Others: []Advice{}, Fine: []Fine{}, Residuals: []Residual{},
		Calibration: []Calibration{}, Next: []Command{}, Warnings: note.List{}}
	defer s.stages.Done()
	source := s.source()
	for _, step := range []func(context.Context) error{source.read, s.makeLabels, source.evaluate, s.calibrate, s.advise} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	s.residuals()
	s.next()
	return nil
}

// A source is where evaluations come from.
type source interface {
	// read reads the samples, and what comes with them.
	read(ctx context.Context) error
	// evaluate gives the rows their evaluations; those without one are dropped.
	evaluate(ctx context.Context) error
}

// source returns that of the call.
func (s *session) source() source {
	switch {
	case s.traces:
		return &traceSource{session: s}
	case s.engine != "":
		return &engineSource{s}
	case s.weights != "":
		return &weightsSource{s}
	}
	return &columnSource{s}
}
