package thesis

import (
	"maps"

	"example.org/centipawn/engine"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/match/entrants"
)

// The players that others are set against.
const (
	baseline  = "MCC-Solver"
	reference = "MCC-SR"
	stockfish = "Stockfish"
)

// withTables is the variant that asks tables.
const withTables = "MCC-SR-TB"

// A variant is a player of the thesis: a preset of package mcts, and what of it is otherwise.
type variant struct {
	name    string // as the thesis has it
	preset  string
	options map[string]any
}

// variants are all of them but Stockfish.
var variants = []variant{
	{baseline, "mcc-solver", nil},
	{"MCC-Solver-5000", "mcc-solver", map[string]any{"TreeIterations": 5000}},
	{reference, "mcc-sr", nil},
	{"MCC-SR-500", "mcc-sr-k", map[string]any{"TreeIterations": 500}},
	{"MCC-SR-1000", "mcc-sr-k", map[string]any{"TreeIterations": 1000}},
	{"MCC-SR-2000", "mcc-sr-k", map[string]any{"TreeIterations": 2000}},
	{"MCC-SR-5000", "mcc-sr-k", map[string]any{"TreeIterations": 5000}},
	{"MCC-SR-PR-20", "mcc-sr-pr-p", map[string]any{"InnerChance": 200}},
	{"MCC-SR-PR-40", "mcc-sr-pr-p", map[string]any{"InnerChance": 400}},
	{"MCC-SR-PR-60", "mcc-sr-pr-p", map[string]any{"InnerChance": 600}},
	{"MCC-SR-PR-80", "mcc-sr-pr-p", map[string]any{"InnerChance": 800}},
	{"MCC-SR-32-25-R", "mcc-sr-32-25-r", nil},
	{"MCC-SR-25-15-R", "mcc-sr-25-15-r", nil},
	{"MCC-SR-15-R", "mcc-sr-15-r", nil},
	{"MCC-SR-MG", "mcc-sr-mg", nil},
	{"MCC-SR-EG", "mcc-sr-eg", nil},
	{withTables, "mcc-sr-tb", nil},
	{"MCC-SSE", "mcc-sse", nil},
}

// find returns a variant by its name, nil if there is none.
func find(name string) *variant {
	for i := range variants {
		if variants[i].name == name {
			return &variants[i]
		}
	}
	return nil
}

// searchName is the variant's name among the engine's searches.
func (v *variant) searchName() string { return engine.TreePrefix + v.preset }

// spec returns the player of a name under a budget.
func (o *Options) spec(name string, b Budget) entrants.Spec {
	if name == stockfish {
		s := o.Engine
		s.Name, s.Limit = name, b.Limit
		return s
	}
	s := o.tree(find(name))
	s.Limit = b.Limit
	return s.With("TreeCount", b.Count)
}

// tree returns a variant without a limit.
func (o *Options) tree(v *variant) entrants.Spec {
	s := entrants.Spec{Name: v.name, Search: v.searchName(), Options: map[string]any{}}
	if engine.Weighs(s.Search) {
		s.Weights = o.Weights
		s.Options["InnerNodes"] = o.Inner
		s = pool.Within(s, o.Engine)
	}
	if v.name == withTables && o.Syzygy != "" {
		s.Options["SyzygyPath"] = o.Syzygy
	}
	maps.Copy(s.Options, o.Trees)
	maps.Copy(s.Options, v.options)
	return s
}
