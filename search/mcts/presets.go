package mcts

import (
	"math"
	"sync/atomic"
)

// preset is a search under a name.
type preset struct {
	name string
	doc  string
	opt  Options
}

// presets are the searches, the best first.
var presets = []preset{
	{"modern", "PUCT by a fitted policy, quiescence at the leaves, proofs", Options{
		Selection: PUCT, Exploration: 0.7, Urgency: 0.1, ExpandVisits: 2, Order: ByPolicy, MateCheck: MateInTwo, CheckShare: 0.01, Growth: 1,
		Simulation: Quiescence, Solver: true, Reuse: true,
	}},
	{"alphaone", "UCT with the static evaluation of the leaf itself, mates seen", Options{
		Exploration: 0.14, ExpandVisits: 2, // c = 1 of the paper, whose values are in pawns, each 0.14 of an expected score
	}},
	{"lishex", "UCT of the children opened, or with chance 1 − ε another one opened, four random moves before the evaluation", Options{
		Exploration: 0.35, Sampling: Opened, Epsilon: 0.5, Expansion: One, Order: Shuffled, ExpandVisits: 2,
		Simulation: Light, SimulationDepth: 4, Final: BestValue, Full: Stunt,
	}},
	{"bubot", "UCT with random games to their end", Options{
		Exploration: 1, Expansion: One, Order: Shuffled, ExpandVisits: 2, Simulation: Light, Final: BestValue,
	}},
	{"mcc-solver", "UCT with random games to their end, and proofs", Options{
		Exploration: math.Sqrt2, Expansion: One, Order: Shuffled, ExpandVisits: 2, Simulation: Light, Solver: true,
	}},
	{"sigmazero", "PUCT as AlphaZero's, by the policy and the value of a network", Options{
		Selection: PUCT, Exploration: 0.625, Urgency: 0.1, Order: ByPolicy, Reuse: true,
		Growth: 0.5, // AlphaZero's constants are those of values from -1 to 1: for values from 0 to 1 the bonus is half
	}},
}

// listed is whether the names were read: a preset that comes later would be in no list.
var listed atomic.Bool

// Register adds a preset of another package, such as one that keeps the faults of a published program. Doc says in
// a line what it is. Call it in an init function: it panics after [Presets] was called, and if there is one of that
// name.
func Register(name, doc string, opt Options) {
	if _, taken := Preset(name); taken {
		panic("mcts: preset " + name + " is registered twice")
	}
	if listed.Load() {
		panic("mcts: preset " + name + " is registered after the presets were listed: register it in an init function")
	}
	presets = append(presets, preset{name, doc, opt})
}

// Presets returns the names of the presets.
func Presets() (names []string) {
	listed.Store(true)
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

// Preset returns the parts of a preset, and whether there is one of that name.
func Preset(name string) (Options, bool) {
	for _, p := range presets {
		if p.name == name {
			return p.opt, true
		}
	}
	return Options{}, false
}
