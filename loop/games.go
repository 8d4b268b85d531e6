package loop

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"example.org/centipawn/datasets/finished"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
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
	have, err := folder.Read(s.File(gamesName), m.Played)
	if err != nil {
		return err
	}
	if have && folder.Exists(s.gamesFile()) && folder.Exists(s.gamesFile()+finished.ReportEnding) { // its report comes last
		return removed(s.gamesFile() + selfplay.JournalEnding)
	}
	if err := removed(s.gamesFile()); err != nil { // its content is unknown
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
	}{s.Number, r.bestBefore(s.Number), r.program}
	var failed error
	rep, err := selfplay.Generate(ctx, s.gamesFile(), r.opt.player(r.best), opt, settings, func(done *selfplay.Summary) {
		r.watch(Event{Iteration: s.Number, Stage: Playing, Done: int64(done.Games), Total: int64(opt.Games)})
		if done.Games == opt.Games {
			failed = folder.Write(s.File(gamesName), done)
		}
	})
	*m.Played = rep.Summary
	return errors.Join(err, failed)
}

// games says what is played in an iteration, and from where.
func (r *run) games(s step) (opt selfplay.Options, err error) {
	opt = r.opt.playing(s.Number, r.bestBefore(s.Number))
	opt.Openings, err = r.opt.Opening.source(campaign.Seed(r.opt.Seed, 0, forGames), (s.Number-1)*opt.Games)
	return opt, err
}

// playing says what games are played in an iteration, 1 being the first, with the
// weights of an earlier one.
func (o *Options) playing(iteration, best int) selfplay.Options {
	rules := o.Rules
	if o.ScoresFrom < 0 || best+1 < o.ScoresFrom {
		rules = selfplay.MateRules()
		rules.MaxPlies = o.Rules.MaxPlies
	}
	return selfplay.Options{
		Games: o.Games, Limit: o.Limit, Rules: rules, Threads: o.Threads,
		Seed: campaign.Seed(o.Seed, iteration, forGames), Plies: o.Opening.Plies, Balance: o.Opening.Balance,
	}
}

// removed removes a file that may be there.
func removed(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
