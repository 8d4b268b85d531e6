package prove

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"example.org/centipawn/match/building"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// A Run is the builds of one engine with old and new weights.
type Run struct {
	Dir      string         // the folder of the run
	Source   string         // the engine's folder, which is copied
	Texts    []source.Code  // the files that hold weights, within Source
	Options  source.Options // how they are read
	Old, New *weights.File
	Build    string // the command, for the shell, in the copy's folder
	Program  string // what it makes: a path within Source
	Twice    bool   // build the old weights, too

	Grace time.Duration // that a build which is stopped has to end before it is killed; 0: 5 s

	// Stage gets what is done, a line each; At, every second, how long a build takes. Either
	// may be nil.
	Stage func(stage, text string)
	At    func(build string, seconds int)

	files building.Files
	state state
}

// The sides of a match, and the names of their folders.
const (
	New = "new"
	Old = "old"
)

// failed names the stage of an error.
func failed(stage string, err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: stopped; the same command goes on: %w", stage, err)
	}
	return fmt.Errorf("%s: %w", stage, err)
}

func (r *Run) sides() []string {
	if r.Twice {
		return []string{New, Old}
	}
	return []string{New}
}

// Command is the program of a side.
func (r *Run) Command(side string) string { return filepath.Join(r.Dir, side, r.Program) }

// Match is the folder of the match.
func (r *Run) Match() string { return filepath.Join(r.Dir, "match") }

// source is what both sides are built of.
func (r *Run) source() *building.Source {
	return &building.Source{Folder: r.Source, Texts: r.Texts, Options: r.Options, Command: r.Build, Program: r.Program, Grace: r.Grace}
}

func (r *Run) say(stage, text string) {
	if r.Stage != nil {
		r.Stage(stage, text)
	}
}

// state is the content of prove.json.
type state struct {
	Write writeInputs `json:"write"` // what the copies are made of
	Build buildInputs `json:"build"`
	Done  []string    `json:"done"` // stages, each with its side
}

type writeInputs struct {
	New     string            `json:"new"` // SHA-256
	Old     string            `json:"old"`
	Into    []string          `json:"into"`
	Reading string            `json:"reading"` // of the options, names among them
	Files   map[string]string `json:"files"`   // the source's
}

type buildInputs struct {
	Command string `json:"command"`
	Program string `json:"program"`
}

// The stages that are done.
const (
	written = "written"
	built   = "built"
)

func (s *state) done(stage, side string) bool { return slices.Contains(s.Done, stage+" "+side) }
