package rows

import (
	"testing"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/formula"
)

// TestBent: what is not linear in sums and weights.
func TestBent(t *testing.T) {
	scope := formula.Scope{Sums: []formula.Sum{{Name: "a"}, {Name: "b"}}, Inputs: []string{"in"}}
	for text, want := range map[string]bool{
		"(a * in - b / 3) * mg + in * in": false, "weight(w) + a + b": false, "a * b": true, "square(a) + b": true, "max(0, a) + b": true,
		"a + if in > 0 then b else 0": true, "weight(w) * a + b": true,
	} {
		f, err := formula.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.Compile(scope)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&Form{Form: packed.Form{Program: p}}).Bent(); got != want {
			t.Errorf("%s: bent %v", text, got)
		}
	}
}
