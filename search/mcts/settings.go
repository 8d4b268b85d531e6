package mcts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"centipawn/enum"
)

// A Setting is a part of a search, or a number of one, under the name by which users set it.
type Setting struct {
	Name     string
	Doc      string   // what it is, its unit and its source
	Values   []string // of one that is chosen by name, the first "preset"
	Min, Max int      // of a number. Below 0 it is the preset's
	set      func(o *Options, value int)
}

// AsPreset is the default of every setting: what the preset says, as a name and as a number.
const AsPreset, presetNumber = "preset", -1

var settings = []Setting{
	number("TreeMemory", 1, 1<<16, "MiB of the tree", func(o *Options, n int) { o.Memory = n }),
	number("TreeSeed", 0, 1<<30, "seed of the random numbers", func(o *Options, n int) { o.Seed = uint64(n) }),
	choice("TreeValue", valueNames, "what an evaluation is worth: by K, or by the weights' model of wins, draws and losses", func(o *Options, n int) { o.Value = Value(n) }),
	choice("TreeSelection", selectionNames, "how a child is selected: Kocsis and Szepesvári 2006, Auer et al. 2002, Rosin 2011", func(o *Options, n int) { o.Selection = Selection(n) }),
	number("TreeExploration", 0, 10_000, "c in thousandths, for values from 0 to 1", func(o *Options, n int) { o.Exploration = thousandths(n) }),
	number("TreeGrowth", 0, 10_000, "PUCT: growth of c by ln(1 + N/base) in thousandths: Silver et al. 2018", func(o *Options, n int) { o.Growth = thousandths(n) }),
	number("TreeGrowthBase", 1, 1<<30, "that base, AlphaZero's C_base", func(o *Options, n int) { o.GrowthBase = float64(n) }),
	number("TreeUrgency", 0, 2000, "PUCT: an unvisited move is worth its parent's mean less this in thousandths: Leela Chess Zero", func(o *Options, n int) { o.Urgency = thousandths(n) }),
	choice("TreeSampling", samplingNames, "which child is taken at times in place of the selected one, opened: in place of a new one, Lishex", func(o *Options, n int) { o.Sampling = Sampling(n) }),
	number("TreeEpsilon", 0, 1000, "how often, in thousandths: Lishex", func(o *Options, n int) { o.Epsilon = thousandths(n) }),
	choice("TreeExpansion", expansionNames, "how many children a visit opens", func(o *Options, n int) { o.Expansion = Expansion(n) }),
	number("TreeExpandVisits", 1, 10_000, "the visit that expands a node: Coulom 2006", func(o *Options, n int) { o.ExpandVisits = n }),
	choice("TreeOrder", orderNames, "order in which children are opened", func(o *Options, n int) { o.Order = Order(n) }),
	choice("TreePriors", priorsNames, "whose policy moves are given priors by", func(o *Options, n int) { o.Priors = Priors(n) }),
	number("TreeTemperature", 1, 100_000, "of policy and of sampling by evaluation, in thousandths", func(o *Options, n int) { o.Temperature = thousandths(n) }),
	number("TreeCheckShare", 0, 1000, "share of the policy, in thousandths, that a move giving check has at least", func(o *Options, n int) { o.CheckShare = thousandths(n) }),
	choice("TreeMateCheck", mateNames, "which mates are seen at the first visit of a leaf: in one move, in two of which the first is a check", func(o *Options, n int) { o.MateCheck = MateCheck(n) }),
	number("TreeNoise", 0, 1000, "share of the root's policy, in thousandths, that is drawn anew for each search: AlphaZero's ε, for games of self-play", func(o *Options, n int) { o.Noise = thousandths(n) }),
	number("TreeNoiseAlpha", 1, 100_000, "α of the Dirichlet distribution that it is drawn by, in thousandths", func(o *Options, n int) { o.NoiseAlpha = thousandths(n) }),
	choice("TreeSimulation", simulationNames, "how a leaf is valued", func(o *Options, n int) { o.Simulation = Simulation(n) }),
	number("TreeSimulationDepth", 0, 1000, "half-moves of a simulation, 0 to the end of the game", func(o *Options, n int) { o.SimulationDepth = n }),
	number("TreeSimulations", 1, 1000, "simulations of a leaf, of which the mean is taken: Lishex", func(o *Options, n int) { o.Simulations = n }),
	choice("TreeTables", gateNames, "where tables of endings decide: the thesis", func(o *Options, n int) { o.Gate = Gate(n) }),
	choice("TreeSolver", switchNames, "wins, losses and draws are proved: Winands et al. 2008", func(o *Options, n int) { o.Solver = n == 1 }),
	number("TreeImplicit", 0, 1000, "share of implicit minimax in thousandths: Lanctot et al. 2014", func(o *Options, n int) { o.Implicit = thousandths(n) }),
	choice("TreeFinal", finalNames, "which move is played: Chaslot et al. 2008", func(o *Options, n int) { o.Final = Final(n) }),
	number("TreeMoveTemperature", 0, 100_000, "a move is drawn with a chance of visits^(1/t), t in thousandths, for games of self-play; 0: the best is played", func(o *Options, n int) { o.MoveTemperature = thousandths(n) }),
	number("TreeMovePlies", 1, 10_000, "half-moves of a game in which that is so", func(o *Options, n int) { o.MovePlies = n }),
	choice("TreeFull", fullNames, "what a full tree does", func(o *Options, n int) { o.Full = Full(n) }),
	number("TreeIterations", 1, 1<<30, "iterations of a search at most: the thesis's k", func(o *Options, n int) { o.Most = n }),
	choice("TreeCount", countNames, "what a node of a limit is: an iteration, or a move made anywhere", func(o *Options, n int) { o.Count = Count(n) }),
	choice("TreeHybrid", hybridNames, "where brute force looks for mates: Baier and Winands 2015", func(o *Options, n int) { o.Hybrid = Hybrid(n) }),
	number("TreeHybridDepth", 1, 6, "half-moves of that", func(o *Options, n int) { o.HybridDepth = n }),
	number("TreeHybridVisits", 1, 10_000, "the visit of a node at which, in selection", func(o *Options, n int) { o.HybridVisits = n }),
	number("InnerNodes", 0, 1<<30, "nodes of a search within the search, 0: no limit", func(o *Options, n int) { o.Inner.Nodes = n }),
	number("InnerDepth", 0, 64, "its half-moves, 0: no limit", func(o *Options, n int) { o.Inner.Depth = n }),
	number("InnerChance", 0, 1000, "how often it is asked for a move, in thousandths: the thesis's p", func(o *Options, n int) { o.Inner.Chance = thousandths(n) }),
	number("InnerFewest", 0, 32, "pieces and pawns with which it is asked, at least", func(o *Options, n int) { o.Inner.Fewest = n }),
	number("InnerMost", 1, 32, "the same at most", func(o *Options, n int) { o.Inner.Most = n }),
	choice("InnerPhase", phaseNames, "in which part of the game it is asked", func(o *Options, n int) { o.Inner.Phase = Phase(n) }),
	choice("TreeReuse", switchNames, "the next search goes on with the tree", func(o *Options, n int) { o.Reuse = n == 1 }),
}

