package weights

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/export"
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

// What an export says of the phase is how the phase counts.
func TestExportedPhase(t *testing.T) {
	f, _ := weights.Published("pesto")
	code, err := export.Code(f, export.C, export.Options{Package: export.DefaultPackage})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"n is 1 for each knight and bishop, 2 for each rook and 4 for each queen on the board,",
		"at most 24. φ is n/24: a pair is worth (mg·n + eg·(24−n)) / 24.",
	} {
		if !strings.Contains(string(code), want) {
			t.Errorf("the export lacks %q", want)
		}
	}
	for fen, steps := range map[string]int{
		"4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1": 0,
		"4k3/8/8/8/8/8/8/1N2K3 w - - 0 1":      1,
		"4kb2/8/8/8/8/8/8/4K3 w - - 0 1":       1,
		"4k3/8/8/8/8/8/8/R3K3 w - - 0 1":       2,
		"4k3/8/8/8/8/8/8/3QK3 w - - 0 1":       4,
		board.StartFEN:                         24,
		"QQQQk3/QQQ5/8/8/8/8/8/4K3 b - - 0 1":  24,
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := tapered.PeSTO.Step(&p); got != steps {
			t.Errorf("%s: %d, want %d", fen, got, steps)
		}
	}
}
