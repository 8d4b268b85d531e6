// Package variants is one engine whose weights change from pair to pair of a match: both players of
// a match with a [match.Tuner] are it, and take the option [Option], the path of a weights file, between
// games. An engine of this module reads the file, and so does a program that declares the option; any
// other program is built from a copy of its source with the file's weights in it, and the player
// starts that build.
//
//house:never command experiments loop
package variants

import (
	"context"
	"errors"
	"time"

	"example.org/centipawn/match/building"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// Option is the option, as of UCI, that sets a player's weights: the path of a weights file, which must
// stay as it is. "" are the weights that the engine has.
const Option = "CentipawnWeights"

// A Kind is how an engine gets other weights.
type Kind uint8

// The kinds.
const (
	Ours  Kind = iota // an engine of this module reads the file
	Live              // a program that declares Option reads it
	Built             // a program is built with the file's weights
)

// String is the kind in a word: "ours", "live", "built".
func (k Kind) String() string { return [...]string{"ours", "live", "built"}[k] }

// A Config says what engine is opened.
type Config struct {
	// Spec is who plays, with its limit. Its Command, of a source, is that of Source.Program.
	Spec entrants.Spec

	// Source is what the engine is built of, and Old the weights that it holds; nil: an engine of this module
	// or one that declares Option.
	Source *building.Source
	Old    *weights.File

	// Dir is the folder of the run, which is made and locked; a source's copy is in Dir/source, its builds
	// in Dir/builds. It is not part of the source if it lies within. Without a source it is not used.
	Dir string

	Parallel int // builds at once; 0: one for each processor
	Programs int // that a player keeps open, each with a build of its own; 0: 2

	// Stage gets what is done, a line each; At, every second, how long a build takes. Either may
	// be nil. They are called by one goroutine at a time.
	Stage func(stage, text string)
	At    func(build string, seconds int)
}

// An Engine is one whose weights change.
type Engine struct {
	Kind Kind
	Name string        // what it calls itself
	Spec entrants.Spec // as it plays with the weights that it has; of a source Command is its build
}

// Open finds out of which kind an engine is. One of a source is built with the weights that it has.
// Errors say what to pass: a program that neither declares Option nor has a source, a source
// that does not hold Old, a build that fails, with the end of its log.
//
// The caller closes the engine after the last player.
func Open(ctx context.Context, cfg Config) (*Engine, error) { return nil, errors.New("not written") }

// Close unlocks the folder.
func (e *Engine) Close() error { return nil }

// Entrants returns players of some names, as [entrants.All] does: they are tried, get UCI_Chess960
// set if the openings ask for it, and keep the rules' margin of time. Each takes [Option]; between
// games that is done before NewGame, which clears what is remembered of other weights.
//
// A setting fails, with an error that is no player's fault and names the file, where the file
// cannot be read, the engine refuses it, or the build fails; it leaves the weights as they were. The
// death of a program is the player's fault, as in [play.Play]; a fresh player has the weights of "".
func (e *Engine) Entrants(ctx context.Context, names []string, from openings.Source, margin time.Duration) ([]play.Entrant, error) {
	return nil, errors.New("not written")
}

// Prepare makes ready for weights files: builds of them are made, several at once; an engine
// without a source reads each once. A setting that is not prepared is made when it is set. The
// error is that of the first file, in their order, which cannot be used.
func (e *Engine) Prepare(ctx context.Context, paths []string) error { return errors.New("not written") }

// Check finds out, before anything is played, whether weights have an effect: some positions (FEN;
// none: a few of its own) are searched with "", which must give the same moves, scores and nodes
// twice; with the file old, which must give them too; and with the file new, clearly different, which must not.
// The error says which of these fails and what to pass. After it a source that changes is no longer
// copied again: the run is of the copy.
func (e *Engine) Check(ctx context.Context, old, new string, fens []string) error {
	return errors.New("not written")
}
