package improve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/blending"
)

// StateName is the file by which the folder of a run is known.
const StateName = stateName

// Folders and files of a run that others look at.
var (
	Points = filepath.Join("blend", "points")     // folder of the weights that the search has played
	Proof  = filepath.Join("blend", "proof")      // folder of the proof's match
	Found  = filepath.Join("blend", "found.json") // weights
	Blend  = filepath.Join("blend", "index.html") // page of search and proof
)

// A Standing is how far a run has come, by the files of its folder.
type Standing struct {
	Stages []*Stage         // that have begun
	Blend  *blending.Result // of search and proof; nil: they have not ended
	Holder resume.Holder    // who is at work
	At     time.Time        // when a stage last kept its time
}

// Look reads the standing of a run. It changes nothing.
func Look(dir string) (*Standing, error) {
	path := filepath.Join(dir, stateName)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	data, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	known, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := &Standing{Stages: known.Stages, At: info.ModTime()}
	if s.Holder, err = resume.Try(filepath.Join(dir, lockName)); err != nil || !s.did("blend") {
		return s, err
	}
	path = filepath.Join(dir, resultName)
	data, err = atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		s.Blend = new(blending.Result)
		err = json.Unmarshal(data, s.Blend)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// did reports whether a stage is done.
func (s *Standing) did(name string) bool {
	for _, st := range s.Stages {
		if st.Name == name {
			return st.Done
		}
	}
	return false
}

// Stage returns the stage that the run is at or was stopped in; "": all are done.
func (s *Standing) Stage() string {
	for _, st := range s.Stages {
		if !st.Done {
			return st.Name
		}
	}
	switch {
	case s.did("blend"):
		return ""
	case len(s.Stages) == 0:
		return "none yet"
	}
	return "after " + s.Stages[len(s.Stages)-1].Name
}

// Found says in words what the run has found; "": it has not ended.
func (s *Standing) Found() string {
	switch r := s.Blend; {
	case r == nil || s.Stage() != "":
		return ""
	case r.Proof == nil:
		return "nothing found"
	case r.Proof.Proven:
		return "better"
	}
	return "nothing proved"
}
