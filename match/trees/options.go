package trees

import (
	"errors"
	"fmt"

	"example.org/centipawn/engine"
	"example.org/centipawn/match/play"
)

// Kind is what rows are made of.
type Kind uint8

// The kinds.
const (
	Leaves  Kind = iota // of the roots' trees
	Choices             // the legal moves of roots
	Again               // the moves of a file of choices: leaves are found again, values kept
)

// Options say what is found. Zero fields are their defaults.
type Options struct {
	Kind Kind

	// Player makes the engine that searches, which has the weights that are to be fitted; Limit
	// is what it searches of a root for leaves, and of a move for choices. The zero limit is
	// DefaultNodes nodes for leaves and, for choices, quiescence alone.
	Player func() (*engine.Engine, error)
	Limit  play.Limit

	PerTree int    // leaves of a tree; 0: DefaultPerTree
	Every   int    // one root in n, chosen by a hash of position and game; 0 and 1: all
	Seed    uint64 // of that choice

	// Label is who values positions; not used by Again.
	Label Label

	Threads int // roots at a time; 0: 1

	Inputs []string // names of the files of the roots, for messages of [Generate]; [Find] has no files
}

// The defaults.
const (
	DefaultNodes      = 2_000
	DefaultPerTree    = 16
	DefaultLabelNodes = 400
)

// filled returns the options with their defaults, or what is wrong with them.
func (o Options) filled() (Options, error) {
	if o.Kind == Leaves && o.Limit == (play.Limit{}) {
		o.Limit.Nodes = DefaultNodes
	}
	if o.PerTree == 0 {
		o.PerTree = DefaultPerTree
	}
	o.Every, o.Threads = max(o.Every, 1), max(o.Threads, 1)
	switch {
	case o.PerTree < 0:
		return o, fmt.Errorf("trees: %d leaves of a tree: want 1 or more", o.PerTree)
	case o.Limit.MoveTime != 0 || o.Limit.Time != 0 || o.Limit.Increment != 0:
		return o, fmt.Errorf("trees: limit %v: times differ from run to run: limit nodes or depth", o.Limit)
	case o.Kind != Again && o.Label.Static == nil && o.Label.By.Start == nil:
		return o, errors.New("trees: no label: give weights or a player")
	}
	if o.Limit == (play.Limit{}) {
		return o, nil // quiescence alone
	}
	return o, o.Limit.Validate()
}
