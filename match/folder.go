package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/resume"
)

// A folder is where a match is kept. The zero value keeps nothing.
type folder struct {
	dir     string
	lock    *disk.File
	journal *journal
	games   *gamesFile
	seconds float64 // that earlier runs have taken
}

// openFolder opens or begins the folder of a match, gives the judge what is played already, and
// returns what to close.
func openFolder(p *Plan, j *judge) (f *folder, err error) {
	f = &folder{dir: p.Dir}
	if p.Dir == "" {
		return f, nil
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.close())
			if f.games != nil {
				_ = disk.Remove(f.path(unfinished)) // it is of no use, nor in the way
			}
		}
	}()
	if err = os.MkdirAll(p.Dir, 0o755); err != nil {
		return f, err
	}
	if f.lock, err = resume.Lock(f.path("match.lock")); err != nil {
		return f, err
	}
	if err = f.overwrites(); err != nil {
		return f, err
	}
	if j.changes, err = bindSettings(f.path("match.json"), p, f.played()); err != nil {
		return f, err
	}
	if f.seconds, err = f.earlier(); err != nil {
		return f, err
	}
	return f, f.replay(p, j)
}

// unfinished is the file that becomes games.pgn once it holds what the journal has.
const unfinished = "games.pgn.new"

// replay gives the judge the games of the journal and rewrites games.pgn. Where they do not
// belong to the match, the old file stays.
func (f *folder) replay(p *Plan, j *judge) (err error) {
	if f.games, err = createGames(f.path(unfinished), p); err != nil {
		return err
	}
	j.counts = f.games.add
	f.journal, err = openJournal(f.path("games.jsonl"), func(g *Game) error {
		if _, err := f.games.translate(g); err != nil { // here, where the line is known: the game may count much later
			return err
		}
		return j.add(g)
	})
	if err != nil {
		return err
	}
	j.stand.Notes = f.journal.notes
	return f.games.rename(f.path("games.pgn"))
}

// played reports whether a game is in the journal.
func (f *folder) played() bool {
	info, err := os.Stat(f.path("games.jsonl"))
	return err == nil && info.Size() > 0
}

// earlier returns the seconds of the result that earlier runs have left, 0 if there is none.
func (f *folder) earlier() (seconds float64, err error) {
	text, err := atomicfile.ReadFile(f.path("result.json"), atomicfile.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	var r struct{ Seconds float64 }
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: not the result of a match: %w: remove it, and it is written again", f.path("result.json"), err)
	}
	return r.Seconds, nil
}

// overwrites refuses a folder that has files of a match's names and no match.json: they are
// somebody else's.
func (f *folder) overwrites() error {
	if _, err := os.Stat(f.path("match.json")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range []string{"games.pgn", "games.jsonl", "result.json"} {
		if _, err := os.Stat(f.path(name)); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, fmt.Errorf("%s: would be overwritten, and belongs to no match of this program: pass another folder", f.path(name)))
		}
	}
	return nil
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, name) }

// add keeps a finished game.
func (f *folder) add(g *Game) error {
	if f.journal == nil {
		return nil
	}
	return f.journal.add(g)
}

// finish writes the result.
func (f *folder) finish(r *Result) error {
	if f.dir == "" {
		return nil
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(f.path("result.json"), append(data, '\n'))
}

func (f *folder) close() (err error) {
	if f.journal != nil {
		err = errors.Join(err, f.journal.close())
	}
	if f.games != nil {
		err = errors.Join(err, f.games.close())
	}
	if f.lock != nil {
		err = errors.Join(err, f.lock.Close())
	}
	return err
}
