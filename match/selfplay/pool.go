package selfplay

import (
	"context"
	"errors"
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
