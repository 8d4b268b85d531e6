package selfplay

import (
	"context"
	"fmt"

	"centipawn/match/openings"
	"centipawn/match/play"
	"centipawn/search"
)

// recordsEach is how many games a thread may be ahead of the slowest one: games of
// very different length are played at once.
const recordsEach = 32

// A numbered game is one that is played, or is to be.
type numbered struct {
	n    int
	game play.Record
}

// thread returns what plays games on one thread.
func thread(ctx context.Context, player func() (search.Searcher, error), opt *Options) func(*numbered) error {
	var t *table
	return func(g *numbered) (err error) {
		if t == nil {
			t, err = newTable(opt, player)
		}
		if err == nil {
			err = t.play(ctx, g.n, &g.game)
		}
		return err
	}
}

// A table is where one thread plays: a search that sits on both sides of it.
type table struct {
	opt      *Options
	side     play.Side
	openings openings.Source
}

func newTable(opt *Options, player func() (search.Searcher, error)) (*table, error) {
	s, err := player()
	if err != nil {
		return nil, err
	}
	t := &table{opt: opt, side: play.Side{Player: &scoring{play.Ours(s)}, Limit: opt.Limit}, openings: opt.Openings}
	if t.openings == nil {
		t.openings = openings.Random(opt.Seed, opt.Plies, judge(opt, s))
	}
	return t, nil
}

// judge says of a random opening whether to play it. It asks the thread's own
// search, so each thread has a source of its own.
func judge(opt *Options, s search.Searcher) func(*search.Game) bool {
	if opt.Balance == 0 {
		return nil
	}
	limits := search.Limits{Nodes: opt.Limit.Nodes, Depth: opt.Limit.Depth}
	return openings.Balanced(func() search.Searcher { return s }, limits, opt.Balance)
}

// play plays the game with a number.
func (t *table) play(ctx context.Context, number int, into *play.Record) error {
	o, err := t.openings.Opening(number)
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
