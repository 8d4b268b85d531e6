package main

import (
	"testing"

	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// TestLaws is all that a term of one's own needs.
func TestLaws(t *testing.T) {
	set, err := features.NewSet("test", &tapered.PeSTO, bishopPair)
	if err != nil {
		t.Fatal(err)
	}
	if err := features.CheckLawsOnPositions(set); err != nil {
		t.Error(err)
	}
}
