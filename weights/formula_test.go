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

// TestFormulaRoundTrip: what is written is read, and written again as the same bytes; a
// file without them has no new fields and the old version.
func TestFormulaRoundTrip(t *testing.T) {
	for name, want := range map[string]*weights.File{"block": fixtures.WithBlock(), "formula": fixtures.Formula()} {
		text := encode(t, want)
		got, err := weights.Decode("x.json", bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-written +read):\n%s", name, diff)
		}
		if again := encode(t, got); !bytes.Equal(again, text) {
			t.Errorf("%s, written again:\n%s\nbefore:\n%s", name, again, text)
		}
		if !bytes.Contains(text, []byte(`"version": 2,`)) {
			t.Errorf("%s: not of version 2:\n%s", name, text)
		}
	}
	fixtures.Golden(t, "formula.json", encode(t, fixtures.Formula()))
	plain := encode(t, fixtures.Tapered())
	for _, field := range []string{"formula", "inputs", "sums", "parameter", `"version": 2`} {
		if bytes.Contains(plain, []byte(field)) {
			t.Errorf("%s in a linear file", field)
		}
	}
}

// TestFormulaFaults: a formula that does not go with the file is refused, with its line and column.
func TestFormulaFaults(t *testing.T) {
	text := string(encode(t, fixtures.Formula()))
	at := func(part string) string {
		before, _, found := strings.Cut(text, part)
		if !found {
			t.Fatalf("no %s in\n%s", part, text)
		}
		return fmt.Sprintf("x.json:%d: ", 1+strings.Count(before, "\n"))
	}
	formula := at(`"formula"`)
	tests := []struct{ name, old, new, want string }{
		{"not a formula", "sigmoid(", "sigmoid(,", formula + "formula:1:"},
		{"an unknown name", "lookup(strength", "lookup(nothing", formula + "formula:2:"},
		{"an unknown input", `"inputs": ["opposite_bishops"]`, `"inputs": ["bishops"]`, formula + "formula:2:"},
		{"an unknown weight", `weight(danger.slope)`, `weight(danger.nothing)`, formula + "formula:1:"},
		{"a parameter of another name", `{"name": "danger.slope"`, `{"name": "danger.other"`, formula + "formula:1:"},
		{"a short table", `{"name": "curve.2"`, `{"name": "curve.3"`, formula + "formula:2:43: the weight curve.2: no parameter has this name"},
		{"an unread parameter", `{"name": "material.pawn"`, `{"name": "surplus", "parameter": true, "value": 1}, {"name": "material.pawn"`, at("material.pawn") + "surplus: a parameter that the formula does not read"},
		{"an unread sum", `"sums": ["white", "black"], "value": 12.25`, `"sums": ["white", "blank"], "value": 12.25`, "blank"},
		{"a sum twice", `"sums": ["white", "black"]`, `"sums": ["white", "white"]`, at("danger.attackers") + "danger.attackers: sum white: named twice"},
		{"a sum called linear", `"sums": ["white", "black"]`, `"sums": ["linear"]`, at("danger.attackers") + "danger.attackers: sum linear: its terms name no sum"},
		{"a sum with a slash", `"sums": ["white", "black"]`, `"sums": ["a/b"]`, at("danger.attackers") + `danger.attackers: sum "a/b": want a name of the formula`},
		{"a slash", `"danger.attackers"`, `"danger/attackers"`, at("danger.attackers") + "danger/attackers: a slash in the name"},
		{"a parameter with sums", `"parameter": true`, `"parameter": true, "sums": ["white"]`, at(`"danger.slope"`) + "danger.slope: a parameter has one value and no sums"},
		{"the old version", `"version": 2`, `"version": 1`, formula + "formula: a file of version 1 has none: want version 2"},
		{"a later version", `"version": 2`, `"version": 3`, "x.json: version 3: this program reads versions 1 and 2"},
		{"a division by 0", "/ 100", "/ 0", formula + "formula:1:"},
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
	for name, change := range map[string]func(*weights.File){
		"inputs without a formula": func(f *weights.File) { f.Inputs = []string{"x"} },
		"a sum without a formula":  func(f *weights.File) { f.Terms[0].Sums = []string{"x"} },
		"a parameter without one":  func(f *weights.File) { f.Terms[0].Tapered, f.Terms[0].Parameter = false, true },
	} {
		f := fixtures.Tapered()
		change(f)
		if err := f.Validate(); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// TestFormulaCompare: a diff names weights of all sums, and other scales and formulas.
func TestFormulaCompare(t *testing.T) {
	a, b := fixtures.WithBlock(), fixtures.WithBlock()
	b.Terms[len(b.Terms)-2].Value.Value = 14
	d := weights.Compare(a, b)
	if len(d.Inputs) != 0 || len(d.Weights) != 1 || d.Weights[0].Name != "danger.attackers" || d.Weights[0].Difference() != 1.75 {
		t.Errorf("%+v", d)
	}
	d = weights.Compare(a, fixtures.Tapered())
	if len(d.Weights) != 2 || d.Weights[0].Change != weights.Removed || len(d.Inputs) != 2 ||
		d.Inputs[0].Field != "endgame_scale" || d.Inputs[1].Field != "formula" {
		t.Errorf("%+v", d)
	}
}

// TestRoundedFormula: centipawns are rounded to their step, other sums finer, parameters not.
func TestRoundedFormula(t *testing.T) {
	f := fixtures.Formula()
	r := f.RoundedTo(1)
	for _, tt := range []struct {
		name string
		want float64
	}{{"danger.attackers", 12.25}, {"danger.checks", 7.3125}, {"danger.slope", 0.0123}} {
		if term, ok := r.Term(tt.name); !ok || term.Value.Value != tt.want {
			t.Errorf("%s is %v, want %v", tt.name, term.Value.Value, tt.want)
		}
	}
	if term, _ := r.Term("material.pawn"); term.MG.Value != 82 {
		t.Errorf("a pawn is %v", term.MG.Value)
	}
}
