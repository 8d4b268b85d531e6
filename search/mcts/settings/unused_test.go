package settings_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	_ "example.org/centipawn/experiments/engines" // the presets of papers, too
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/search/mcts/settings"
)

// TestUnused: a part that has no effect is said, with what to pass; one that has is not.
func TestUnused(t *testing.T) {
	for _, tt := range []struct {
		preset, changes string // names and values
		want            string // the setting that does nothing; "": none
	}{
		{"modern", "TreeGrowth 100", ""},
		{"alphaone", "TreeGrowth 100", "TreeGrowth"},
		{"alphaone", "TreeUrgency 100", "TreeUrgency"},
		{"alphaone", "TreeGrowthBase 100", "TreeGrowthBase"},
		{"modern", "TreeGrowthBase 100", ""},
		{"modern", "TreeGrowth 0 TreeGrowthBase 100", "TreeGrowthBase"},
		{"alphaone", "TreeNoise 250", "TreeNoise"},
		{"sigmazero", "TreeNoise 250 TreeNoiseAlpha 100", ""},
		{"sigmazero", "TreeNoiseAlpha 100", "TreeNoiseAlpha"},
		{"sigmazero-published", "TreeNoiseAlpha 100", ""},
		{"alphaone", "TreeMoveTemperature 1000 TreeMovePlies 20", ""},
		{"alphaone", "TreeMovePlies 20", "TreeMovePlies"},
		{"alphaone", "TreeEpsilon 100", "TreeEpsilon"},
		{"alphaone", "TreeGroups kinds", ""},
		{"modern", "TreeGroups kinds", "TreeGroups"},
		{"modern", "TreeReplies last", "TreeReplies"},
		{"lishex", "TreeReplies last", ""},
		{"modern", "TreeParallel leaf", "TreeParallel=leaf"},
		{"modern", "TreeParallel root", "TreeReuse"},
		{"lishex", "TreeParallel leaf", ""},
		{"lishex", "TreeExpansion all", "TreeSampling=opened"},
		{"alphaone", "TreeSampling opened TreeEpsilon 100", "TreeSampling=opened"},
		{"alphaone", "TreeSampling opened TreeEpsilon 100 TreeExpansion one", ""},
		{"alphaone", "TreeSampling uniform", "TreeSampling"},
		{"alphaone", "TreeSampling uniform TreeEpsilon 100", ""},
		{"alphaone", "TreeTemperature 100", "TreeTemperature"},
		{"modern", "TreeTemperature 100", ""},
		{"modern", "TreePriors equal TreeTemperature 100", "TreeCheckShare TreeTemperature"},
		{"alphaone", "TreePriors equal", "TreePriors"},
		{"alphaone", "TreeCheckShare 10", "TreeCheckShare"},
		{"modern", "TreeChances inverse", "TreeChances=inverse"},
		{"modern", "TreeChances inverse TreeOrder weighted", ""},
		{"lishex", "TreeChances inverse TreeSampling evaluation", ""},
		{"modern", "TreeLambda 500", "TreeLambda"},
		{"lishex", "TreeLambda 500", ""},
		{"modern", "TreeCut proofs", ""},
		{"lishex", "TreeCut proofs", "TreeCut=proofs"},
		{"lishex", "TreeCut evaluations TreeCutMargin 50", ""},
		{"modern", "TreeCut proofs TreeCutMargin 50", "TreeCutMargin"},
		{"modern", "TreeSimulationDepth 3", "TreeSimulationDepth"},
		{"modern", "TreeSimulations 3", "TreeSimulations"},
		{"lishex", "TreeSimulations 3", ""},
		{"mcc-sr", "InnerChance 0", "TreeSimulation=informed"},
		{"mcc-sr", "InnerFewest 20 InnerMost 10", "TreeSimulation=informed"},
		{"mcc-sr", "InnerFewest 20", ""},
		{"mcc-sr-tb", "", "TreeTables"},
		{"modern", "TreeTables rollouts", "TreeTables TreeTables=rollouts"},
		{"modern", "TreeValue wdl", "TreeValue=wdl"},
		{"bubot", "TreeValue wdl", "TreeValue=wdl TreeValue=wdl"},
		{"modern", "TreeHybrid rollouts", "TreeHybrid=rollouts"},
		{"alphaone", "TreeHybrid backup", "TreeHybrid=backup"},
		{"modern", "TreeHybrid backup TreeHybridDepth 2", ""},
		{"modern", "TreeHybridDepth 2", "TreeHybridDepth"},
		{"modern", "TreeHybrid backup TreeHybridVisits 2", "TreeHybridVisits"},
		{"modern", "InnerNodes 5", "InnerNodes"},
		{"modern", "InnerDepth 5", "InnerDepth"},
		{"mcc-sse", "InnerDepth 5", ""},
		{"mcc-sse", "InnerChance 5", "InnerChance"},
		{"mcc-sse", "InnerFewest 5", "InnerFewest"},
		{"mcc-sse", "InnerMost 5", "InnerMost"},
		{"mcc-sse", "InnerPhase endgame", "InnerPhase"},
	} {
		opt := changed(t, tt.preset, tt.changes)
		var got []string
		for _, text := range settings.Unused(&opt) {
			name, pass, ok := strings.Cut(text, " does nothing: pass ")
			if !ok || pass == "" {
				t.Errorf("%q does not say what to pass", text)
			}
			got = append(got, name)
		}
		if !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s %s: %q, want %q", tt.preset, tt.changes, got, tt.want)
		}
	}
}

// TestUnusedOfChanges: what only the preset sets is not said, but for what it is nothing without.
func TestUnusedOfChanges(t *testing.T) {
	for _, tt := range []struct{ preset, changes, want string }{
		{"lishex", "TreeEpsilon 0", ""},
		{"lishex", "TreeSimulation static", ""},
		{"lishex", "TreeSimulation static TreeSimulationDepth 3", "TreeSimulationDepth"},
		{"alphaone", "TreeSampling uniform", "TreeSampling"},
		{"mcc-sr", "InnerChance 0", "TreeSimulation=informed"},
		{"mcc-sr-tb", "", "TreeTables"},
	} {
		c := changes(t, tt.changes)
		opt := c.Apply(options(t, tt.preset))
		var got []string
		for _, text := range c.Unused(&opt) {
			name, _, _ := strings.Cut(text, " ")
			got = append(got, name)
		}
		if !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s %s: %q, want %q", tt.preset, tt.changes, got, tt.want)
		}
	}
}

// changed returns the parts of a preset with changes: names and values in turns.
func changed(t *testing.T, preset, text string) mcts.Options {
	t.Helper()
	c := changes(t, text)
	return c.Apply(options(t, preset))
}

// changes returns those of a text: names and values in turns.
func changes(t *testing.T, text string) (c settings.Changes) {
	t.Helper()
	for words := strings.Fields(text); len(words) > 0; words = words[2:] {
		if err := c.Set(words[0], words[1]); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// TestPresetsAreWhole: no preset has a part that does nothing, but for tables that are not there.
func TestPresetsAreWhole(t *testing.T) {
	for _, name := range mcts.Presets() {
		opt := options(t, name)
		opt.Tables = func(*board.Position) (float64, bool) { return 0, false }
		if list := settings.Unused(&opt); len(list) > 0 {
			t.Errorf("%s: %q", name, list)
		}
	}
}

// options returns the parts of a preset.
func options(t *testing.T, name string) mcts.Options {
	t.Helper()
	opt, ok := mcts.Preset(name)
	if !ok {
		t.Fatalf("no preset %s", name)
	}
	return opt
}
