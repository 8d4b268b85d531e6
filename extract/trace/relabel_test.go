package trace

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/matrix"
)

// TestRelabel: rows with the labels of a file are what they are if they are read with that file, whether they
// had positions before or not; the rows that they come from stay as they are.
func TestRelabel(t *testing.T) {
	first := write(t, "leaves.epd", leaves)
	other := write(t, "other.epd", strings.NewReplacer(`"+20"`, `"+21"`, `"+30"`, `"-7"`).Replace(leaves))
	weights := map[string]float64{"pawn": 100, "tempo": 10}
	want, _ := read(t, "x.trace", threeRows, Options{Positions: []string{other}, Weights: weights})
	for name, positions := range map[string][]string{"bare": nil, "positioned": {first}} {
		t.Run(name, func(t *testing.T) {
			trace := threeRows
			if positions == nil { // the constant's evaluation is its own
				trace = strings.Replace(trace, "0-1 eval:-510", "0-1", 1)
			}
			m, _ := read(t, "x.trace", trace, Options{Positions: positions, Weights: weights})
			set, err := matrix.Join(m)
			if err != nil {
				t.Fatal(err)
			}
			before := slices.Clone(only(t, m).Score)
			got, err := Relabel(set, []string{other})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(*only(t, want), *only(t, got), compareBlocks...); diff != "" {
				t.Error(diff)
			}
			if !slices.Equal(got.Provenance().Settings, want.Provenance().Settings) {
				t.Errorf("settings %v, want %v", got.Provenance().Settings, want.Provenance().Settings)
			}
			if !slices.Equal(before, only(t, m).Score) {
				t.Error("the rows themselves have changed")
			}
		})
	}
}

// TestRelabelDoesNotFit: files of other positions, and of fewer or more, are refused.
func TestRelabelDoesNotFit(t *testing.T) {
	m, _ := read(t, "x.trace", threeRows, Options{Positions: []string{write(t, "leaves.epd", leaves)}})
	set, err := matrix.Join(m)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(leaves, "\n")
	for name, tt := range map[string]struct{ positions, want string }{
		"fewer": {lines[0] + lines[1], "2 positions, and the trace has more rows"},
		"more":  {leaves + lines[0], "more positions than the trace has rows, 3"},
		"other": {lines[2] + lines[1] + lines[0], "position 1 is not the one"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Relabel(set, []string{write(t, "labels.epd", tt.positions)}); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}
