package mcts

import (
	"strings"
	"testing"
)

// TestPresets: every preset has a name of its own and parts that can be named.
func TestPresets(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range Presets() {
		opt, ok := Preset(name)
		if !ok || seen[name] || strings.Contains(opt.Selection.String()+opt.Simulation.String()+opt.Final.String()+opt.Full.String()+
			opt.Sampling.String()+opt.Expansion.String()+opt.Order.String(), "mcts.") {
			t.Errorf("%s: %+v", name, opt)
		}
		seen[name] = true
	}
	if _, ok := Preset("none"); ok {
		t.Error("there is a preset none")
	}
}
