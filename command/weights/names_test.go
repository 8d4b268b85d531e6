package weights

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/weights"
)

// The published weights of the full sets are terms of theirs, with phase and scale.
func TestPublishedStandard(t *testing.T) {
	for _, set := range []*features.Set{standard.Set, standard.Safety} {
		f, _ := weights.Published(set.Name())
		for _, w := range f.Terms {
			term, ok := set.Term(w.Name)
			if !ok || set.Terms()[term].Taper != features.Tapered || !w.Tapered {
				t.Errorf("%s: %s is not a tapered term of the set", set.Name(), w.Name)
			}
		}
		if set.Phase().Name != f.Phase || set.Scale().Name != f.EndgameScale {
			t.Errorf("%s: phase %s and scale %s, want %s and %s", set.Name(), f.Phase, f.EndgameScale, set.Phase().Name, set.Scale().Name)
		}
	}
}

// The published weights are those of the sets' terms, by name and kind.
func TestPublishedHasTheTermsOfTheSet(t *testing.T) {
	for _, name := range []string{"alphaone", "pesto", "pesto_mirrored"} {
		set, err := features.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		type term struct {
			Name    string
			Tapered bool
		}
		var want, got []term
		for _, def := range set.Terms() {
			want = append(want, term{def.Name, def.Taper == features.Tapered})
		}
		f, _ := weights.Published(name)
		for _, w := range f.Terms {
			got = append(got, term{w.Name, w.Tapered})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-set +published):\n%s", name, diff)
		}
		if phase := set.Phase().Name; phase != f.Phase {
			t.Errorf("%s: phase %s, want %s", name, f.Phase, phase)
		}
	}
}
