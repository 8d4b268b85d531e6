package standard

import (
	"testing"

	"example.org/centipawn/features"
)

// TestFingerprintSees: every term that pieces can show counts in one of the fixed
// positions, and every rule of the scale holds in one, so that a change of either is
// a change of the hash.
func TestFingerprintSees(t *testing.T) {
	trace, counted, rules := Safety.NewTrace(), map[string]bool{}, map[int]bool{}
	first, end := Safety.Block()
	for i := range features.Probes() {
		trace.Reset()
		Safety.Count(&features.Probes()[i], trace)
		for term, def := range Safety.Terms() {
			in := features.Term(term) >= first && features.Term(term) < end
			if trace.Trace().Count(features.Term(term)) != 0 || in && trace.Trace().SideCount(features.Term(term), 1) != 0 {
				counted[def.Name] = true
			}
		}
		rules[endgameScale(&features.Context{Pos: &features.Probes()[i]})] = true
	}
	for _, def := range Safety.Terms() {
		if !counted[def.Name] && !impossible(def.Name) {
			t.Errorf("%s counts in no position", def.Name)
		}
	}
	if len(rules) != scaleRules {
		t.Errorf("rules %v of the scale, want all %d", rules, scaleRules)
	}
}

// impossible reports whether a term is that of a pawn where none stands.
func impossible(term string) bool {
	const table = "pst.pawn."
	return len(term) == len(table)+2 && term[:len(table)] == table && (term[len(term)-1] == '1' || term[len(term)-1] == '8')
}

// TestHashesStay: a changed hash would part users from their matrices and weights.
func TestHashesStay(t *testing.T) {
	for s, want := range map[*features.Set]string{Set: "6c2f94d664ffa456", Safety: "654b448677079bcc"} {
		if got := s.Hash(); got != want {
			t.Errorf("%s: hash %s, want %s", s.Name(), got, want)
		}
	}
}
