package selfplay

import (
	"context"
	"errors"

	"centipawn/datasets"
	"centipawn/match/play"
	"centipawn/search"
)

// JournalEnding is that of the journal's name, behind the name of the file.
const JournalEnding = ".journal"

// A Report says what [Generate] has done.
type Report struct {
	Summary // of all games of the file
	LeftOut

	Resumed int             `json:"resumed"` // games that were in the journal already
	Losses  []datasets.Loss `json:"losses"`  // what the file does not say of the games
}

// Generate plays games as [Run] does and writes them to a file, in the format that
// its name's ending tells: see [Writer].
//
// Until all are played they are in a journal beside it, which no second run opens
// meanwhile. If there is one already, its games are taken and not played again;
// settings, as JSON, is what tells whether they are of the same kind: what the search
// is made of, and the options but for number of games and threads. A file that exists
// is never written over.
//
// tell, which may be nil, hears of every game that was played, not of those that
// are taken from the journal.
func Generate(ctx context.Context, path string, player func() (search.Searcher, error), opt Options, settings any, tell func(*Summary)) (r Report, err error) {
	if !datasets.CanWrite(path) {
		_, err := OpenWriter(path) // which says what endings there are
		return r, err
	}
	j, err := openJournal(path+JournalEnding, settings, func(n int, g *play.Record) error {
		if n < opt.Games {
			r.Add(g)
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	r.Resumed, opt.First = r.Games, j.games
	if err := j.look(path, opt.Games); err != nil {
		return r, errors.Join(err, j.leave())
	}
	_, err = Run(ctx, player, opt, func(_ int, g *play.Record) error {
		r.Add(g)
		if tell != nil {
			tell(&r.Summary)
		}
		return j.add(g)
	})
	if err == nil {
		err = r.write(j, path)
	}
	if err != nil {
		return r, errors.Join(err, j.close())
	}
	return r, j.remove()
}

// write writes the games of a journal to a file.
func (r *Report) write(j *journal, path string) error {
	w, err := OpenWriter(path)
	if err != nil {
		return err
	}
	err = j.reread(func(n int, g *play.Record) error {
		if n >= r.Games {
			return nil
		}
		return w.Add(n, g)
	})
	if err != nil {
		return errors.Join(err, w.Discard())
	}
	err = w.Close()
	r.LeftOut, r.Losses = w.LeftOut, w.Losses()
	return err
}
