package measures

import (
	"math"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

// TestFormChanges: what changes of a formula's weights do to the rows is what the rows say of the changed file: of
// terms of sums, of linear ones, of parameters and tables, where linear is added, and where the formula reads it as well.
func TestFormChanges(t *testing.T) {
	for name, more := range map[string]string{"beside linear": "", "through linear": " + abs(linear) / 10"} {
		t.Run(name, func(t *testing.T) {
			f := fixtures.Formula()
			f.Formula += more
			f.Terms = append(f.Terms, weights.Term{Name: "tempo", Value: weights.Weight{Value: 20}})
			f.Provenance = weights.Provenance{Tool: "a test"}
			set := fixtures.Rows(t, f, 3000)
			test, err := newTestRows(t.Context(), f, set)
			if err != nil {
				t.Fatal(err)
			}
			for _, changes := range [][]Change{
				{{Name: "danger.attackers", Old: 12.25, Value: 60}},
				{{Name: "material.pawn.mg", Old: 82.4, Value: 20}, {Name: "tempo", Old: 20, Value: 45}},
				{{Name: "strength.pieces.eg", Old: -0.75, Value: 4}, {Name: "strength.pieces.mg", Old: 1.5, Value: 9}},
				{{Name: "danger.slope", Old: 0.0123, Value: 3}},
				{{Name: "curve.1", Old: 40, Value: 400}, {Name: "danger.checks", Old: 7.3, Value: -5}, {Name: "material.queen.eg", Old: 936, Value: 900}},
			} {
				got, err := test.with(changes)
				if err != nil {
					t.Fatal(err)
				}
				want, err := newTestRows(t.Context(), ByHand(f, changes), set)
				if err != nil {
					t.Fatal(err)
				}
				if a, b := got.sums.squared, want.sums.squared; math.Abs(a-b) > 1e-9*b || a == test.sums.squared || len(got.touched) == 0 {
					t.Errorf("%+v: %v, of the changed file %v, before %v; %d rows touched", changes, a, b, test.sums.squared, len(got.touched))
				}
				if all := len(got.touched) == len(test.row); all != strings.HasPrefix(changes[0].Name, "danger.slope") && all != strings.HasPrefix(changes[0].Name, "curve") {
					t.Errorf("%+v: %d rows of %d touched", changes, len(got.touched), len(test.row))
				}
			}
		})
	}
}

// TestFormFault: weights with which the formula has no value are refused, with the place.
func TestFormFault(t *testing.T) {
	f := fixtures.Formula()
	f.Provenance = weights.Provenance{Tool: "a test"}
	f.Formula = strings.Replace(f.Formula, "/ 100 *", "/ (100 - weight(danger.slope)) *", 1)
	test, err := newTestRows(t.Context(), f, fixtures.Rows(t, f, 50))
	if err != nil {
		t.Fatal(err)
	}
	_, err = test.with([]Change{{Name: "danger.slope", Old: 0.0123, Value: 100}})
	if err == nil || !strings.Contains(err.Error(), "with these weights the evaluation of the test row 1 has no value: formula:1:") {
		t.Errorf("error %v", err)
	}
}
