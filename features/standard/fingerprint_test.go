package standard

import (
	"testing"

	"example.org/centipawn/features"
)

// TestFingerprintSees: every term that pieces can show counts in one of the fixed
// positions, and every rule of the scale holds in one, so that a change of either is
// a change of the hash.
func TestFingerprintSees(t *testing.T) {
	rules := map[int]bool{}
	for _, set := range []*features.Set{Safety, Nonlinear} {
		trace, counted := set.NewTrace(), make([]bool, len(set.Columns()))
		for i := range features.Probes() {
			trace.Reset()
			set.Count(&features.Probes()[i], trace)
			for place := range counted {
				counted[place] = counted[place] || trace.Trace().Count(features.Term(place)) != 0
			}
			rules[endgameScale(&features.Context{Pos: &features.Probes()[i]})] = true
		}
		for place, c := range set.Columns() {
			if name := set.Terms()[c.Term].Name; !counted[place] && !impossible(name) {
				t.Errorf("%s counts in no position, sum %q", name, c.Sum)
			}
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
