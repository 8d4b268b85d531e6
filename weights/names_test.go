package weights_test

import (
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"builtin", "mine.json"} {
		if err := fixtures.Plain().Write(name); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ name, set, want, err string }{ // want: a set
		{"builtin", "", "standard", ""},
		{"", "pesto", "standard", ""},
		{"published", "pesto", "pesto", ""},
		{"published:lishex", "pesto", "lishex", ""},
		{"mine.json", "", "alphaone", ""},
		{"builtin:standard", "", "standard", ""},
		{"builtin:standard_nonlinear", "pesto", "standard_nonlinear", ""},
		{"builtin:standard_retuned", "pesto", "standard", ""},
		{"builtin:pesto", "", "", "no built-in weights pesto: pass a weights file, or builtin:NAME with one of standard, standard_nonlinear, standard_retuned"},
		{"./builtin", "", "alphaone", ""},
		{"published", "", "", "published: no set at hand: pass published:SET, one of alphaone, "},
		{"published", "mine", "", "no published weights for set mine: pass a weights file, or published:SET with one of alphaone, "},
		{"published:", "", "", "no published weights for set : "},
		{"zero", "", "", "zero: these weights have no values: pass builtin, published:SET or a file (./zero)"},
		{"none.json", "", "", "none.json"},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+tt.set, func(t *testing.T) {
			f, err := weights.Find(tt.name, tt.set)
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			if err == nil && f.Set != tt.want {
				t.Errorf("weights of set %s, want %s", f.Set, tt.want)
			}
		})
	}
	for _, set := range weights.PublishedSets() {
		if _, ok := weights.Published(set); !ok {
			t.Errorf("nothing published for %s", set)
		}
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"": "builtin", "builtin": "builtin", "published:pesto": "published pesto", "builtin:standard_nonlinear": "builtin standard_nonlinear", filepath.Join("x", "my.weights.json"): "my.weights", "./builtin": "builtin",
	} {
		if got := weights.Label(name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}

// TestFindFor: a set of one's own takes published weights that are named, and no file of another
// set.
func TestFindFor(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plain.json")
	if err := fixtures.Plain().Write(file); err != nil {
		t.Fatal(err)
	}
	f, err := weights.FindFor("published:standard", "mine", "1a5c")
	if err != nil || f.Set != "mine" || len(f.Terms) == 0 {
		t.Errorf("published:standard: %v, %v", f, err)
	}
	if _, err := weights.FindFor(file, "mine", "1a5c"); err == nil || !strings.Contains(err.Error(), "F11") {
		t.Errorf("a file of another set: %v", err)
	}
}
