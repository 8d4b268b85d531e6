package loop

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"centipawn/atomicfile"
	"centipawn/datasets/input"
	"centipawn/resume"
	"centipawn/weights"
)

// The files of a run's folder.
const (
	settingsName = "run.json"
	initName     = "init.json"
	bestName     = "best.json"
	predictName  = "regret.cache" // what was answered for predictions
	lockName     = "run.lock"     // held as long as a run is at work; it stays
)

// settings are what the bytes of a run depend on: all options but the number of
// iterations and of threads.
type settings struct {
	Format    string   `json:"format"`
	Set       string   `json:"set"`
	SetHash   string   `json:"set_hash"`
	Init      string   `json:"init"` // base name of a file
	InitSum   string   `json:"init_sha256,omitempty"`
	From      []string `json:"from,omitempty"` // base names and hashes
	Games     int      `json:"games"`
	Limit     string   `json:"limit"`
	Search    string   `json:"search,omitempty"` // none: the default
	Opening   Opening  `json:"opening"`
	Rules     any      `json:"rules"`
	Scores    int      `json:"scores_from"`
	PerGame   int      `json:"per_game"`
	Quiet     string   `json:"quiet"`
	Bound     int      `json:"quiet_bound"`
	Window    int      `json:"window"`
	Balance   string   `json:"balance"`
	Method    string   `json:"method"`
	K         float64  `json:"k"`
	Freeze    []string `json:"freeze"`
	PriorRows float64  `json:"prior_rows"`
	Share     float64  `json:"test_share"`
	Gate      any      `json:"gate"`
	GatePairs int      `json:"gate_pairs"`
	Seed      uint64   `json:"seed"`
	Predict   int      `json:"predict,omitempty"`

	Objectives []string        `json:"objectives,omitempty"` // none: results
	Lambda     float64         `json:"lambda,omitempty"`
	Trees      *lessonSettings `json:"trees,omitempty"`
	Choice     *lessonSettings `json:"choice,omitempty"`
}

// settingsFormat changes with what a run means.
const settingsFormat = "centipawn loop 2"

func settingsOf(o *Options) (s settings, err error) {
	s = settings{
		Format: settingsFormat, Set: o.Set.Name(), SetHash: o.Set.Hash(), Init: filepath.Base(o.Init),
		Games: o.Games, Limit: o.Limit.String(), Search: o.Search, Opening: o.Opening, Rules: o.Rules, Scores: o.ScoresFrom, PerGame: o.PerGame,
		Quiet: o.Quiet.String(), Bound: o.Bound, Window: o.Window, Balance: o.Balance.String(), Method: o.Method.String(),
		K: o.K, Freeze: o.Freeze, PriorRows: o.PriorRows, Share: o.Share, GatePairs: o.GatePairs, Seed: o.Seed, Predict: o.Predict,
	}
	if err := s.add(o); err != nil {
		return s, err
	}
	if o.Gate != nil {
		s.Gate = o.Gate.WithDefaults()
	}
	if weights.IsFile(o.Init) {
		if s.InitSum, err = input.HashFile(o.Init); err != nil {
			return s, err
		}
	}
	for _, name := range o.From {
		sum, err := input.HashFile(name)
		if err != nil {
			return s, err
		}
		s.From = append(s.From, filepath.Base(name)+" "+sum)
	}
	if o.Opening.Book != "" {
		sum, err := input.HashFile(o.Opening.Book)
		if err != nil {
			return s, err
		}
		s.Opening.Book = filepath.Base(o.Opening.Book) + " " + sum
	}
	return s, nil
}

// open makes the folder of a run, or enters that of a run of the same options, or of one
// that came to nothing. Until the lock is closed no other run enters it.
func open(o *Options) (lock io.Closer, err error) {
	s, err := settingsOf(o)
	if err != nil {
		return nil, err
	}
	here, err := encode(s)
	if err != nil {
		return nil, err
	}
	if err := enter(o.Dir); err != nil {
		return nil, err
	}
	lock, err = resume.Open(filepath.Join(o.Dir, lockName), 0)
	if err != nil {
		return nil, err
	}
	if err = bind(o.Dir, here); err == nil {
		err = sweep(o.Dir)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// enter makes the folder; one with something in it that is no run's is refused. Of a run
// that was killed before it had settings there are the lock and what was to become them.
func enter(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil || exists(filepath.Join(dir, settingsName)) {
		return err
	}
	for _, entry := range list {
		if name := entry.Name(); name != lockName && !(partial(name) && strings.HasPrefix(name, settingsName)) {
			return fmt.Errorf("%s: it holds %s and no %s, so it is not the folder of a run: pass another", dir, name, settingsName)
		}
	}
	return nil
}

// bind writes the settings of a run, or refuses others than those of the results that
// are there.
func bind(dir string, here []byte) error {
	path := filepath.Join(dir, settingsName)
	there, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	list, unreadable := resume.Differences(there, here)
	if unreadable == nil && len(list) == 0 {
		return nil
	}
	kept, err := holdsResults(dir)
	switch {
	case err != nil:
		return err
	case !kept:
		return atomicfile.Write(path, here)
	case unreadable != nil:
		return fmt.Errorf("%s: its settings cannot be read: %w", path, unreadable)
	}
	return fmt.Errorf("%s: the run here has other settings: %s: pass those, or another folder", path, strings.Join(list, "; "))
}

// holdsResults reports whether a run has got as far as to anything of an iteration.
func holdsResults(dir string) (kept bool, err error) {
	beginnings := []string{filepath.Join(dir, settingsName), filepath.Join(dir, initName), filepath.Join(dir, lockName)}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		kept = kept || err == nil && !entry.IsDir() && !partial(path) && !slices.Contains(beginnings, path)
		return err
	})
	return kept, err
}

// partial reports whether a file was being written when a run was killed.
func partial(name string) bool { return strings.HasSuffix(name, ".partial") }

// sweep removes what a killed run was writing.
func sweep(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && partial(entry.Name()) {
			err = os.Remove(path)
		}
		return err
	})
}

// encode returns JSON for a person, too.
func encode(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}

// write writes a value as JSON.
func write(path string, v any) error {
	text, err := encode(v)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, text)
}

// read reads what [write] wrote; ok is false if there is nothing.
func read(path string, into any) (ok bool, err error) {
	text, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: remove it to have it made again", path, err)
	}
	return err == nil, err
}

// exists reports whether a file is there.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
