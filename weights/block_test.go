package weights_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

// oldBlock is a file of before there were formulas, with the weights of fixtures.WithBlock.
func oldBlock(t *testing.T) string {
	t.Helper()
	f := fixtures.Tapered()
	f.EndgameScale = "endgame"
	return strings.Replace(string(encode(t, f)), `  "provenance"`, `  "block": {
    "form": "(max(0, white)^2 - max(0, black)^2) / 100 * phase",
    "terms": [
      {"name": "danger.attackers", "value": 12.25, "stderr": 0.5},
      {"name": "danger.e4", "value": -3.5, "bound": "low"}
    ]
  },
  "provenance"`, 1)
}

// TestOldBlock: an old file is read as one with a formula, and written as such.
func TestOldBlock(t *testing.T) {
	got, err := weights.Decode("x.json", strings.NewReader(oldBlock(t)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fixtures.WithBlock(), got); diff != "" {
		t.Errorf("(-want +read):\n%s", diff)
	}
	if written := encode(t, got); !bytes.Contains(written, []byte(`"version": 2,`)) || bytes.Contains(written, []byte("block")) {
		t.Errorf("written again:\n%s", written)
	}
}

// TestOldBlockFaults: the reader is strict about the block, and knows the line.
func TestOldBlockFaults(t *testing.T) {
	text := oldBlock(t)
	line := func(part string) string {
		before, _, _ := strings.Cut(text, part)
		return fmt.Sprintf("x.json:%d: ", 1+strings.Count(before, "\n"))
	}
	tests := []struct{ name, old, new, want string }{
		{"form", "(max(0, white)^2 - max(0, black)^2) / 100 * phase", "u^3", `x.json: block: form "u^3": this program knows "(max(0, white)^2`},
		{"unknown field", `"form"`, `"from": 1, "form"`, "block.from: unknown field"},
		{"a name twice", "danger.e4", "danger.attackers", line("danger.e4") + "danger.attackers: two weights have this name"},
		{"a name of a term", "danger.e4", "passed.r2.mg", line("danger.e4") + "passed.r2.mg: two weights have this name"},
		{"tapered", `"value": -3.5, "bound": "low"`, `"mg": 1, "eg": 2`, line("danger.e4") + "danger.e4: a term of the block has one value"},
		{"no value", `, "value": -3.5, "bound": "low"`, "", line("danger.e4") + `term "danger.e4": want value, or mg and eg, with their standard errors`},
		{"a new version", `"version": 1`, `"version": 2`, "x.json: no formula: a file of version 2 has one"},
		{"no terms", text[strings.Index(text, `      {"name": "danger.attackers"`):strings.LastIndex(text, "\n    ]\n  },")], "", "x.json: block: no terms"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(text, tt.old, tt.new, 1)
			if changed == text {
				t.Fatal("nothing was changed")
			}
			if _, err := weights.Decode("x.json", strings.NewReader(changed)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestPublishedStandard: the start of the full sets is PeSTO's tables, of their phase
// and scale, with nothing about other terms.
func TestPublishedStandard(t *testing.T) {
	want, _ := weights.Published("pesto")
	for _, set := range []string{"standard", "standard_safety", "standard_nonlinear"} {
		f, ok := weights.Published(set)
		if !ok || f.Phase != "pesto" || f.EndgameScale != "endgame" || f.Formula != "" {
			t.Fatalf("%s: %v, phase %s, endgame scale %s", set, ok, f.Phase, f.EndgameScale)
		}
		if diff := cmp.Diff(want.Terms, f.Terms); diff != "" {
			t.Errorf("%s:\n%s", set, diff)
		}
	}
}
