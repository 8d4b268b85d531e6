package settings

import (
	"slices"
	"strings"

	"example.org/centipawn/search/mcts"
	"example.org/centipawn/search/mcts/replies"
)

// unused are settings that have no effect with some options, and what to pass for them to have one.
var unused = []struct {
	setting string
	pass    string
	is      func(o *mcts.Options) bool // unused
}{
	{"TreeGrowth", "TreeSelection=puct", func(o *mcts.Options) bool { return o.Growth > 0 && o.Selection != mcts.PUCT }},
	{"TreeGrowthBase", "TreeSelection=puct, and TreeGrowth above 0", func(o *mcts.Options) bool { return o.GrowthBase > 0 && (o.Selection != mcts.PUCT || o.Growth == 0) }},
	{"TreeNoise", "TreeSelection=puct", func(o *mcts.Options) bool { return o.Noise > 0 && o.Selection != mcts.PUCT }},
	{"TreeNoiseAlpha", "TreeNoise above 0", func(o *mcts.Options) bool { return o.NoiseAlpha > 0 && !draws(o) }},
	{"TreeMovePlies", "TreeMoveTemperature above 0", func(o *mcts.Options) bool { return o.MovePlies > 0 && o.MoveTemperature == 0 }},
	{"TreeUrgency", "TreeSelection=puct", func(o *mcts.Options) bool { return o.Urgency > 0 && o.Selection != mcts.PUCT }},
	{"TreeGroups", "TreeSelection=uct, ucbv, moss or thompson", func(o *mcts.Options) bool {
		return o.Groups != mcts.NoGroups && (o.Selection == mcts.Tuned || o.Selection == mcts.PUCT || o.Selection == mcts.EXP3)
	}},
	{"TreeReplies", "TreeSimulation=light or informed", func(o *mcts.Options) bool {
		return o.Replies != replies.None && o.Simulation != mcts.Light && o.Simulation != mcts.Informed
	}},
	{"TreeParallel=leaf", playingOn, func(o *mcts.Options) bool { return o.Share == mcts.LeafParallel && !playsOn(o) }},
	{"TreeReuse", "TreeParallel=tree or leaf", func(o *mcts.Options) bool { return o.Reuse && o.Share == mcts.RootParallel }},
	{"TreeEpsilon", "TreeSampling=uniform, evaluation or opened", func(o *mcts.Options) bool { return o.Epsilon > 0 && o.Sampling == mcts.NoSampling }},
	{"TreeSampling", "TreeEpsilon above 0", func(o *mcts.Options) bool { return o.Epsilon == 0 && o.Sampling != mcts.NoSampling }},
	{"TreeSampling=opened", "TreeExpansion=one", func(o *mcts.Options) bool { return o.Sampling == mcts.Opened && o.Expansion != mcts.One }},
	{"TreePriors", "TreeSelection=puct or TreeOrder=policy", func(o *mcts.Options) bool { return o.Priors != mcts.FittedPriors && !o.AsksPolicy() }},
	{"TreeCheckShare", "TreePriors=fitted or handmade, and TreeSelection=puct or TreeOrder=policy", func(o *mcts.Options) bool { return o.CheckShare > 0 && !distinguishes(o) }},
	{"TreeTemperature", "TreePriors=fitted or handmade with TreeSelection=puct or TreeOrder=policy, or a part that draws by evaluation", func(o *mcts.Options) bool { return o.Temperature > 0 && !tempers(o) }},
	{"TreeChances=inverse", "TreeOrder=weighted, TreeSampling=evaluation or TreeSimulation=sampled", func(o *mcts.Options) bool { return o.Chances != mcts.Softmax && !drawsMoves(o) }},
	{"TreeCut=proofs", "TreeSolver=on", func(o *mcts.Options) bool { return o.Cut == mcts.CutByProofs && !o.Solver }},
	{"TreeCutMargin", "TreeCut=evaluations", func(o *mcts.Options) bool { return o.CutMargin > 0 && o.Cut != mcts.CutByEvaluations }},
	{"TreeLambda", playingOn, func(o *mcts.Options) bool { return o.Lambda > 0 && !playsOn(o) }},
	{"TreeSimulationDepth", playingOn, func(o *mcts.Options) bool { return o.SimulationDepth > 0 && !playsOn(o) }},
	{"TreeSimulations", playingOn, func(o *mcts.Options) bool { return o.Simulations > 1 && !playsOn(o) }},
	{"TreeSimulation=informed", "InnerChance above 0, and InnerFewest not above InnerMost", func(o *mcts.Options) bool { return o.Simulation == mcts.Informed && neverAsks(o) }},
	{"TreeTables", "SyzygyPath", func(o *mcts.Options) bool { return o.Gate != mcts.NoTables && o.Tables == nil }},
	{"TreeTables=rollouts", "TreeTables=leaves, or " + playingOn, func(o *mcts.Options) bool { return o.Gate == mcts.TablesInRollouts && !playsOn(o) }},
	{"TreeValue=wdl", "weights with a model of wins, draws and losses", func(o *mcts.Options) bool { return o.Value == mcts.ByOutcomes && (o.Model == nil || o.Phase == nil) }},
	{"TreeValue=wdl", "a TreeSimulation that evaluates", func(o *mcts.Options) bool { return o.Value == mcts.ByOutcomes && !o.Weighs() }},
	{"TreeHybrid=rollouts", playingOn, func(o *mcts.Options) bool { return o.Hybrid == mcts.InRollouts && !playsOn(o) }},
	{"TreeHybrid=backup", "TreeSolver=on", func(o *mcts.Options) bool { return o.Hybrid == mcts.InBackup && !o.Solver }},
	{"TreeHybridDepth", "TreeHybrid", func(o *mcts.Options) bool { return o.HybridDepth > 0 && o.Hybrid == mcts.NoHybrid }},
	{"TreeHybridVisits", "TreeHybrid=selection", func(o *mcts.Options) bool { return o.HybridVisits > 0 && o.Hybrid != mcts.InSelection }},
	{"InnerNodes", asking, func(o *mcts.Options) bool { return o.Inner.Nodes > 0 && !o.Asks() }},
	{"InnerDepth", asking, func(o *mcts.Options) bool { return o.Inner.Depth > 0 && !o.Asks() }},
	{"InnerChance", "TreeSimulation=informed", func(o *mcts.Options) bool { return o.Inner.Chance > 0 && o.Simulation != mcts.Informed }},
	{"InnerFewest", "TreeSimulation=informed", func(o *mcts.Options) bool { return o.Inner.Fewest > 0 && o.Simulation != mcts.Informed }},
	{"InnerMost", "TreeSimulation=informed", func(o *mcts.Options) bool { return o.Inner.Most > 0 && o.Simulation != mcts.Informed }},
	{"InnerPhase", "TreeSimulation=informed", func(o *mcts.Options) bool { return o.Inner.Phase != mcts.AnyPhase && o.Simulation != mcts.Informed }},
}

