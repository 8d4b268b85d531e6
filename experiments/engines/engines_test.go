package engines_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/engine"
	_ "example.org/centipawn/experiments/engines"
	"example.org/centipawn/search/mcts"
)

// TestRegistered: the searches of papers stand between those that play and the trees, and the presets of papers
// after those of package mcts; in the order that options and help print.
func TestRegistered(t *testing.T) {
	want := strings.Fields(`full base alphaone-v1 alphaone-v2 alphaone-corrected alphaone-weights bubot-minimax bubot-alphabeta
		mcts-modern mcts-alphaone mcts-lishex mcts-bubot mcts-mcc-solver mcts-sigmazero
		mcts-alphaone-published mcts-lishex-published mcts-bubot-published mcts-sigmazero-published
		mcts-bubot-rollout mcts-bubot-rollout-published mcts-bubot-backup-published
		mcts-mcc-sr mcts-mcc-sr-k mcts-mcc-sr-pr-p mcts-mcc-sr-32-25-r mcts-mcc-sr-25-15-r mcts-mcc-sr-15-r
		mcts-mcc-sr-mg mcts-mcc-sr-eg mcts-mcc-sr-tb mcts-mcc-sse
		mcts-mcc-sr-pr-p-published mcts-mcc-sr-tb-published mcts-mcc-sse-published`)
	others := func(name string) bool { return !slices.Contains(want, name) } // more trees of package mcts
	if got := slices.DeleteFunc(slices.Clone(engine.Searches()), others); !slices.Equal(got, want) {
		t.Errorf("searches %v, want %v among them", got, want)
	}
	for _, name := range want {
		weighs := !strings.HasPrefix(name, "bubot-") && (!strings.HasPrefix(name, "alphaone-") || name == "alphaone-weights")
		if opt, tree := mcts.Preset(strings.TrimPrefix(name, engine.TreePrefix)); tree && strings.HasPrefix(name, engine.TreePrefix) {
			weighs = opt.Weighs()
		}
		if engine.Weighs(name) != weighs {
			t.Errorf("%s weighs: %t, want %t", name, !weighs, weighs)
		}
	}
}

// TestTaken: a name is registered once, one of a tree as a tree, and none after the list was read.
func TestTaken(t *testing.T) {
	before := engine.Searches()
	for want, register := range map[string]func(){
		"search base is registered":                     func() { engine.Register(engine.Kind{Name: "base"}) },
		"search late is registered after the searches":  func() { engine.Register(engine.Kind{Name: "late"}) },
		"search mcts-late: names that begin with mcts-": func() { engine.Register(engine.Kind{Name: "mcts-late"}) },
		"preset modern is registered twice":             func() { mcts.Register("modern", "", mcts.Options{}) },
		"preset late is registered after the presets":   func() { mcts.Register("late", "", mcts.Options{}) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, want) {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			register()
		}()
	}
	if _, there := mcts.Preset("late"); there || !slices.Equal(engine.Searches(), before) {
		t.Error("a search that is refused is there")
	}
}
