package engine

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// TestRemarks: options that have no effect with the search in use are said, with what to pass.
func TestRemarks(t *testing.T) {
	other, policy := filepath.Join(t.TempDir(), "policy.json"), *weights.BuiltinPolicy()
	if err := policy.Write(other); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		search, settings string // names and values
		want             string
	}{
		{"full", "", ""},
		{"full", "TreeSelection uct InnerOptions Hash=1", "TreeSelection InnerOptions"},
		{"full", "PolicyFile " + other, "PolicyFile"},
		{"mcts-modern", "PolicyFile " + other, ""},
		{"mcts-modern", "TreePriors handmade PolicyFile " + other, "PolicyFile"},
		{"mcts-alphaone", "PolicyFile " + other, "PolicyFile"},
		{"mcts-modern", "Hash 4 TreeMemory 1", ""},
		{"mcts-modern", "InnerOptions Hash=1", "InnerOptions"},
		{"mcts-mcc-sr-tb", "", "TreeTables"},
		{"mcts-modern", "TreeValue wdl", ""}, // the built-in weights have a model
	} {
		e := newEngine(t, Options{Search: tt.search})
		set(t, e, strings.Fields(tt.settings)...)
		var got []string
		for _, text := range e.Remarks() {
			name, pass, _ := strings.Cut(text, " does nothing: pass ")
			if got = append(got, name); pass == "" {
				t.Errorf("%q does not say what to pass", text)
			}
		}
		if !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s %s: %q, want %q", tt.search, tt.settings, got, tt.want)
		}
	}
}

// TestTreeValue: the weights' model of wins, draws and losses gives other values than their K.
func TestTreeValue(t *testing.T) {
	p := board.Start()
	var scores []search.Score
	for _, value := range []string{"k", "wdl"} {
		e := newEngine(t, Options{Search: "mcts-modern"})
		set(t, e, "TreeValue", value, "TreeMemory", "1")
		scores = append(scores, think(e, &p, search.Limits{Nodes: 2000}).Score)
	}
	if scores[0] == scores[1] {
		t.Errorf("both values give %v", scores[0])
	}
}
