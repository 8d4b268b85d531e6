package weights_test

import (
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

// TestLosses: whether the errors of a loss are of expected scores, and whether it is of moves.
func TestLosses(t *testing.T) {
	for loss, want := range map[string][2]bool{
		"": {}, "squared": {}, "huber": {},
		"sigmoid": {true, false}, "crossentropy": {true, false}, "wdl": {true, false},
		"choice": {false, true}, "regret": {false, true},
	} {
		p := weights.Provenance{Loss: loss}
		if got := [2]bool{p.Probabilistic(), p.OfMoves()}; got != want {
			t.Errorf("%q: of expected scores and of moves %v, want %v", loss, got, want)
		}
	}
}

// TestSteps: a comparison says where weights went, and a step has one name, whoever made it.
func TestSteps(t *testing.T) {
	for direction, want := range map[string]string{
		"run/new.json:mg": "new.mg", "new.mg": "new.mg", "a/new.json": "new", "new.json:mobility": "new.mobility",
	} {
		if got := weights.StepName(direction); got != want {
			t.Errorf("%s: %s, want %s", direction, got, want)
		}
	}
	old, moved := fixtures.Texel(), fixtures.Texel()
	moved.Provenance.Blend = []weights.Step{{Name: "new.mg", Alpha: 0.25}, {Name: "new.eg", Alpha: -1}}
	list := weights.Compare(old, moved).Inputs
	if want := (weights.InputChange{Field: "blend", Old: "none", New: "0.25 of new.mg, -1 of new.eg"}); len(list) != 1 || list[0] != want {
		t.Errorf("%v, want %v alone", list, want)
	}
}
