package weights_test

import (
	"bytes"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

// TestKind: a policy says what it is and in which unit, keeps it through the file, and is refused
// where an evaluation is wanted, by name of the option that takes it.
func TestKind(t *testing.T) {
	f := fixtures.Plain()
	if err := f.Require(weights.Evaluation); err != nil {
		t.Error(err)
	}
	if err := f.Require(weights.Policy); err == nil || !strings.Contains(err.Error(), "an evaluation, where a policy is wanted") || !strings.Contains(err.Error(), "EvalFile") {
		t.Errorf("an evaluation as a policy: %v", err)
	}
	f.Kind = weights.Policy
	var text bytes.Buffer
	if err := f.Encode(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"kind": "policy"`, weights.Policy.Unit()} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %s in the file", want)
		}
	}
	back, err := weights.Decode("x", &text)
	if err != nil || back.Kind != weights.Policy {
		t.Fatalf("read back %v, %v", back, err)
	}
	if err := back.Require(weights.Evaluation); err == nil || !strings.Contains(err.Error(), "PolicyFile") {
		t.Errorf("a policy as an evaluation: %v", err)
	}
	if d := weights.Compare(fixtures.Plain(), back); len(d.Inputs) != 1 || d.Inputs[0].Field != "kind" {
		t.Errorf("differences %+v", d.Inputs)
	}
}

// TestPolicyIsLinear: a policy has no scale of the endgame and no formula.
func TestPolicyIsLinear(t *testing.T) {
	for name, change := range map[string]func(*weights.File){
		"scale":   func(f *weights.File) { f.EndgameScale = "half" },
		"formula": func(f *weights.File) { f.Formula = "linear" },
		"kind":    func(f *weights.File) { f.Kind = "net" },
	} {
		f := fixtures.Plain()
		f.Kind = weights.Policy
		change(f)
		if err := f.Validate(); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
