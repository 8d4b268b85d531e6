package static

import (
	"context"
	"errors"
	"math"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/resume"
)

// Ask asks an engine for its evaluations. An engine whose answers depend on the position alone gives
// the same with any number of processes. When ctx ends, so do the engines; the cache keeps what was
// answered. Errors: notes of E01 to E04, which say what to pass; those of the client; of the cache.
func Ask(ctx context.Context, cfg Config, positions []board.Position) (a *Answers, err error) {
	if err := cfg.Ask.check(); err != nil {
		return nil, err
	}
	if cfg.Remark == nil {
		cfg.Remark = func(note.Note) {}
	}
	if cfg.Progress == nil {
		cfg.Progress = func(int, int) {}
	}
	begun := time.Now()
	cache, err := resume.OpenCache(cfg.Cache, "evaluations")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, cache.Close()) }()
	found, first, err := recognise(ctx, &cfg)
	if err != nil {
		return nil, err
	}
	r := newRun(&cfg, found, cache, positions)
	if err := r.ask(ctx, first); err != nil {
		return nil, err
	}
	a = r.answers(found)
	a.Cached, a.Dropped, a.Took = cache.Found, cache.Dropped, time.Since(begun)
	return a, r.complain(a)
}

// answers are those of a finished run.
func (r *run) answers(found *recognised) *Answers {
	a := &Answers{Engine: found.engine, Asked: found.Question, How: found.how, Line: found.line, Pawn: found.pawn, Values: make([]float32, len(r.positions)), Reasons: r.reasons}
	for i, why := range r.reasons {
		a.Counts[why]++
		a.Values[i] = float32(math.NaN())
		if why == Evaluated {
			a.Values[i] = float32(found.white(r.numbers[i], r.positions[i].SideToMove()))
		}
	}
	return a
}
