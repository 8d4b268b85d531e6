// Package settings gives the parts of a tree search, and their numbers, the names by which users set them, and
// says which of them have no effect.
package settings

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/search/mcts/replies"
)

// A Setting is a part of a search, or a number of one, under the name by which users set it.
type Setting struct {
	Name     string
	Doc      string   // what it is, its unit and its source
	Values   []string // of one that is chosen by name, the first "preset"
	Min, Max int      // of a number. Below 0 it is the preset's
	of       field
}

// A field is how a setting is read from options and written into them, as a number.
type field struct {
	get func(o *mcts.Options) int
	set func(o *mcts.Options, n int)
}

// whole is a field of whole numbers, or of values that have names.
func whole[T ~int | ~uint8 | ~uint64 | ~float64](at func(o *mcts.Options) *T) field {
	return field{func(o *mcts.Options) int { return int(*at(o)) }, func(o *mcts.Options, n int) { *at(o) = T(n) }}
}

// fraction is a field that settings have in thousandths.
func fraction(at func(o *mcts.Options) *float64) field {
	return field{func(o *mcts.Options) int { return int(math.Round(1000 * *at(o))) }, func(o *mcts.Options, n int) { *at(o) = float64(n) / 1000 }}
}

// onOff is a field that is switched.
func onOff(at func(o *mcts.Options) *bool) field {
	return field{
		func(o *mcts.Options) int {
			if *at(o) {
				return 1
			}
			return 0
		},
		func(o *mcts.Options, n int) { *at(o) = n == 1 },
	}
}

// Value returns what the options have, as it is set: a name, or a number in the unit of the setting.
func (s *Setting) Value(o *mcts.Options) string {
	n := s.of.get(o)
	if s.Values != nil {
		return s.Values[n+1]
	}
	return strconv.Itoa(n)
}

// AsPreset is the default of every setting: what the preset says, as a name and as a number.
const AsPreset, presetNumber = "preset", -1

