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

// TestBlockRoundTrip: what is written is read, and written again as the same bytes; a
// file without them has no new fields.
func TestBlockRoundTrip(t *testing.T) {
	want := fixtures.WithBlock()
	text := encode(t, want)
	got, err := weights.Decode("x.json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	if again := encode(t, got); !bytes.Equal(again, text) {
		t.Errorf("written again:\n%s\nbefore:\n%s", again, text)
	}
	plain := encode(t, fixtures.Tapered())
	for _, field := range []string{"endgame_scale", "block"} {
		if !bytes.Contains(text, []byte(field)) || bytes.Contains(plain, []byte(field)) {
			t.Errorf("%s: in the one %v, in the other %v", field, bytes.Contains(text, []byte(field)), bytes.Contains(plain, []byte(field)))
		}
	}
}

// TestBlockFaults: the reader is strict about the block, too, and knows the line.
func TestBlockFaults(t *testing.T) {
	text := string(encode(t, fixtures.WithBlock()))
	line := func(part string) string {
		before, _, _ := strings.Cut(text, part)
		return fmt.Sprintf("x.json:%d: ", 1+strings.Count(before, "\n"))
	}
	tests := []struct{ name, old, new, want string }{
		{"form", weights.BlockForm, "u^3", `x.json: block: form "u^3": this program knows "` + weights.BlockForm + `"`},
		{"unknown field", `"form"`, `"from": 1, "form"`, "block.from: unknown field"},
		{"a name twice", "danger.e4", "danger.attackers", line("danger.e4") + "danger.attackers: two weights have this name"},
		{"a name of a term", "danger.e4", "passed.r2.mg", line("danger.e4") + "passed.r2.mg: two weights have this name"},
		{"tapered", `"value": -3.5, "bound": "low"`, `"mg": 1, "eg": 2`, line("danger.e4") + "danger.e4: a term of the block has one value"},
		{"no value", `, "value": -3.5, "bound": "low"`, "", line("danger.e4") + `term "danger.e4": want value, or mg and eg, with their standard errors`},
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
	f := fixtures.WithBlock()
	f.Block.Terms = nil
	if err := f.Validate(); err == nil || err.Error() != "block: no terms" {
		t.Errorf("an empty block: %v", err)
	}
}

// TestBlockCompare: a diff names weights of the block, and other scales and forms.
func TestBlockCompare(t *testing.T) {
	a, b := fixtures.WithBlock(), fixtures.WithBlock()
	b.Block.Terms[0].Value.Value = 14
	d := weights.Compare(a, b)
	if len(d.Inputs) != 0 || len(d.Weights) != 1 || d.Weights[0].Name != "danger.attackers" || d.Weights[0].Difference() != 1.75 {
		t.Errorf("%+v", d)
	}
	d = weights.Compare(a, fixtures.Tapered())
	if len(d.Weights) != 2 || d.Weights[0].Change != weights.Removed || len(d.Inputs) != 2 ||
		d.Inputs[0].Field != "endgame_scale" || d.Inputs[1].Field != "block" {
		t.Errorf("%+v", d)
	}
}

// TestPublishedStandard: the start of the full sets is PeSTO's tables, of their phase
// and scale, with nothing about other terms.
func TestPublishedStandard(t *testing.T) {
	want, _ := weights.Published("pesto")
	for _, set := range []string{"standard", "standard_safety"} {
		f, ok := weights.Published(set)
		if !ok || f.Phase != "pesto" || f.EndgameScale != "endgame" || f.Block != nil {
			t.Fatalf("%s: %v, phase %s, endgame scale %s", set, ok, f.Phase, f.EndgameScale)
		}
		if diff := cmp.Diff(want.Terms, f.Terms); diff != "" {
			t.Errorf("%s:\n%s", set, diff)
		}
	}
}
