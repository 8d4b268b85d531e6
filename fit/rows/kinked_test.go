package rows

import (
	"testing"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/formula"
)

// TestKinked: a smooth curve has no kinks, nor has a branch by what no weight moves.
func TestKinked(t *testing.T) {
	scope := formula.Scope{Sums: []formula.Sum{{Name: "a"}, {Name: "b"}}, Inputs: []string{"in"}}
	for text, want := range map[string]bool{
		"(a * in - b / 3) * mg + in * in": false, "weight(w) + a + b": false, "a * b": false, "square(a) + b": false,
		"weight(w) * (sigmoid(a / 10) - sigmoid(b / 10))": false, "a + if in > 0 then b else 0": false, "max(0, in) * abs(mg - 1/2) * a + b": false,
		"a + lookup(in, 0, 2, x, 3) + b": false, "max(0, a) + b": true, "abs(weight(w)) + a + b": true, "min(in, a) + b": true,
		"a + if square(b) > in then 1 else 0": true, "a + lookup(b, 0, 2, x, 3)": true, "sqrt(a) + b": true,
		"(if in > 0 then max(a, b) else a) * mg": true, "square(lookup(in, 0, 2, x, 3) - 3) + a + b": false,
		"abs(lookup(in, 0, 2, x, 3)) + a + b": true,
	} {
		f, err := formula.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.Compile(scope)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := (&Form{Form: packed.Form{Program: p}}).Kinked(); got != want {
			t.Errorf("%s: kinked %v", text, got)
		}
	}
}
