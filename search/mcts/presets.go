package mcts

import "math"

// preset is a search under a name.
type preset struct {
	name string
	doc  string
	opt  Options
}

// presets are the searches, the best first.
var presets = []preset{
	{"modern", "PUCT by a policy of captures, exchanges, checks and squares, quiescence at the leaves, proofs", Options{
		Selection: PUCT, Exploration: 0.35, Urgency: 0.1, ExpandVisits: 2, Order: ByPolicy, MateCheck: true,
		Simulation: Quiescence, Solver: true, Reuse: true,
	}},
	{"alphaone", "UCT with the static evaluation of the leaf itself, mates seen", Options{
		Exploration: 1, ExpandVisits: 2,
	}},
	{"lishex", "UCT or with chance ε any child, one child at a time, four random moves before the evaluation", Options{
		Exploration: 0.35, Sampling: Uniform, Epsilon: 0.5, Expansion: One, Order: Shuffled, ExpandVisits: 2,
		Simulation: Light, SimulationDepth: 4, Final: BestValue, Full: Stunt,
	}},
	{"bubot", "UCT with random games to their end", Options{
		Exploration: 1, Expansion: One, Order: Shuffled, ExpandVisits: 2, Simulation: Light, Final: BestValue,
	}},
	{"mcc-solver", "UCT with random games to their end, and proofs", Options{
		Exploration: math.Sqrt2, Expansion: One, Order: Shuffled, ExpandVisits: 2, Simulation: Light, Solver: true,
	}},
}

// Presets returns the names of the presets.
func Presets() (names []string) {
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
