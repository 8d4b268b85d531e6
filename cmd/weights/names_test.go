package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"centipawn/features"
	"centipawn/weights"
)

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
