package weights_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"centipawn/weights"
)

// changed is plainFile with two small changes, one large, a term more and one
// less, and another seed.
func changed() *weights.File {
	f := plainFile()
	f.Terms[1].Value.Value += 0.2  // mobility: 2.8 standard errors
	f.Terms[4].Value.Value -= 40   // passed_pawns
	f.Terms[7].Value.Value = 20.25 // side_to_move, no standard error
	f.Terms[3] = weights.Term{Name: "bishop_pair", Value: weights.Weight{Value: 30}}
	f.Provenance.Split.Seed = 2
	f.Provenance.Test.MSE.Value = 50500
	return f
}

func TestCompare(t *testing.T) {
	d := weights.Compare(plainFile(), changed())
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
	d := weights.Compare(taperedFile(), taperedFile())
	if len(d.Weights) != 0 || len(d.Inputs) != 0 || d.Same != 2*len(taperedFile().Terms) {
		t.Errorf("a file differs from itself: %+v", d)
	}
}

// A term that becomes tapered is another pair of weights, not a changed one.
func TestComparePlainWithTapered(t *testing.T) {
	f := plainFile()
	f.Terms[6] = tapered("pawn_islands", -10, -20)
	var got []string
	for _, w := range weights.Compare(plainFile(), f).Weights {
		got = append(got, w.Change.String()+" "+w.Name)
	}
	want := []string{"added pawn_islands.mg", "added pawn_islands.eg", "removed pawn_islands"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What two Texel fits differ in is told in words, each under its field's name.
func TestCompareProvenance(t *testing.T) {
	after := texelFile()
	after.Provenance.K = nil
	after.Provenance.Stopped = "passes"
	after.Provenance.Sealed = nil
	got := map[string]string{}
	for _, in := range weights.Compare(texelFile(), after).Inputs {
		got[in.Field] = in.Old + " > " + in.New
	}
	want := map[string]string{
		"k":       "1.4600 (standard error 0.0040) [1.4522, 1.4678], fitted at pesto; phase 0 to 0.5: 1.6000 (standard error 0.0100); phase 0.5 to 1: 1.3000 > none",
		"stopped": `"tolerance" > "passes"`,
		"sealed":  "725,000 rows, mse 0.0803089, mae 0.234568, rmse 0.283388, logloss 0.651235 [0.65, 0.6525], r2 0.31 (of expected score) > none",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWriteDiff(t *testing.T) {
	var b bytes.Buffer
	if err := weights.Compare(plainFile(), changed()).Write(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "diff", b.Bytes())
}
