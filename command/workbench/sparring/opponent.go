package sparring

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/engine"
	"example.org/centipawn/neural"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts/settings"
	"example.org/centipawn/weights"
)

// An Opponent is what plays: one of the engine's searches, with weights and a network where it asks them. Opponents
// are equal if they are the same.
type Opponent struct {
	Search  string
	Weights *weights.File
	Network *neural.Network // nil: none
}

// A Search is one of the searches, and what it asks.
type Search struct {
	Name   string `json:"name"`
	Weighs bool   `json:"weighs"` // it evaluates with weights, unless a network evaluates
	Tree   bool   `json:"tree"`   // it is a tree: it takes a network, and its moves have visits
}

// Searches returns the searches of the engine, the default first.
func Searches() (list []Search) {
	for _, name := range engine.Searches() {
		list = append(list, Search{name, engine.Weighs(name), isTree(name)})
	}
	return list
}

func isTree(search string) bool { return strings.HasPrefix(search, engine.TreePrefix) }

// The memory of an opponent, MiB.
const (
	hash       = 16
	treeMemory = "32"
)

// Check returns what is wrong with the opponent: an unknown search, or a network for one that asks none.
func (o Opponent) Check() error {
	switch {
	case o.Search != "" && !slices.Contains(engine.Searches(), o.Search):
		return fmt.Errorf("search %q: want one of %v", o.Search, engine.Searches())
	case o.Network != nil && !isTree(o.Search):
		return fmt.Errorf("search %q asks no network: choose one that begins with %s", o.Search, engine.TreePrefix)
	}
	return nil
}

// Names returns the names of what plays: the search, and the network or the weights, by their labels, if it asks them.
func (o Opponent) Names(weights, network string) []string {
	names := []string{cmp.Or(o.Search, engine.DefaultSearch)}
	switch {
	case o.Network != nil:
		names = append(names, network)
	case engine.Weighs(o.Search) && weights != "":
		names = append(names, weights)
	}
	return names
}

// Engine returns a new engine of an opponent that [Opponent.Check] finds right.
func (o Opponent) Engine() (*engine.Engine, error) {
	opt := engine.Options{
		Search: o.Search, Weights: o.Weights, Network: o.Network,
		Base: alphabeta.Options{Hash: hash, Threads: 1, MultiPV: 1},
	}
	var changes settings.Changes
	if err := changes.Set("TreeMemory", treeMemory); err != nil {
		return nil, err
	}
	opt.Tree = changes
	return engine.New(opt)
}
