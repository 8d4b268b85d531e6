package loop

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"

	"centipawn/engine"
	"centipawn/match/openings"
	"centipawn/search"
	"centipawn/search/alphabeta"
	"centipawn/selfplay"
	"centipawn/weights"
)

// hash is the size of the transposition table of a game, in MiB: small, because it is
// emptied before every game and a search of some hundred nodes fills none.
const hash = 1

// player returns what makes a search with some weights.
func player(f *weights.File) func() (search.Searcher, error) {
	return func() (search.Searcher, error) {
		return engine.New(engine.Options{Weights: f, Base: alphabeta.Options{Hash: hash}})
	}
}

// play plays the games of an iteration with the best weights so far.
func (r *run) play(ctx context.Context, s step, m *Metrics) error {
	if r.opt.From != nil {
		return nil
	}
	m.Played = new(selfplay.Summary)
	told, err := read(s.file(gamesName), m.Played)
	if err != nil {
		return err
	}
	if exists(s.gamesFile()) && told {
		return removed(s.gamesFile() + selfplay.JournalEnding)
	}
	if err := removed(s.gamesFile()); err != nil { // nobody knows what is in it
		return err
	}
	return r.generate(ctx, s, m)
}

// generate plays the games that are not in the journal. The summary is written when
// the last of them is over, before they become the file: with the file they are
// complete.
func (r *run) generate(ctx context.Context, s step, m *Metrics) error {
	opt := r.opt.playing(s.number)
	var err, failed error
	if opt.Openings, err = r.opt.Opening.source(opt.Seed); err != nil {
		return err
	}
	settings := struct{ Iteration, Best int }{s.number, r.bestBefore(s.number)} // all else is in the run's
	rep, err := selfplay.Generate(ctx, s.gamesFile(), player(r.best), opt, settings, func(done *selfplay.Summary) {
		r.tell(Event{Iteration: s.number, Stage: Playing, Done: int64(done.Games), Total: int64(opt.Games)})
		if done.Games == opt.Games {
			failed = write(s.file(gamesName), done)
		}
	})
	*m.Played = rep.Summary
	return errors.Join(err, failed)
}

// removed removes a file that may be there.
func removed(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// source returns the book, or nil where the games draw their openings themselves.
func (o *Opening) source(seed uint64) (openings.Source, error) {
	if o.Book == "" {
		return nil, nil
	}
	b, err := openings.Open(o.Book, openings.BookOptions{Seed: seed})
	if err != nil {
		return nil, err
	}
	return b, nil
}

// shortest returns the number of half moves of the shortest opening of the games, by
// the counters of its position. Games do not tell where their opening ended.
func (o *Opening) shortest(games selfplay.Options) (int, error) {
	book, err := o.source(games.Seed)
	if book == nil || err != nil {
		return o.Plies, err
	}
	plies := math.MaxInt
	for n := range games.Games {
		opening, err := book.Opening(n)
		if err != nil {
			return 0, err
		}
		p := opening.End()
		plies = min(plies, 2*(p.FullmoveNumber()-1)+int(p.SideToMove()))
	}
	return plies, nil
}
