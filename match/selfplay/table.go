package selfplay

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// recordsEach is how many games a thread may be ahead of the slowest one: games of
// very different length are played at once.
const recordsEach = 32

// A numbered game is one that is played, or is to be.
type numbered struct {
	n    int
	game play.Record
}

// A pool is the tables of a run.
type pool struct {
	opt   *Options
	start func(context.Context) (play.Player, error)

	mu     sync.Mutex
	tables []*table
}

// ours returns what starts searches in this process.
func ours(newSearcher func() (search.Searcher, error)) func(context.Context) (play.Player, error) {
	return func(context.Context) (play.Player, error) {
		s, err := newSearcher()
		if err != nil {
			return nil, err
		}
		return play.Ours(s), nil
	}
}

// thread returns what plays games on one thread.
func (a *pool) thread(ctx context.Context) func(*numbered) error {
	var t *table
	return func(g *numbered) (err error) {
		if t == nil {
			t, err = a.newTable(ctx)
		}
		if err == nil {
			err = t.play(ctx, g.n, &g.game)
		}
		return err
	}
}

// A table is where one thread plays: a player who sits on both sides of it.
type table struct {
	opt      *Options
	side     play.Side
	openings openings.Source
	failed   error // of the player, while he judged openings
}

func (a *pool) newTable(ctx context.Context) (*table, error) {
	p, err := a.start(ctx)
	if err != nil {
		return nil, err
	}
	t := &table{opt: a.opt, side: play.Side{Player: Scoring(p), Limit: a.opt.Limit}, openings: a.opt.Openings}
	if t.openings == nil {
		t.openings = openings.Random(a.opt.Seed, a.opt.Plies, t.judge())
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tables = append(a.tables, t)
	return t, nil
}

// close frees what the players hold, once all threads have ended.
func (a *pool) close() (err error) {
	for _, t := range a.tables {
		err = errors.Join(err, t.side.Player.Close())
	}
	return err
}

// judge says of a random opening whether to play it. It asks the thread's own
// player, so each thread has a source of its own. What is wrong with him ends the next game.
func (t *table) judge() func(*search.Game) bool {
	if t.opt.Balance == 0 {
		return nil
	}
	p := t.side.Player
	limits := search.Limits{Nodes: t.opt.Limit.Nodes, Depth: t.opt.Limit.Depth}
	return func(g *search.Game) bool {
		if t.failed = p.NewGame(); t.failed != nil {
			return true
		}
		var thought play.Thought
		if thought, t.failed = p.Search(g, limits); t.failed == nil && !thought.Scored {
			t.failed = fmt.Errorf("%s: the player has no score, one half-move deep either, so nobody knows how even the opening is: pass a balance of 0", g.Position().FEN())
		}
		score := thought.Score
		return t.failed != nil || !score.IsMate() && max(int(score), -int(score)) <= t.opt.Balance
	}
}

// play plays the game with a number.
func (t *table) play(ctx context.Context, number int, into *play.Record) error {
	o, err := t.openings.Opening(number)
	if err == nil {
		err = t.failed
	}
	if err == nil {
		err = play.Play(ctx, o, t.side, t.side, t.opt.Rules, into)
	}
	if err == nil && into.End.Forfeit() {
		err = fmt.Errorf("%v: %s", into.End, into.Reason) // a search that is broken makes no data
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", number, err)
	}
	return nil
}
