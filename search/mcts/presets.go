package mcts

import "math"

// preset is a search under a name.
type preset struct {
	name string
	doc  string
	opt  Options
}

// presets are the searches, the best first.
var presets = append([]preset{
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
	{"sigmazero", "PUCT as AlphaZero's, by the policy and the value of a network", sigmazero(Options{
		Exploration: 0.625, Urgency: 0.1, Order: ByPolicy, Reuse: true,
	})},
	{"alphaone-published", "as its program was: no mate is seen, a random child is valued, values in pawns", Options{
		Exploration: 1, Faults: BlindToMate | BlindToDraws | RandomChild | Pawns,
	}},
	{"lishex-published", "as its program was: a generator at every level, no draws, means over n + 1", Options{
		Exploration: 0.35, Sampling: Opened, Epsilon: 0.5, Expansion: One, Order: Shuffled,
		Simulation: Light, SimulationDepth: 4, Final: BestValue, Full: Stunt, Faults: BlindToDraws | PlusOne | Reseeding,
	}},
	{"bubot-published", "as it was printed: Black chooses what is best for White, a draw is half of White's win", Options{
		Exploration: 1, Expansion: One, Order: Shuffled, Simulation: Light, Final: BestValue, Most: 30, Faults: WhitesView | HalfDraws,
	}},
	{"sigmazero-published", "as its program was: the policy multiplied by noise at every visit of the root, means over n + 1, no draws", sigmazero(Options{
		Exploration: 1, GrowthBase: 20_000, Faults: BlindToDraws | PlusOne | MultipliedNoise,
	})},
}, thesis()...)

// sigmazero returns the parts that both of SigmaZero's searches have. Its constants are those of values
// from -1 to 1; for those from 0 to 1 the bonus is half.
func sigmazero(o Options) Options {
	o.Selection, o.Growth = PUCT, 0.5
	return o
}

// innerNodes is what each inner search of the thesis's presets may spend. The thesis says "according
// to the time left"; its table 16 has 78 searches an iteration, an iteration in 61 ms.
const innerNodes = 200

// thesis returns the variants of A. Sadybakasov's thesis: mcc-solver with the moves of another
// search in its simulations, or first in its expansions.
func thesis() (list []preset) {
	add := func(name, doc string, set func(o *Options)) {
		o := Options{
			Exploration: math.Sqrt2, Expansion: One, Order: Shuffled, ExpandVisits: 2, Simulation: Informed, Solver: true,
			Inner: Inner{Nodes: innerNodes, Chance: 1},
		}
		set(&o)
		list = append(list, preset{name, doc, o})
	}
	add("mcc-sr", "mcc-solver with all moves of its games from another search", func(*Options) {})
	add("mcc-sr-k", "the same, 1,000 iterations at most", func(o *Options) { o.Most = 1000 })
	add("mcc-sr-pr-p", "the same with chance 0.8, else a random move", func(o *Options) { o.Inner.Chance = 0.8 })
	add("mcc-sr-32-25-r", "the same with more than 25 pieces and pawns on the board", func(o *Options) { o.Inner.Fewest = 26 })
	add("mcc-sr-25-15-r", "the same with 15 to 25", func(o *Options) { o.Inner.Fewest, o.Inner.Most = 15, 25 })
	add("mcc-sr-15-r", "the same with less than 15", func(o *Options) { o.Inner.Most = 14 })
	add("mcc-sr-mg", "the same in the middlegame", func(o *Options) { o.Inner.Phase = Middlegame })
	add("mcc-sr-eg", "the same in the endgame", func(o *Options) { o.Inner.Phase = Endgame })
	add("mcc-sr-tb", "the same, and a game ends where tables know how", func(o *Options) { o.Gate = TablesInRollouts })
	add("mcc-sse", "mcc-solver with the other search's move opened first", func(o *Options) { o.Simulation, o.Order, o.Inner.Chance = Light, ByInner, 0 })
	return list
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
