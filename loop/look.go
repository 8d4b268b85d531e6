package loop

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/weights"
)

// First returns what the pieces were worth when a run began.
func First(dir string) ([]Value, error) {
	f, err := weights.Read(filepath.Join(dir, initName))
	if err != nil {
		return nil, err
	}
	return Values(f), nil
}

// WeightsFile returns the path of the weights that an iteration of a run has found. They are there once it has fitted.
func WeightsFile(dir string, iteration int) string {
	return (&run{opt: Options{Dir: dir}}).weightsOf(iteration)
}

// StartFile returns the path of the weights that a run begins with.
func StartFile(dir string) string { return filepath.Join(dir, initName) }

// GateFolder returns the folder of the match of an iteration, if there was one.
func GateFolder(dir string, iteration int) string {
	return filepath.Join(campaign.At(dir, iteration).Dir, campaign.GateDir)
}

// Look returns the metrics of the iterations of a run that have ended. Those that are known from an earlier
// look are not read again. The run may go on: nothing is locked or changed.
func Look(dir string, known []*Metrics) (done []*Metrics, err error) {
	for done = known; ; {
		m, ok, err := campaign.Metrics[Metrics](campaign.At(dir, len(done)+1))
		if err != nil {
			return nil, err
		}
		if !ok {
			return done, nil
		}
		done = append(done, m)
	}
}

// A Trace is what an iteration that has not ended has left last.
type Trace struct {
	Iteration int       `json:"iteration"`
	File      string    `json:"file"` // in the folder of the iteration
	At        time.Time `json:"at"`   // when it was written
}

// Last returns what an iteration has left last; false if it has not begun.
func Last(dir string, iteration int) (t Trace, begun bool, err error) {
	s := campaign.At(dir, iteration)
	t.Iteration = iteration
	err = filepath.WalkDir(s.Dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // not begun, or a file that was being written has another name now
			return nil
		}
		if err != nil {
			return err
		}
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		}
		begun = true
		if !entry.IsDir() && info.ModTime().After(t.At) {
			t.At = info.ModTime()
			t.File, err = filepath.Rel(s.Dir, path)
		}
		return err
	})
	return t, begun, err
}
