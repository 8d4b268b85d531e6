package mcts

import (
	"slices"
	"strings"
)

// unused are settings that have no effect with some options, and what to pass for them to have one.
var unused = []struct {
	setting string
	pass    string
	is      func(o *Options) bool // unused
}{
	{"TreeGrowth", "TreeSelection=puct", func(o *Options) bool { return o.Growth > 0 && o.Selection != PUCT }},
	{"TreeGrowthBase", "TreeSelection=puct, and TreeGrowth above 0", func(o *Options) bool { return o.GrowthBase > 0 && (o.Selection != PUCT || o.Growth == 0) }},
	{"TreeNoise", "TreeSelection=puct", func(o *Options) bool { return o.Noise > 0 && o.Selection != PUCT }},
	{"TreeNoiseAlpha", "TreeNoise above 0", func(o *Options) bool { return o.NoiseAlpha > 0 && !o.draws() }},
	{"TreeMovePlies", "TreeMoveTemperature above 0", func(o *Options) bool { return o.MovePlies > 0 && o.MoveTemperature == 0 }},
	{"TreeUrgency", "TreeSelection=puct", func(o *Options) bool { return o.Urgency > 0 && o.Selection != PUCT }},
	{"TreeEpsilon", "TreeSampling=uniform, evaluation or opened", func(o *Options) bool { return o.Epsilon > 0 && o.Sampling == NoSampling }},
	{"TreeSampling", "TreeEpsilon above 0", func(o *Options) bool { return o.Epsilon == 0 && o.Sampling != NoSampling }},
	{"TreeSampling=opened", "TreeExpansion=one", func(o *Options) bool { return o.Sampling == Opened && o.Expansion != One }},
	{"TreePriors", "TreeSelection=puct or TreeOrder=policy", func(o *Options) bool { return o.Priors != FittedPriors && !o.AsksPolicy() }},
	{"TreeCheckShare", "TreePriors=fitted or handmade, and TreeSelection=puct or TreeOrder=policy", func(o *Options) bool { return o.CheckShare > 0 && !o.distinguishes() }},
	{"TreeTemperature", "TreePriors=fitted or handmade with TreeSelection=puct or TreeOrder=policy, or a part that draws by evaluation", func(o *Options) bool { return o.Temperature > 0 && !o.tempers() }},
	{"TreeSimulationDepth", playingOn, func(o *Options) bool { return o.SimulationDepth > 0 && !o.playsOn() }},
	{"TreeSimulations", playingOn, func(o *Options) bool { return o.Simulations > 1 && !o.playsOn() }},
	{"TreeSimulation=informed", "InnerChance above 0, and InnerFewest not above InnerMost", func(o *Options) bool { return o.Simulation == Informed && o.neverAsks() }},
	{"TreeTables", "SyzygyPath", func(o *Options) bool { return o.Gate != NoTables && o.Tables == nil }},
	{"TreeTables=rollouts", "TreeTables=leaves, or " + playingOn, func(o *Options) bool { return o.Gate == TablesInRollouts && !o.playsOn() }},
	{"TreeValue=wdl", "weights with a model of wins, draws and losses", func(o *Options) bool { return o.Value == ByOutcomes && (o.Model == nil || o.Phase == nil) }},
	{"TreeValue=wdl", "a TreeSimulation that evaluates", func(o *Options) bool { return o.Value == ByOutcomes && !o.Weighs() }},
	{"TreeHybrid=rollouts", playingOn, func(o *Options) bool { return o.Hybrid == InRollouts && !o.playsOn() }},
	{"TreeHybrid=backup", "TreeSolver=on", func(o *Options) bool { return o.Hybrid == InBackup && !o.Solver }},
	{"TreeHybridDepth", "TreeHybrid", func(o *Options) bool { return o.HybridDepth > 0 && o.Hybrid == NoHybrid }},
	{"TreeHybridVisits", "TreeHybrid=selection", func(o *Options) bool { return o.HybridVisits > 0 && o.Hybrid != InSelection }},
	{"InnerNodes", asking, func(o *Options) bool { return o.Inner.Nodes > 0 && !o.Asks() }},
	{"InnerDepth", asking, func(o *Options) bool { return o.Inner.Depth > 0 && !o.Asks() }},
	{"InnerChance", "TreeSimulation=informed", func(o *Options) bool { return o.Inner.Chance > 0 && o.Simulation != Informed }},
	{"InnerFewest", "TreeSimulation=informed", func(o *Options) bool { return o.Inner.Fewest > 0 && o.Simulation != Informed }},
	{"InnerMost", "TreeSimulation=informed", func(o *Options) bool { return o.Inner.Most > 0 && o.Simulation != Informed }},
	{"InnerPhase", "TreeSimulation=informed", func(o *Options) bool { return o.Inner.Phase != AnyPhase && o.Simulation != Informed }},
}

// What to pass so that a part is used.
const (
	playingOn = "TreeSimulation=light, greedy, sampled or informed"
	asking    = "TreeSimulation=informed or TreeOrder=inner"
)

// Unused says which settings have no effect, and what to pass for them to have one: "TreeGrowth does nothing: pass
// TreeSelection=puct". The options are as a preset and [Changes] make them, zeros not replaced.
func (o *Options) Unused() (list []string) {
	for _, i := range unused {
		if i.is(o) {
			list = append(list, i.setting+" does nothing: pass "+i.pass)
		}
	}
	return list
}

// Unused is [Options.Unused] for the settings that are changed: a part can be taken out of a preset without
// its numbers. Two settings are reported although only the preset sets them: without them it is not the preset.
func (c *Changes) Unused(o *Options) []string {
	changed := append(c.Names(), "TreeTables", "TreeSimulation")
	return slices.DeleteFunc(o.Unused(), func(text string) bool {
		setting, _, _ := strings.Cut(text, " ")
		name, _, _ := strings.Cut(setting, "=")
		return !slices.Contains(changed, name)
	})
}

// playsOn reports whether simulations make moves.
func (o *Options) playsOn() bool { return o.Simulation != Static && o.Simulation != Quiescence }

// neverAsks reports whether the inner search is asked for no move of a simulation.
func (o *Options) neverAsks() bool {
	return o.Inner.Chance == 0 || o.Inner.Most > 0 && o.Inner.Fewest > o.Inner.Most
}

// distinguishes reports whether moves are given priors that differ.
func (o *Options) distinguishes() bool { return o.AsksPolicy() && o.Priors != EqualPriors }

// draws reports whether the root's policy has noise.
func (o *Options) draws() bool { return o.Noise > 0 || o.Faults&MultipliedNoise != 0 }

// tempers reports whether something depends on the temperature.
func (o *Options) tempers() bool {
	return o.distinguishes() || o.Order == Weighted || o.Sampling == ByEvaluation || o.Simulation == Sampled
}
