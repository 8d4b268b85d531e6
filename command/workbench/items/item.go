// Package items opens what the workbench shows: weights, data files, matrices, and the folders of fits, matches
// and runs, each recognised by its contents.
package items

import (
	"context"
	"fmt"
	"sync/atomic"

	"example.org/centipawn/neural"
	"example.org/centipawn/weights"
)

// A Kind is what an argument was recognised as.
type Kind string

// The kinds.
const (
	Weights Kind = "weights" // a weights file, or published weights by name
	Data    Kind = "data"    // positions with labels
	Matrix  Kind = "matrix"  // a design matrix
	Report  Kind = "report"  // the folder of fit -report
	Advice  Kind = "advice"  // a report of weights advise, or its folder
	Match   Kind = "match"   // the folder of a match or tournament
	Run     Kind = "run"     // the folder of a loop
	Network Kind = "network" // a network of sigmazero
	Improve Kind = "improve" // the folder of match improve

	Experiment Kind = "experiment" // the folder of an experiment
	Sigmazero  Kind = "sigmazero"  // the folder of a sigmazero run
)

// An Item is one of the things that are shown.
type Item struct {
	Label string `json:"label"` // one of a kind: requests name the item by it
	Kind  Kind   `json:"kind"`
	About string `json:"about"`          // its contents, in one line
	Time  int64  `json:"time,omitempty"` // of fitted weights: when the file was written, in milliseconds since 1970
	Read  int    `json:"read,omitempty"` // grows whenever its file is read anew

	Path  string         `json:"-"`
	File  *weights.File  `json:"-"` // of weights
	Match *FollowedMatch `json:"-"` // of a match

	Network func() (*neural.Network, error) `json:"-"` // of a network: reads it once

	iteration string // its name, if it is the weights of an iteration
	part      bool   // it is weights in the folder of an improve, which has a row of its own
	*source          // of a matrix or a data file
	pool
	gone atomic.Bool
}

// Take returns an evaluator of the item's weights; give it back with Put.
func (item *Item) Take() (*Evaluator, error) { return item.take(item.File) }

// Put gives an evaluator back.
func (item *Item) Put(e *Evaluator) { item.free.Put(e) }

// Rows returns the rows of a matrix or a data file, counted by a set.
func (item *Item) Rows(ctx context.Context, set string) (*Rows, error) {
	found, err := item.of(ctx, set)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", item.Label, err)
	}
	return found, nil
}

// HasRows reports whether the item is a matrix or a data file.
func (item *Item) HasRows() bool { return item.source != nil }

// Player returns the name of weights as a player of a match; "" for an iteration's, since they all have the same.
func (item *Item) Player() string {
	if item.iteration != "" {
		return ""
	}
	return weights.Label(item.Path)
}

// Gone reports whether the file was removed, or has changed and is another item now: nothing is kept of it then.
func (item *Item) Gone() bool { return item.gone.Load() }

// leave marks an item that is gone.
func (item *Item) leave() {
	item.gone.Store(true)
	if item.source != nil {
		item.source.gone.Store(true)
	}
}

// describe sets the item's contents.
func (item *Item) describe() {
	switch item.Kind {
	case Weights:
		item.About = fmt.Sprintf("%d weights of set %s", len(item.File.Weights()), weights.OneLine(item.File.Set))
	case Matrix:
		item.About = fmt.Sprintf("%d rows of set %s", item.matrix.Rows(), weights.OneLine(item.Set()))
	case Data:
		item.About = "positions with labels"
	case Report:
		item.About = "the report of a fit"
	case Advice:
		item.About = "what an evaluation does not know"
	case Match:
		item.About = "games between players"
	case Run:
		item.About = "a loop: games, fits, games"
	case Network:
		item.About = "values and a policy, for searches that are trees"
	case Improve:
		item.About = "an evening from games to a proof"
	case Experiment:
		item.About = "tables and pictures of an experiment"
	case Sigmazero:
		item.About = "a network that learns from games of its own"
	}
}

// Counted returns how much memory the rows take that are kept of all data files.
func (item *Item) Counted() int64 { return item.kept.Size() }

// HasPage reports whether commands write a page into folders of the item's kind that the workbench has no own page for.
func (item *Item) HasPage() bool {
	return item.Kind == Improve || item.Kind == Experiment || item.Kind == Sigmazero
}

// OfRun reports whether the item is weights that a run has made on its way: an iteration's, or in the folder of an improve.
func (item *Item) OfRun() bool { return item.iteration != "" || item.part }
