package weights_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

func TestCompare(t *testing.T) {
	d := weights.Compare(fixtures.Plain(), fixtures.Changed())
	type row struct {
		Name   string
		Change weights.Change
		Diff   float64
	}
	var got []row
	for _, w := range d.Weights {
		got = append(got, row{w.Name, w.Change, math.Round(1e6*w.Difference()) / 1e6})
	}
	want := []row{
		{"passed_pawns", weights.Changed, -40},
		{"side_to_move", weights.Changed, 0.25},
		{"mobility", weights.Changed, 0.2},
		{"bishop_pair", weights.Added, 30},
		{"pawn_shield", weights.Removed, -1.4605},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("weights (-want +got):\n%s", diff)
	}
	if d.Same != 4 {
		t.Errorf("%d weights of equal value, want 4", d.Same)
	}
	wantInputs := []string{"split", "test"}
	var gotInputs []string
	for _, in := range d.Inputs {
		gotInputs = append(gotInputs, in.Field)
	}
	if diff := cmp.Diff(wantInputs, gotInputs); diff != "" {
		t.Errorf("inputs (-want +got):\n%s", diff)
	}
}

func TestStdErrs(t *testing.T) {
	tests := []struct {
		name string
		c    weights.WeightChange
		want float64
		ok   bool
	}{
		{"3-4-5", weights.WeightChange{Old: weights.Weight{Value: 10, StdErr: 3}, New: weights.Weight{Value: 20, StdErr: 4}}, 2, true},
		{"downwards", weights.WeightChange{Old: weights.Weight{Value: 20, StdErr: 3}, New: weights.Weight{Value: 10, StdErr: 4}}, -2, true},
		{"one unknown", weights.WeightChange{Old: weights.Weight{Value: 10}, New: weights.Weight{Value: 20, StdErr: 4}}, 0, false},
		{"added", weights.WeightChange{Change: weights.Added, New: weights.Weight{Value: 20, StdErr: 4}}, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := tt.c.StdErrs(); got != tt.want || ok != tt.ok {
				t.Errorf("%v, %v, want %v, %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestCompareEqual(t *testing.T) {
	d := weights.Compare(fixtures.Tapered(), fixtures.Tapered())
	if len(d.Weights) != 0 || len(d.Inputs) != 0 || d.Same != 2*len(fixtures.Tapered().Terms) {
		t.Errorf("a file differs from itself: %+v", d)
	}
}

// A term that becomes tapered is another pair of weights, not a changed one.
func TestComparePlainWithTapered(t *testing.T) {
	f := fixtures.Plain()
	f.Terms[6] = fixtures.Term("pawn_islands", -10, -20)
	var got []string
	for _, w := range weights.Compare(fixtures.Plain(), f).Weights {
		got = append(got, w.Change.String()+" "+w.Name)
	}
	want := []string{"added pawn_islands.mg", "added pawn_islands.eg", "removed pawn_islands"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What two Texel fits differ in is told in words, each under its field's name.
func TestCompareProvenance(t *testing.T) {
	after := fixtures.Texel()
	after.Provenance.K = nil
	after.Provenance.Stopped = "passes"
	after.Provenance.Sealed = nil
	got := map[string]string{}
	for _, in := range weights.Compare(fixtures.Texel(), after).Inputs {
		got[in.Field] = in.Old + " > " + in.New
	}
	want := map[string]string{
		"k":       "1.4600 (standard error 0.0040) [1.4522, 1.4678], fitted at pesto; phase 0 to 0.5: 1.6000 (standard error 0.0100); phase 0.5 to 1: 1.3000 > none",
		"stopped": `"tolerance" > "passes"`,
		"sealed":  "725,000 rows, mse 0.080309, mae 0.234568, rmse 0.283388, logloss 0.651235 [0.650000, 0.652500], r2 0.310000 (of expected score) > none",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
