package loop

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"example.org/centipawn/datasets/finished"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// player returns what makes a search with some weights.
func (o *Options) player(f *weights.File) func() (search.Searcher, error) {
	return func() (search.Searcher, error) { return entrants.Engine(f, o.Search, o.Limit) }
}

// play plays the games of an iteration with the best weights so far.
func (r *run) play(ctx context.Context, s step, m *Metrics) error {
	if r.opt.From != nil {
		return nil
	}
	m.Played = new(selfplay.Summary)
	have, err := folder.Read(s.file(gamesName), m.Played)
	if err != nil {
		return err
	}
	if have && folder.Exists(s.gamesFile()) && folder.Exists(s.gamesFile()+finished.ReportEnding) { // its report comes last
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
	opt, err := r.games(s)
	if err != nil {
		return err
	}
	settings := struct { // all else is in the run's
		Iteration, Best int
		Program         string
	}{s.number, r.bestBefore(s.number), r.program}
	var failed error
	rep, err := selfplay.Generate(ctx, s.gamesFile(), r.opt.player(r.best), opt, settings, func(done *selfplay.Summary) {
		r.watch(Event{Iteration: s.number, Stage: Playing, Done: int64(done.Games), Total: int64(opt.Games)})
		if done.Games == opt.Games {
			failed = folder.Write(s.file(gamesName), done)
		}
	})
	*m.Played = rep.Summary
	return errors.Join(err, failed)
}

// games says what is played in an iteration, and from where.
func (r *run) games(s step) (opt selfplay.Options, err error) {
	opt = r.opt.playing(s.number, r.bestBefore(s.number))
	opt.Openings, err = r.opt.Opening.source(seedOf(r.opt.Seed, 0, forGames), (s.number-1)*opt.Games)
	return opt, err
}

// removed removes a file that may be there.
func removed(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
