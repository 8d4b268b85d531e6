package eval_test

import (
	"testing"

	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// TestMaterialApartIsTheSame: PeSTO's evaluation is the same with its material in the
// tables and beside them.
func TestMaterialApartIsTheSame(t *testing.T) {
	var evaluators [2]*eval.Evaluator
	for i, set := range []string{"pesto", "lishex"} {
		f, _ := weights.Published(set)
		var err error
		if evaluators[i], err = eval.New(f); err != nil {
			t.Fatal(err)
		}
	}
	for i := range features.Positions() {
		p := &features.Positions()[i]
		if inside, apart := evaluators[0].Evaluate(p), evaluators[1].Evaluate(p); inside != apart {
			t.Fatalf("%g with material inside the tables, %g beside them, on %s", inside, apart, p.FEN())
		}
	}
}
