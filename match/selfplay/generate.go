package selfplay

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// JournalEnding ends the journal's name, after the name of the file.
const JournalEnding = ".journal"

// Generate plays games as [Run] does and writes them to a file, in the format that
// of its name's ending: see [Writer].
//
// Until all are played they are in a journal beside it, which no second run opens
// meanwhile. If there is one already, its games are taken and not played again;
// settings, as JSON, says whether they are of the same kind: what the search
// is made of, and the options but for number of games and threads. A report beside
// the finished file says the same of it: called again, Generate returns that report
// and changes nothing. Any other file that exists is never written over.
//
// watch, which may be nil, gets every game that was played, not those that
// are taken from the journal.
func Generate(ctx context.Context, path string, player func() (search.Searcher, error), opt Options, settings any, watch func(*Summary)) (r Report, err error) {
	if !datasets.CanWrite(path) {
		_, err := OpenWriter(path) // which says what endings there are
		return r, err
	}
	if opt.Shard != (shards.Shard{}) {
		return r, fmt.Errorf("%s: Generate plays all games, not those of shard %v: call GenerateShard", path, opt.Shard)
	}
	text, err := encode(settings)
	if err != nil {
		return r, err
	}
	j, err := openJournal(path+JournalEnding, text, func(n int, g *play.Record) error {
		if n < opt.Games {
			r.Add(g)
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	r.note(j.dropped)
	if j.games == 0 || j.games < opt.Games { // else it was killed after its last game
		done, err := load(path, text, opt.Games)
		if done != nil {
			return *done, j.leave()
		}
		if err != nil {
			return r, errors.Join(err, j.leave())
		}
	}
	r.Resumed, opt.First = r.Games, j.games
	_, err = Run(ctx, player, opt, func(_ int, g *play.Record) error {
		r.Add(g)
		if watch != nil {
			watch(&r.Summary)
		}
		return j.add(g)
	})
	if err == nil {
		err = r.write(j, path)
	}
	if err == nil {
		err = r.store(path, text)
	}
	if err != nil {
		return r, errors.Join(err, j.file.Close())
	}
	return r, j.file.Remove()
}

// note keeps what was dropped.
func (r *Report) note(dropped string) {
	if dropped != "" {
		r.Notes = append(r.Notes, dropped+"; these games are played again")
	}
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
