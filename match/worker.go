package match

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// A worker plays one game after the other, with two players of its own.
type worker struct {
	plan    *Plan
	started []atomic.Bool // by entrant: once, by any worker of the run
	players []play.Player // by entrant; nil: not started, or closed
	record  play.Record
}

func newWorker(p *Plan, started []atomic.Bool) *worker {
	return &worker{plan: p, started: started, players: make([]play.Player, len(p.Entrants))}
}

// work plays games as long as there are any and ctx goes on. It ends after an error. Whatever
// happens, its players are closed.
func (w *worker) work(ctx context.Context, jobs <-chan job, outcomes chan<- outcome) {
	defer w.close()
	for j := range jobs {
		g, err := w.play(ctx, j)
		if ctx.Err() != nil && (err != nil || g.Guilty != "") {
			return // the game is dropped: a player that died now was killed
		}
		outcomes <- outcome{g, err}
		if err != nil {
			return
		}
	}
}

// play plays a game, with fresh players where those of the last game are gone. Players that are not
// in it are closed: otherwise a tournament would keep all its programs running for each worker.
func (w *worker) play(ctx context.Context, s job) (*Game, error) {
	opening, err := w.plan.Openings.Opening(s.round)
	if err != nil {
		return nil, fmt.Errorf("opening of pair %d: %w", s.pair+1, err)
	}
	for i := range w.players {
		if i != s.white && i != s.black {
			w.stop(i)
		}
	}
	for _, i := range [...]int{s.white, s.black} {
		if err := w.start(ctx, i); err != nil {
			return nil, err
		}
	}
	w.set(s.white, s.values[0])
	w.set(s.black, s.values[1])
	began := time.Now()
	g, err := w.playFrom(ctx, s.slot, &opening)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", s.game+1, err)
	}
	g.Values = s.text()
	g.Began, g.Seconds = began.Round(time.Millisecond), seconds(time.Since(began))
	return g, nil
}

func (w *worker) playFrom(ctx context.Context, s slot, o *openings.Opening) (*Game, error) {
	white := play.Side{Player: w.players[s.white], Limit: w.plan.Entrants[s.white].Limit}
	black := play.Side{Player: w.players[s.black], Limit: w.plan.Entrants[s.black].Limit}
	err := play.Play(ctx, *o, white, black, w.plan.Rules, &w.record)
	for color, i := range [2]int{board.White: s.white, board.Black: s.black} {
		if w.record.Gone[color] {
			w.stop(i)
		}
	}
	if err != nil && !errors.Is(err, play.ErrHarness) {
		return nil, err
	}
	return newGame(s, w.plan, o, &w.record), nil
}

// start starts the player of an entrant if there is none. An entrant that never started is an
// error; the game says whose fault it is that one which had started does not start again.
func (w *worker) start(ctx context.Context, i int) error {
	if w.players[i] != nil {
		return nil
	}
	e := &w.plan.Entrants[i]
	player, err := e.Start(ctx)
	switch {
	case err == nil:
		w.started[i].Store(true)
	case w.started[i].Load():
		player = &absent{fmt.Errorf("does not start again: %w", err)}
	default:
		return fmt.Errorf("%s does not start: %w", e.Name, err)
	}
	w.players[i] = player
	return nil
}

// absent stands for a player that did not start. Where the error is not a player's own it is
// one of this program, as where the system has no room for another process.
type absent struct{ why error }

var _ play.Player = (*absent)(nil)

func (a *absent) NewGame() error { return a }

func (a *absent) Search(*search.Game, search.Limits) (play.Thought, error) { return play.Thought{}, a }

func (a *absent) Close() error { return nil }

// Error is why the player did not start.
func (a *absent) Error() string { return a.why.Error() }

// Unwrap returns what [play.Play] asks for.
func (a *absent) Unwrap() []error { return []error{a.why, play.ErrHarness} }

// stop closes a player. An error is of no concern: Close leaves nothing running.
func (w *worker) stop(i int) {
	if w.players[i] != nil {
		_ = w.players[i].Close()
		w.players[i] = nil
	}
}

func (w *worker) close() {
	for i := range w.players {
		w.stop(i)
	}
}

// set sets the options of a player. One that does not take them is absent.
func (w *worker) set(i int, list []play.Setting) {
	for _, v := range list {
		s, ok := w.players[i].(play.Setter)
		if !ok {
			return // an absent player
		}
		if err := s.SetOption(v.Name, v.Value); err != nil {
			w.stop(i)
			w.players[i] = &absent{err}
			return
		}
	}
}

// An outcome is a worker's finished game, or why it cannot play one.
type outcome struct {
	game *Game
	err  error
}
