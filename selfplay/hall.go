package selfplay

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"centipawn/match/openings"
	"centipawn/match/play"
	"centipawn/search"
)

// A hall is where the games of one run are played.
type hall struct {
	opt   Options
	next  atomic.Int64 // the number of the next game
	free  chan *play.Record
	done  chan played
	early map[int]played // games that were over before their turn
	wait  sync.WaitGroup
}

// played is a game, or why there is none.
type played struct {
	number int
	game   *play.Record
	err    error
}

// recordsEach is how many games a thread may be ahead of the slowest one: games of
// very different length are played at once.
const recordsEach = 32

func newHall(opt Options) *hall {
	n := recordsEach * opt.Threads
	h := &hall{opt: opt, free: make(chan *play.Record, n), done: make(chan played, n), early: make(map[int]played)}
	h.next.Store(int64(opt.First))
	for range n {
		h.free <- new(play.Record)
	}
	return h
}

// work plays games until there are no more. A record is taken before a number, so
// that the lowest game which is not over always has one; done has room for all
// records, so sending never waits.
func (h *hall) work(ctx context.Context, player func() (search.Searcher, error)) {
	var t *table
	for {
		select {
		case <-ctx.Done():
			return
		case g := <-h.free:
			n := int(h.next.Add(1) - 1)
			if n >= h.opt.Games {
				return
			}
			var err error
			if t == nil {
				t, err = newTable(&h.opt, player)
			}
			if err == nil {
				err = t.play(ctx, n, g)
			}
			h.done <- played{n, g, err}
		}
	}
}

// await waits for the game with a number; others go to early.
func (h *hall) await(ctx context.Context, number int) (*play.Record, error) {
	for {
		if p, ok := h.early[number]; ok {
			delete(h.early, number)
			return p.game, p.err
		}
		select {
		case p := <-h.done:
			h.early[p.number] = p
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
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
