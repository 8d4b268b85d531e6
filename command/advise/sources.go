package advise

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/engine/static"
	"example.org/centipawn/eval"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/weights"
)

// Reasons of rows without an evaluation.
const (
	noEvaluation = "no evaluation"
	refusedOne   = "no evaluation: the engine says that it has none"
	silentOne    = "no evaluation: nothing in the engine's answer that the pattern finds"
	failedOne    = "no evaluation: the engine hung or died"
)

// keepEvaluated drops rows whose evaluation is not a number.
func (s *session) keepEvaluated() {
	s.drop([]string{noEvaluation}, func(i int) string {
		if s.eval[i] != s.eval[i] {
			return noEvaluation
		}
		return ""
	})
}

// A weightsSource evaluates by a weights file.
type weightsSource struct{ *session }

func (s *weightsSource) read(ctx context.Context) error { return s.readSamples(ctx) }

func (s *weightsSource) evaluate(ctx context.Context) error {
	f, err := weights.FindEvaluation(s.weights)
	if err != nil {
		return fmt.Errorf("-weights: %w", err)
	}
	if _, err := eval.New(f); err != nil {
		return fmt.Errorf("-weights %s: %w", s.weights, err)
	}
	s.file = f
	s.report.Evaluation = Evaluation{Source: "weights", Name: s.weights, View: "white", Unit: "centipawns", How: "it is evaluated by the terms of " + f.Set}
	s.eval = make([]float32, len(s.samples))
	return s.each(ctx, func() func(int) {
		e, _ := eval.New(f) // it has gone well once
		return func(i int) { s.eval[i] = float32(e.Evaluate(s.position(i))) }
	})
}

// A columnSource reads a column of the data.
type columnSource struct{ *session }

func (s *columnSource) read(ctx context.Context) error { return s.readSamples(ctx) }

func (s *columnSource) evaluate(context.Context) error {
	s.eval = make([]float32, len(s.samples))
	found := 0
	for i := range s.samples {
		if s.eval[i] = s.samples[i].Offset; s.eval[i] == s.eval[i] {
			found++
		}
	}
	if found == 0 {
		return fmt.Errorf("%s: no number in the column %s of %d rows: pass a column of evaluations with -eval, or -engine cmd:PROGRAM", s.call.files[0], s.call.eval, len(s.samples))
	}
	told := inspect.Written{ViewSaid: s.pov != static.ViewAuto, UnitSaid: s.unit != static.UnitAuto}
	if s.pov == static.ViewMover {
		told.View = datasets.POVMover
	}
	if s.unit == static.UnitPawns {
		told.Unit = datasets.UnitPawns
	}
	in, read := inspect.Recognise(s.call.eval, s.samples, s.eval, told)
	for _, f := range in.Findings {
		if f.Level == note.Error && !s.opt.Trusted {
			return fmt.Errorf("%s: %s (or -trust, if you know that they are right)", s.call.files[0], f.Text)
		}
		s.report.Warnings = append(s.report.Warnings, f)
	}
	s.turn(read)
	s.report.Evaluation = Evaluation{Source: "column", Name: s.call.eval, View: read.View.String(), Unit: read.Unit.String(), How: howRecognised(in, told)}
	s.keepEvaluated()
	return nil
}

// viewOf says whose a view is.
func viewOf(name string) string {
	if name == datasets.POVMover.String() {
		return "the mover's"
	}
	return "White's"
}

// howRecognised says by what view and unit are known.
func howRecognised(in inspect.Inspection, told inspect.Written) string {
	if told.ViewSaid && told.UnitSaid {
		return "as -eval-pov and -eval-unit say"
	}
	return fmt.Sprintf("the rank correlation with the material is %+.2f with White to move and %+.2f with Black to move in White's view; %.3g a pawn",
		in.WhiteToMove.Rho, in.BlackToMove.Rho, in.Slope)
}

// turn makes centipawns of White's view of evaluations.
func (s *session) turn(read inspect.Written) {
	for i := range s.eval {
		if read.Unit == datasets.UnitPawns {
			s.eval[i] *= 100
		}
		if read.View == datasets.POVMover && s.samples[i].Position.SideToMove() == board.Black {
			s.eval[i] = -s.eval[i]
		}
	}
}

// An engineSource asks an engine.
type engineSource struct{ *session }

func (s *engineSource) read(ctx context.Context) error { return s.readSamples(ctx) }

func (s *engineSource) evaluate(ctx context.Context) error {
	spec, err := entrants.Parse(s.engine)
	if err != nil {
		return fmt.Errorf("-engine: %w", err)
	}
	cfg := static.Config{Processes: s.processes, Cache: s.cachePath()}
	if cfg.Engine, err = spec.Client(); err != nil {
		return fmt.Errorf("-engine: %w", err)
	}
	if cfg.Ask, err = static.ParseQuestion(s.call.eval, s.pattern); err != nil {
		return fmt.Errorf("-eval, -pattern: %w", err)
	}
	if s.pov != static.ViewAuto {
		cfg.Ask.View = s.pov
	}
	if s.unit != static.UnitAuto {
		cfg.Ask.Unit = s.unit
	}
	if cfg.Processes == 0 {
		cfg.Processes = s.opt.Threads
	}
	cfg.Progress = func(done, all int) { s.stages.At("asking the engine", int64(done), int64(all), "") }
	cfg.Remark = func(n note.Note) { s.report.Warnings = append(s.report.Warnings, n) }
	positions := make([]board.Position, len(s.samples))
	for i := range positions {
		positions[i] = *s.position(i)
	}
	a, err := static.Ask(ctx, cfg, positions)
	if err != nil {
		return s.interrupted(ctx, err)
	}
	s.eval = a.Values
	s.tellEngine(a)
	reasons := map[static.Reason]string{static.InCheck: "check", static.Over: "finished", static.Refused: refusedOne, static.Silent: silentOne, static.Failed: failedOne}
	s.drop([]string{"check", "finished", refusedOne, silentOne, failedOne, noEvaluation}, func(i int) string {
		if why, ok := reasons[a.Reasons[i]]; ok {
			return why
		}
		if s.eval[i] != s.eval[i] {
			return noEvaluation
		}
		return ""
	})
	return nil
}

// interrupted says of Ctrl-C what the next run begins with.
func (s *session) interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) && s.cachePath() != "" {
		return fmt.Errorf("interrupted; the same command goes on from the answers in %s: %w", s.cachePath(), err)
	}
	return err
}

// tellEngine says what was asked, and of whom.
func (s *session) tellEngine(a *static.Answers) {
	s.report.Evaluation = Evaluation{Source: "engine", Name: a.Engine, View: a.Asked.View.String(), Unit: a.Asked.Unit.String(),
		How: fmt.Sprintf("asked by %q; a pawn more is worth %.0f", a.Asked.Command, a.Pawn)}
	if a.Asked.Preset != "" {
		s.report.Evaluation.How = fmt.Sprintf("asked by %q (preset %s); a pawn more is worth %.0f", a.Asked.Command, a.Asked.Preset, a.Pawn)
	}
	if lost := a.Counts[static.Silent] + a.Counts[static.Failed]; 20*lost > len(a.Values) {
		s.warn("%d of %d positions have no evaluation: pass another -eval or -pattern if the engine has answered them", lost, len(a.Values))
	}
	if math.IsNaN(a.Pawn) {
		s.report.Evaluation.How = fmt.Sprintf("asked by %q", a.Asked.Command)
	}
}
