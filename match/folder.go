package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"centipawn/atomicfile"
)

// A folder is where a match is kept. Its zero value keeps nothing.
type folder struct {
	dir     string
	lock    *os.File
	journal *journal
	games   *gamesFile
	changes []string // of settings that may change
}

// openFolder opens or begins the folder of a match, gives the judge what is played already, and returns what to close.
func openFolder(p *Plan, j *judge) (f *folder, err error) {
	f = &folder{dir: p.Dir}
	if p.Dir == "" {
		return f, nil
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.close())
		}
	}()
	if err = os.MkdirAll(p.Dir, 0o755); err != nil {
		return f, err
	}
	if f.lock, err = lockFile(f.path("match.lock")); err != nil {
		return f, err
	}
	if err = f.overwrites(); err != nil {
		return f, err
	}
	if f.changes, err = bindSettings(f.path("match.json"), p); err != nil {
		return f, err
	}
	if f.games, err = createGames(f.path("games.pgn"), p); err != nil {
		return f, err
	}
	j.counts = f.games.add
	f.journal, err = openJournal(f.path("games.jsonl"), j.add)
	return f, err
}

// overwrites refuses a folder that has files of a match's names and no match.json: they are somebody else's.
func (f *folder) overwrites() error {
	if _, err := os.Stat(f.path("match.json")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range []string{"games.pgn", "games.jsonl", "result.json"} {
		if _, err := os.Stat(f.path(name)); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, fmt.Errorf("%s: would be overwritten, and is of no match that is kept here: pass another folder", f.path(name)))
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