var switchNames = []string{"off", "on"}

func thousandths(n int) float64 { return float64(n) / 1000 }

func number(name string, low, high int, doc string, set func(*Options, int)) Setting {
	return Setting{Name: name, Doc: doc, Min: low, Max: high, set: set}
}

func choice(name string, values []string, doc string, set func(*Options, int)) Setting {
	return Setting{Name: name, Doc: doc, Values: append([]string{AsPreset}, values...), set: set}
}

// Settings returns all settings in a fixed order.
func Settings() []Setting { return slices.Clone(settings) }

// Changes say what is otherwise than in a preset: of each setting its number + 1, or 0. The zero
// value changes nothing.
type Changes [48]int

// Set sets one of the [Settings], whose name may be written in any case, to a number or a name; -1
// and "preset" take it back. An unknown name and a value that cannot be are errors.
func (c *Changes) Set(name, value string) error {
	i := slices.IndexFunc(settings, func(s Setting) bool { return strings.EqualFold(s.Name, name) })
	if i < 0 {
		return fmt.Errorf("setting %q: no such name", name)
	}
	n, err := settings[i].parse(value)
	if err != nil {
		return fmt.Errorf("setting %s: %w", settings[i].Name, err)
	}
	c[i] = n + 1
	return nil
}

// parse returns the number that a value stands for, -1 for that of the preset.
func (s *Setting) parse(value string) (int, error) {
	if s.Values != nil {
		i, err := enum.Index(s.Values, value)
		return i - 1, err
	}
	n, err := strconv.Atoi(value)
	if err != nil || n != presetNumber && (n < s.Min || n > s.Max) {
		return 0, fmt.Errorf("%q: pass %d to %d, or %d for what the preset says", value, s.Min, s.Max, presetNumber)
	}
	return n, nil
}

// Names returns the names of the settings that are changed.
func (c *Changes) Names() (names []string) {
	for i := range settings {
		if c[i] > 0 {
			names = append(names, settings[i].Name)
		}
	}
	return names
}

// Apply returns options with the changes made.
func (c *Changes) Apply(o Options) Options {
	for i := range settings {
		if c[i] > 0 {
			settings[i].set(&o, c[i]-1)
		}
	}
	return o
}
