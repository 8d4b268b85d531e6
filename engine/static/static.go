package static

import (
	"context"
	"errors"
	"math"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/resume"
)

// Config says which engine is asked, and how. The engine alone is needed.
type Config struct {
	Engine    client.Config
	Ask       Question            // zero fields are recognised
	Processes int                 // of the engine, at the same time; fewer than one are one
	Cache     string              // file of the answers, with which another run goes on; "": none
	Progress  func(done, all int) // on the caller's goroutine; nil: none
	Remark    func(n note.Note)   // gets doubts (E01 to E04); nil: they are dropped
}

// A Reason is why a position has no evaluation.
type Reason uint8

const (
	Evaluated Reason = iota // it has one
	InCheck                 // the side to move is in check: not asked
	Over                    // no legal move, mate or stalemate: not asked
	Refused                 // the engine says that it has none, as Stockfish's "none (in check)", or prints no number where one is due
	Silent                  // the engine prints nothing in which the pattern is found
	Failed                  // the engine hung or died
	Chess960                // castling rights of Chess960, which the engine does not know: not asked
	reasons
)

// Answers are the evaluations of positions.
type Answers struct {
	Engine  string       // what it calls itself
	Asked   Question     // as recognised
	How     string       // by what view and unit are known, a sentence without its end
	Pawn    float64      // what a pawn more is worth in Values, the median of probes
	Values  []float32    // by position: centipawns, White's view; NaN: none
	Reasons []Reason     // by position
	Counts  [reasons]int // positions by reason
	Cached  int          // positions whose answer the cache had
	Dropped string       // what a kill had left of the cache's last record; "": nothing
	Took    time.Duration
}

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
	a := &Answers{Engine: found.engine, Asked: found.Question, How: found.how, Pawn: found.pawn, Values: make([]float32, len(r.positions)), Reasons: r.reasons}
	for i, why := range r.reasons {
		a.Counts[why]++
		a.Values[i] = float32(math.NaN())
		if why == Evaluated {
			a.Values[i] = float32(found.white(r.numbers[i], r.positions[i].SideToMove()))
		}
	}
	return a
}

// white makes centipawns of White's view of what the engine prints.
func (found *recognised) white(number float64, mover board.Color) float64 {
	if found.Unit == UnitPawns {
		number *= 100
	}
	if found.View == ViewMover && mover == board.Black {
		number = -number
	}
	return number + 0 // never -0
}