// What to pass so that a part is used.
const (
	playingOn = "TreeSimulation=light, greedy, sampled or informed"
	asking    = "TreeSimulation=informed or TreeOrder=inner"
)

// Unused says which settings have no effect, and what to pass for them to have one: "TreeGrowth does nothing: pass
// TreeSelection=puct". The options are as a preset and [Changes] make them, zeros not replaced.
func Unused(o *mcts.Options) (list []string) {
	for _, i := range unused {
		if i.is(o) {
			list = append(list, i.setting+" does nothing: pass "+i.pass)
		}
	}
	return list
}

// Unused is [Unused] for the settings that are changed: a part can be taken out of a preset without
// its numbers. Two settings are reported although only the preset sets them: without them it is not the preset.
func (c *Changes) Unused(o *mcts.Options) []string {
	changed := append(c.Names(), "TreeTables", "TreeSimulation")
	return slices.DeleteFunc(Unused(o), func(text string) bool {
		setting, _, _ := strings.Cut(text, " ")
		name, _, _ := strings.Cut(setting, "=")
		return !slices.Contains(changed, name)
	})
}

// playsOn reports whether simulations make moves.
func playsOn(o *mcts.Options) bool {
	return o.Simulation != mcts.Static && o.Simulation != mcts.Quiescence
}

// neverAsks reports whether the inner search is asked for no move of a simulation.
func neverAsks(o *mcts.Options) bool {
	return o.Inner.Chance == 0 || o.Inner.Most > 0 && o.Inner.Fewest > o.Inner.Most
}

// distinguishes reports whether moves are given priors that differ.
func distinguishes(o *mcts.Options) bool { return o.AsksPolicy() && o.Priors != mcts.EqualPriors }

// draws reports whether the root's policy has noise.
func draws(o *mcts.Options) bool { return o.Noise > 0 || o.Faults&mcts.MultipliedNoise != 0 }

// tempers reports whether something depends on the temperature.
func tempers(o *mcts.Options) bool {
	return distinguishes(o) || drawsMoves(o)
}

// drawsMoves reports whether moves are drawn by evaluation.
func drawsMoves(o *mcts.Options) bool {
	return o.Order == mcts.Weighted || o.Sampling == mcts.ByEvaluation || o.Simulation == mcts.Sampled
}
