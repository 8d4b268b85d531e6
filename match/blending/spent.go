package blending

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/match"
)

// spentName is the file of what a run has spent.
const spentName = "blend.json"

// spent is what a run has spent: a run that goes on has the rest of its time, and one that has ended ends again.
type spent struct {
	Search float64 `json:"search_seconds"`
	Pairs  int     `json:"pairs"` // of the search when its time was over; 0: it is not
	Proof  float64 `json:"proof_seconds"`

	path string
}

// readSpent reads the file in a folder; without one nothing is spent.
func readSpent(dir string) (*spent, error) {
	s := &spent{path: filepath.Join(dir, spentName)}
	data, err := atomicfile.ReadFile(s.path, atomicfile.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(data, s)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: what the run has spent is not known: %w: pass another folder", s.path, err)
	}
	return s, nil
}

// write writes the file. A run without it goes on, and has its time once more.
func (s *spent) write() {
	if data, err := json.Marshal(s); err == nil {
		_ = atomicfile.Write(s.path, append(data, '\n'))
	}
}

// searched returns what ends a search: the end of a block after its time, or where an earlier run has ended it.
func (s *spent) searched(limit time.Duration, t *Tuner) func(*match.Progress) bool {
	if limit == 0 {
		return nil
	}
	before, began := s.Search, time.Now()
	return func(*match.Progress) bool {
		switch {
		case s.Pairs > 0:
			return t.Taken() >= s.Pairs
		case !t.Between():
			return false
		}
		s.Search = before + time.Since(began).Seconds()
		if over := s.Search >= limit.Seconds(); over {
			s.Pairs = t.Taken()
		}
		s.write()
		return s.Pairs > 0
	}
}

// writeEvery is how often a proof says what it has spent.
const writeEvery = 10 // seconds

// proved returns what ends a proof: its time.
func (s *spent) proved(limit time.Duration) func(*match.Progress) bool {
	if limit == 0 {
		return nil
	}
	before, began, written := s.Proof, time.Now(), s.Proof
	return func(*match.Progress) bool {
		s.Proof = before + time.Since(began).Seconds()
		over := s.Proof >= limit.Seconds()
		if over || s.Proof >= written+writeEvery {
			written = s.Proof
			s.write()
		}
		return over
	}
}