var settings = []Setting{
	number("TreeMemory", 1, 1<<16, "MiB of the tree", whole(func(o *mcts.Options) *int { return &o.Memory })),
	number("TreeSeed", 0, 1<<30, "seed of the random numbers", whole(func(o *mcts.Options) *uint64 { return &o.Seed })),
	choice("TreeValue", names(mcts.ByOutcomes), "what an evaluation is worth: by K, or by the weights' model of wins, draws and losses", whole(func(o *mcts.Options) *mcts.Value { return &o.Value })),
	choice("TreeSelection", names(mcts.Thompson), "how a child is selected: Kocsis and Szepesvári 2006, Auer et al. 2002, Rosin 2011", whole(func(o *mcts.Options) *mcts.Selection { return &o.Selection })),
	number("TreeExploration", 0, 10_000, "c in thousandths, for values from 0 to 1", fraction(func(o *mcts.Options) *float64 { return &o.Exploration })),
	number("TreeGrowth", 0, 10_000, "PUCT: growth of c by ln(1 + N/base) in thousandths: Silver et al. 2018", fraction(func(o *mcts.Options) *float64 { return &o.Growth })),
	number("TreeGrowthBase", 1, 1<<30, "that base, AlphaZero's C_base", whole(func(o *mcts.Options) *float64 { return &o.GrowthBase })),
	number("TreeUrgency", 0, 2000, "PUCT: an unvisited move is worth its parent's mean less this in thousandths: Leela Chess Zero", fraction(func(o *mcts.Options) *float64 { return &o.Urgency })),
	choice("TreeSampling", names(mcts.Opened), "which child is taken at times in place of the selected one, opened: in place of a new one, Lishex", whole(func(o *mcts.Options) *mcts.Sampling { return &o.Sampling })),
	choice("TreeGroups", names(mcts.ByKind), "groups of moves, of which one is selected before a move of it: captures, and quiet moves by piece; Saito et al. 2007", whole(func(o *mcts.Options) *mcts.Groups { return &o.Groups })),
	number("TreeEpsilon", 0, 1000, "how often, in thousandths: Lishex", fraction(func(o *mcts.Options) *float64 { return &o.Epsilon })),
	choice("TreeExpansion", names(mcts.One), "how many children a visit opens", whole(func(o *mcts.Options) *mcts.Expansion { return &o.Expansion })),
	number("TreeExpandVisits", 1, 10_000, "the visit that expands a node: Coulom 2006", whole(func(o *mcts.Options) *int { return &o.ExpandVisits })),
	choice("TreeOrder", names(mcts.ByInner), "order in which children are opened", whole(func(o *mcts.Options) *mcts.Order { return &o.Order })),
	choice("TreePriors", names(mcts.EqualPriors), "whose policy moves are given priors by", whole(func(o *mcts.Options) *mcts.Priors { return &o.Priors })),
	number("TreeTemperature", 1, 100_000, "of policy and of sampling by evaluation, in thousandths", fraction(func(o *mcts.Options) *float64 { return &o.Temperature })),
	choice("TreeChances", names(mcts.Inverse), "chances of moves drawn by evaluation: e^(v/T), or f^(-1/T) with f = 1 - v, Lishex", whole(func(o *mcts.Options) *mcts.Chances { return &o.Chances })),
	number("TreeCheckShare", 0, 1000, "share of the policy, in thousandths, that a move giving check has at least", fraction(func(o *mcts.Options) *float64 { return &o.CheckShare })),
	choice("TreeMateCheck", names(mcts.MateInTwo), "which mates are seen at the first visit of a leaf: in one move, in two of which the first is a check", whole(func(o *mcts.Options) *mcts.MateCheck { return &o.MateCheck })),
	number("TreeNoise", 0, 1000, "share of the root's policy, in thousandths, that is drawn again for each search: AlphaZero's ε, for games of self-play", fraction(func(o *mcts.Options) *float64 { return &o.Noise })),
	number("TreeNoiseAlpha", 1, 100_000, "α of the Dirichlet distribution that it is drawn by, in thousandths", fraction(func(o *mcts.Options) *float64 { return &o.NoiseAlpha })),
	choice("TreeSimulation", names(mcts.Informed), "how a leaf is valued", whole(func(o *mcts.Options) *mcts.Simulation { return &o.Simulation })),
	choice("TreeReplies", names(replies.NGrams), "what replaces moves at random: last good replies to one move or two, n-grams; Baier and Drake 2010, Tak et al. 2012", whole(func(o *mcts.Options) *replies.Kind { return &o.Replies })),
	number("TreeSimulationDepth", 0, 1000, "half-moves of a simulation, 0 to the end of the game", whole(func(o *mcts.Options) *int { return &o.SimulationDepth })),
	number("TreeSimulations", 1, 1000, "simulations of a leaf, of which the mean is taken: Lishex", whole(func(o *mcts.Options) *int { return &o.Simulations })),
	number("TreeLambda", 1, 1000, "share of simulations in a leaf's value in thousandths, the rest is the static evaluation's: Silver et al. 2016", fraction(func(o *mcts.Options) *float64 { return &o.Lambda })),
	choice("TreeTables", names(mcts.TablesAtLeaves), "where tables of endings decide: the thesis", whole(func(o *mcts.Options) *mcts.Gate { return &o.Gate })),
	choice("TreeSolver", switchNames, "wins, losses and draws are proved: Winands et al. 2008", onOff(func(o *mcts.Options) *bool { return &o.Solver })),
	number("TreeFeedback", 0, 10_000, "later values of a node weigh more: the n-th as n to this power, in thousandths; Xie and Liu 2009", fraction(func(o *mcts.Options) *float64 { return &o.Feedback })),
	choice("TreeParallel", names(mcts.LeafParallel), "what several threads share: a tree, nothing but the sum of the root's visits, the games from a leaf; Chaslot et al. 2008", whole(func(o *mcts.Options) *mcts.Parallel { return &o.Share })),
	number("TreeImplicit", 0, 1000, "share of implicit minimax in thousandths: Lanctot et al. 2014", fraction(func(o *mcts.Options) *float64 { return &o.Implicit })),
	choice("TreeCut", names(mcts.CutByEvaluations), "which branches are cut by bounds, those of proofs or of evaluations too: Cazenave and Saffidine 2010, Berliner 1979", whole(func(o *mcts.Options) *mcts.Cut { return &o.Cut })),
	number("TreeCutMargin", 1, 1000, "margin of bounds by evaluations, thousandths of expected score", fraction(func(o *mcts.Options) *float64 { return &o.CutMargin })),
	choice("TreeFinal", names(mcts.Secure), "which move is played: Chaslot et al. 2008", whole(func(o *mcts.Options) *mcts.Final { return &o.Final })),
	number("TreeMoveTemperature", 0, 100_000, "a move is drawn with a chance of visits^(1/t), t in thousandths, for games of self-play; 0: the best is played", fraction(func(o *mcts.Options) *float64 { return &o.MoveTemperature })),
	number("TreeMovePlies", 1, 10_000, "half-moves of a game in which that is so", whole(func(o *mcts.Options) *int { return &o.MovePlies })),
	choice("TreeFull", names(mcts.Stunt), "what a full tree does", whole(func(o *mcts.Options) *mcts.Full { return &o.Full })),
	number("TreeIterations", 1, 1<<30, "iterations of a search at most: the thesis's k", whole(func(o *mcts.Options) *int { return &o.Most })),
	choice("TreeCount", names(mcts.Moves), "what a node of a limit is: an iteration, or a move made anywhere", whole(func(o *mcts.Options) *mcts.Count { return &o.Count })),
	choice("TreeHybrid", names(mcts.InBackup), "where brute force looks for mates: Baier and Winands 2015", whole(func(o *mcts.Options) *mcts.Hybrid { return &o.Hybrid })),
	number("TreeHybridDepth", 1, 6, "half-moves of that", whole(func(o *mcts.Options) *int { return &o.HybridDepth })),
	number("TreeHybridVisits", 1, 10_000, "the visit of a node at which, in selection", whole(func(o *mcts.Options) *int { return &o.HybridVisits })),
	number("InnerNodes", 0, 1<<30, "nodes of a search within the search, 0: no limit", whole(func(o *mcts.Options) *int { return &o.Inner.Nodes })),
	number("InnerDepth", 0, 64, "its half-moves, 0: no limit", whole(func(o *mcts.Options) *int { return &o.Inner.Depth })),
	number("InnerChance", 0, 1000, "how often it is asked for a move, in thousandths: the thesis's p", fraction(func(o *mcts.Options) *float64 { return &o.Inner.Chance })),
	number("InnerFewest", 0, 32, "pieces and pawns with which it is asked, at least", whole(func(o *mcts.Options) *int { return &o.Inner.Fewest })),
	number("InnerMost", 1, 32, "the same at most", whole(func(o *mcts.Options) *int { return &o.Inner.Most })),
	choice("InnerPhase", names(mcts.Endgame), "in which part of the game it is asked", whole(func(o *mcts.Options) *mcts.Phase { return &o.Inner.Phase })),
	choice("TreeReuse", switchNames, "the next search goes on with the tree", onOff(func(o *mcts.Options) *bool { return &o.Reuse })),
}

var switchNames = []string{"off", "on"}

func number(name string, low, high int, doc string, of field) Setting {
	return Setting{Name: name, Doc: doc, Min: low, Max: high, of: of}
}

func choice(name string, values []string, doc string, of field) Setting {
	return Setting{Name: name, Doc: doc, Values: append([]string{AsPreset}, values...), of: of}
}

// names returns the names of a type's values.
func names[T interface {
	~uint8
	String() string
}](last T) (list []string) {
	for v := T(0); v <= last; v++ {
		list = append(list, v.String())
	}
	return list
}

// All returns all settings in a fixed order.
func All() []Setting { return slices.Clone(settings) }

// Changes say what is otherwise than in a preset: of each setting its number + 1, or 0. The zero
// value changes nothing.
type Changes [56]int

// Set sets one of the settings, whose name may be written in any case, to a number or a name; -1
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
func (c *Changes) Apply(o mcts.Options) mcts.Options {
	for i := range settings {
		if c[i] > 0 {
			settings[i].of.set(&o, c[i]-1)
		}
	}
	return o
}
