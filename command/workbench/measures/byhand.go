package measures

import (
	"fmt"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// ByHand returns a copy of a file with some weights changed, marked as made by hand. It drops what was measured
// of the old weights.
func ByHand(f *weights.File, list []Change) *weights.File {
	out := *f
	to := make(map[string]float64)
	for _, w := range list {
		to[w.Name] = w.Value
	}
	out.Terms = changedTerms(f.Terms, to)
	out.Provenance = f.Provenance.Changed()
	p := &out.Provenance
	p.Tool = fmt.Sprintf("made by hand in centipawn workbench %s from weights of %s", cli.Version, p.Tool)
	p.Constraints = append([]string(nil), p.Constraints...)
	for _, w := range list {
		p.Constraints = append(p.Constraints, fmt.Sprintf("by hand %s from %g to %g", w.Name, w.Old, w.Value))
	}
	p.Spread = nil
	return &out
}

// changedTerms returns a copy of terms with new values, which have no standard error.
func changedTerms(terms []weights.Term, to map[string]float64) []weights.Term {
	out := append([]weights.Term(nil), terms...)
	for i := range out {
		t := &out[i]
		sides := map[string]*weights.Weight{t.Name: &t.Value}
		if t.Tapered {
			sides = map[string]*weights.Weight{t.Name + ".mg": &t.MG, t.Name + ".eg": &t.EG}
		}
		for name, w := range sides {
			if v, ok := to[name]; ok {
				*w = weights.Weight{Value: v, Bound: weights.BoundFrozen}
			}
		}
	}
	return out
}
