package engines

import (
	"math"

	"example.org/centipawn/search/mcts"
)

// preset is a tree search under a name.
type preset struct {
	name, doc string
	opt       mcts.Options
}

// published are the searches of papers' programs, with their faults.
var published = []preset{
	{"alphaone-published", "as its program was: no mate is seen, a random child is valued, values in pawns", mcts.Options{
		Exploration: 1, Faults: mcts.BlindToMate | mcts.BlindToDraws | mcts.RandomChild | mcts.Pawns,
	}},
	{"lishex-published", "as its program was: a generator at every level, no draws, means over n + 1", mcts.Options{
		Exploration: 0.35, Sampling: mcts.Opened, Epsilon: 0.5, Expansion: mcts.One, Order: mcts.Shuffled,
		Simulation: mcts.Light, SimulationDepth: 4, Final: mcts.BestValue, Full: mcts.Stunt, Faults: mcts.BlindToDraws | mcts.PlusOne | mcts.Reseeding,
	}},
	{"bubot-published", "as it was printed: Black chooses what is best for White, a draw is half of White's win", mcts.Options{
		Exploration: 1, Expansion: mcts.One, Order: mcts.Shuffled, Simulation: mcts.Light, Final: mcts.BestValue, Most: 30, Faults: mcts.WhitesView | mcts.HalfDraws,
	}},
	{"sigmazero-published", "as its program was: the policy multiplied by noise at every visit of the root, means over n + 1, no draws", mcts.Options{
		Selection: mcts.PUCT, Exploration: 1, Growth: 0.5, GrowthBase: 20_000, Faults: mcts.BlindToDraws | mcts.PlusOne | mcts.MultipliedNoise,
	}},
	{"sigmazero-printed", "as its text prints the formula: a move's bonus is noise that is drawn at every visit", mcts.Options{
		Selection: mcts.PUCT, Exploration: 1, Faults: mcts.BlindToDraws | mcts.PlusOne | mcts.PrintedBonus,
	}},
}

// bubotNodes is what BUBot's engine may spend on a move of its games. The paper does not say what it had.
const bubotNodes = 50

// bubot returns the other programs of the BUBot paper: with the backup as printed, and with an engine's games,
// corrected and as the rollout is printed.
func bubot() []preset {
	tree := mcts.Options{Exploration: 1, Expansion: mcts.One, Order: mcts.Shuffled, Simulation: mcts.Light, Final: mcts.BestValue}
	backup, games := tree, tree
	backup.Most, backup.Faults = 30, mcts.WhitesView|mcts.HalfDraws|mcts.RootBackup
	games.Simulation, games.Inner = mcts.Informed, mcts.Inner{Nodes: bubotNodes, Chance: 1}
	rollout := games
	games.ExpandVisits = 2
	rollout.Most, rollout.Faults = 30, mcts.WhitesView|mcts.HalfDraws|mcts.FirstMoveOnly
	return []preset{
		{"bubot-rollout", "bubot with all moves of its games from another search", games},
		{"bubot-rollout-published", "as its rollout was printed: only the first move of a game is the other search's", rollout},
		{"bubot-backup-published", "as its backup was printed: nothing is learnt about any move, a random one is played", backup},
	}
}

// innerNodes is what each inner search of the thesis's presets may spend. The thesis says "according
// to the time left"; its table 16 has 78 searches an iteration, an iteration in 61 ms.
const innerNodes = 200

// thesis returns the variants of A. Sadybakasov's thesis: mcc-solver with the moves of another
// search in its simulations, or first in its expansions.
func thesis() (list []preset) {
	add := func(name, doc string, set func(o *mcts.Options)) {
		o := mcts.Options{
			Exploration: math.Sqrt2, Expansion: mcts.One, Order: mcts.Shuffled, ExpandVisits: 2, Simulation: mcts.Informed, Solver: true,
			Inner: mcts.Inner{Nodes: innerNodes, Chance: 1},
		}
		set(&o)
		list = append(list, preset{name, doc, o})
	}
	add("mcc-sr", "mcc-solver with all moves of its games from another search", func(*mcts.Options) {})
	add("mcc-sr-k", "the same, 1,000 iterations at most", func(o *mcts.Options) { o.Most = 1000 })
	add("mcc-sr-pr-p", "the same with chance 0.8, else a random move", func(o *mcts.Options) { o.Inner.Chance = 0.8 })
	add("mcc-sr-32-25-r", "the same with more than 25 pieces and pawns on the board", func(o *mcts.Options) { o.Inner.Fewest = 26 })
	add("mcc-sr-25-15-r", "the same with 15 to 25", func(o *mcts.Options) { o.Inner.Fewest, o.Inner.Most = 15, 25 })
	add("mcc-sr-15-r", "the same with less than 15", func(o *mcts.Options) { o.Inner.Most = 14 })
	add("mcc-sr-mg", "the same in the middlegame", func(o *mcts.Options) { o.Inner.Phase = mcts.Middlegame })
	add("mcc-sr-eg", "the same in the endgame", func(o *mcts.Options) { o.Inner.Phase = mcts.Endgame })
	add("mcc-sr-tb", "the same, and a game ends where tables know how", func(o *mcts.Options) { o.Gate = mcts.TablesInRollouts })
	add("mcc-sse", "mcc-solver with the other search's move opened first", func(o *mcts.Options) { o.Simulation, o.Order, o.Inner.Chance = mcts.Light, mcts.ByInner, 0 })
	add("mcc-sr-pr-p-published", "mcc-sr-pr-p as its algorithm was printed: p is hit once in a hundred", func(o *mcts.Options) { o.Inner.Chance = 0.01 })
	add("mcc-sr-tb-published", "mcc-sr-tb as the text has it: tables if the root has fewer than eight pieces", func(o *mcts.Options) { o.Gate, o.Faults = mcts.TablesInRollouts, mcts.TablesByRoot })
	add("mcc-sse-published", "mcc-sse as its algorithm was printed: the other search's move is the only one", func(o *mcts.Options) {
		o.Simulation, o.Order, o.Inner.Chance, o.Sampling, o.Epsilon = mcts.Light, mcts.ByInner, 0, mcts.Opened, 1
	})
	return list
}
