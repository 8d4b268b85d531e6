// Package measure says what a search does with a position: how many iterations and moves, how deep,
// and in how much processor time. Experiments compare searches by it that count their nodes
// each in their own way.
package measure

import (
	"context"
	"errors"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/search"
)

// A Thought is one search.
type Thought struct {
	search.Result
	Iterations uint64  // of a tree; of other searches 0
	Moves      uint64  // made on the board, those of searches within the search too
	Deepest    int     // half-moves of the longest line
	Seconds    float64 // of processor time; where the system does not tell that, as the clock has it
}

// Engine returns a new engine of a spec of this module.
func Engine(spec entrants.Spec) (*engine.Engine, error) {
	newEngine, err := spec.Engines()
	if err != nil {
		return nil, err
	}
	return newEngine()
}

// Think lets an engine search a position, of which it knows nothing yet. The end of ctx is an
// error.
func Think(ctx context.Context, e *engine.Engine, p *board.Position, lim search.Limits) (*Thought, error) {
	e.NewGame()
	c := search.NewControl(lim, p.SideToMove(), 0)
	defer context.AfterFunc(ctx, c.Stop)()
	t := new(Thought)
	begin := ProcessorTime()
	t.Result = e.Search(search.NewGame(*p), c, func(i *search.Info) { t.Deepest = max(t.Deepest, i.SelDepth) })
	t.Seconds = (ProcessorTime() - begin).Seconds()
	t.Moves = t.Nodes
	if of, ok := e.Spent(); ok {
		t.Iterations, t.Moves, t.Deepest = of.Iterations, of.Moves, of.Deepest
	}
	return t, context.Cause(ctx)
}

// Each lets a new engine of a spec search positions, one after the other, and returns what it did with each.
func Each(ctx context.Context, spec entrants.Spec, fens []string, lim search.Limits, found func(*Thought)) (err error) {
	e, err := Engine(spec)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	for _, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return err
		}
		t, err := Think(ctx, e, &p, lim)
		if err != nil {
			return err
		}
		found(t)
	}
	return nil
}

// PerSecond returns a number of the thought by its processor time.
func (t *Thought) PerSecond(n uint64) float64 { return float64(n) / max(t.Seconds, 1e-6) }
