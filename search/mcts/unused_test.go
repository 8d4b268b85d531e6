package mcts

import (
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/winprob"
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
		for _, text := range opt.Unused() {
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
func changed(t *testing.T, preset, text string) Options {
	t.Helper()
	c := changes(t, text)
	return c.Apply(options(t, preset))
}

// changes returns those of a text: names and values in turns.
func changes(t *testing.T, text string) (c Changes) {
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
	for _, name := range Presets() {
		opt := options(t, name)
		opt.Tables = func(*board.Position) (float64, bool) { return 0, false }
		if list := opt.Unused(); len(list) > 0 {
			t.Errorf("%s: %q", name, list)
		}
	}
}

// TestValueByOutcomes: by a model of wins, draws and losses an evaluation is worth what it expects in the
// position's phase, for either side; a score is the evaluation that is worth the mean.
func TestValueByOutcomes(t *testing.T) {
	model := &winprob.WDL{A: [2]float64{300, 50}, B: [2]float64{100, 200}}
	opt := options(t, "alphaone")
	opt.Value, opt.Model = ByOutcomes, model
	opt.Phase = func(p *board.Position) float64 { return middlegame(p) }
	for fen, score := range map[string]int{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1": 500, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1": -500, board.StartFEN: 0} {
		w := ready(New(newMaterial, opt), play(t, fen, ""))
		w.pos = w.root
		if got, want := w.simulate(), model.Expected(float64(score), middlegame(&w.root)); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
		var n node
		n.visits.Store(1)
		if n.add(w.simulate(), false); w.score(&n).White(w.root.SideToMove()) != w.static().White(w.root.SideToMove()) {
			t.Errorf("%s: score %v of %v", fen, w.score(&n), w.static())
		}
	}
	if opt.Model = nil; opt.models() {
		t.Error("there is no model")
	}
}
