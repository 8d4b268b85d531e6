package selfplay

import (
	"context"
	"errors"

	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// Run plays games and calls each with every one, in the order of their numbers and
// from the caller's goroutine. The record is valid during the call. player makes a
// search, unless the options start other players; it is called once a thread, and the search is
// closed at the end if it is an [io.Closer].
//
// Run ends with the first error: of player, of a game, of each, or the context's.
// The summary counts the games that each was called with.
func Run(ctx context.Context, player func() (search.Searcher, error), opt Options, each func(n int, g *play.Record) error) (Summary, error) {
	opt, err := opt.filled()
	var sum Summary
	if err != nil || opt.Games <= opt.First {
		return sum, err
	}
	tables := &pool{opt: &opt, start: opt.Start}
	if tables.start == nil {
		tables.start = ours(player)
	}
	next := opt.First
	err = ordered.Pool[*numbered]{
		Threads: opt.Threads, Ahead: recordsEach * opt.Threads,
		New: func() *numbered { return new(numbered) },
		Fill: func(g *numbered) (bool, error) {
			g.n = next
			next++
			return g.n < opt.Games, nil
		},
		Worker: tables.thread,
		Take: func(g *numbered) error {
			sum.Add(&g.game)
			return each(g.n, &g.game)
		},
	}.Run(ctx)
	return sum, errors.Join(err, tables.close())
}
