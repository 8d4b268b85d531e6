package improve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
)

// stateName is the file of what a run has done.
const stateName = "improve.json"

// Format is that of improve.json.
const Format = "centipawn improve 1"

// A Stage is a part of an evening.
type Stage struct {
	Name    string  `json:"name"`
	Command string  `json:"command"` // that does the same alone, but for the first stage
	Seconds float64 `json:"seconds"` // so far, over all calls
	Done    bool    `json:"done"`    // it is not done again
}

// commandLine is a command as a shell takes it.
func commandLine(words []string) string {
	var list []string
	for _, w := range words {
		list = append(list, cli.Quote(w))
	}
	return strings.Join(list, " ")
}

// A state is what a run has done.
type state struct {
	Format  string   `json:"format"`
	Options *options `json:"options"`
	Player  string   `json:"player,omitempty"` // with the old weights
	Search  float64  `json:"search_seconds,omitempty"`
	Proof   float64  `json:"proof_seconds,omitempty"` // both as the blend may take
	Stages  []*Stage `json:"stages"`

	path string
	mu   sync.Mutex // of seconds and player while a stage runs
}

// takenBy are the stages of which an option changes what comes out, by its name in improve.json. All stages take the others.
var takenBy = map[string][]string{
	"teacher": {"labels", "scored", "trace", "directions"}, "trace": {"trace", "directions"}, "parity": {"directions"}, "tempo": {"directions"},
}

// openState reads the state of a run, or begins one. One of other options is refused once a stage that takes them is done:
// until then what was passed wrong may be corrected.
func openState(o *options) (*state, error) {
	s := &state{Format: Format, Options: o, path: filepath.Join(o.dir, stateName)}
	data, err := atomicfile.ReadFile(s.path, atomicfile.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return s, s.write()
	}
	if err != nil {
		return nil, err
	}
	known, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: pass another -o", s.path, err)
	}
	if !slices.ContainsFunc(known.Stages, func(st *Stage) bool { return st.Done }) {
		return s, s.write()
	}
	list, err := taken(known.Options, known.Stages, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	if len(list) > 0 {
		return nil, fmt.Errorf("%s is a run of other settings: %s: pass the same, or another -o", o.dir, strings.Join(list, "; "))
	}
	s.Options = nil // not to read the old ones into o
	err = json.Unmarshal(data, s)
	s.Options = o
	return s, err
}

// A stored is what improve.json says of a run, its options as they were written.
type stored struct {
	Format  string          `json:"format"`
	Options json.RawMessage `json:"options"`
	Stages  []*Stage        `json:"stages"`
}

// parse reads improve.json. The folder may come from elsewhere.
func parse(data []byte) (*stored, error) {
	s := new(stored)
	if err := json.Unmarshal(data, s); err != nil || s.Format != Format || slices.Contains(s.Stages, nil) {
		return nil, errors.New("not a run of this version of match improve")
	}
	return s, nil
}

// taken lists the options of a run that now are others, but for those that no stage has taken yet.
func taken(options json.RawMessage, stages []*Stage, o *options) ([]string, error) {
	now, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	changed, err := resume.Differences(options, now)
	return slices.DeleteFunc(changed, func(difference string) bool {
		by, later := takenBy[difference[:strings.IndexAny(difference, ".:")]] // a list's are tempo.1, tempo.2
		return later && !slices.ContainsFunc(stages, func(st *Stage) bool { return st.Done && slices.Contains(by, st.Name) })
	}), err
}

func (s *state) write() error {
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return atomicfile.Write(s.path, append(data, '\n'))
}

// stage returns the stage of a name, a new one if there is none.
func (s *state) stage(name string) *Stage {
	for _, st := range s.Stages {
		if st.Name == name {
			return st
		}
	}
	s.Stages = append(s.Stages, &Stage{Name: name})
	return s.Stages[len(s.Stages)-1]
}

// did reports whether a stage is done.
func (s *state) did(name string) bool {
	return slices.ContainsFunc(s.Stages, func(st *Stage) bool { return st.Name == name && st.Done })
}

// seconds are those of all stages.
func (s *state) seconds() (sum float64) {
	for _, st := range s.Stages {
		sum += st.Seconds
	}
	return sum
}

// writeEvery is how often a stage that runs keeps its time: a run that is killed loses no more of it.
var writeEvery = 5 * time.Second // a variable for tests

// clock counts the time of a stage until the returned function is called; tick is called now and then, by a goroutine of
// the clock.
func (s *state) clock(st *Stage, tick func()) (stop func() error) {
	began, before := time.Now(), st.Seconds
	keep := func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		st.Seconds = before + time.Since(began).Seconds()
		return s.write()
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			case <-time.After(writeEvery):
				_ = keep() // a run without it counts the time once more
				tick()
			}
		}
	}()
	return func() error {
		close(end)
		<-ended
		return keep()
	}
}
