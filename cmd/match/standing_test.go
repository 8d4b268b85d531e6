package main

import (
	"strings"
	"testing"

	"centipawn/match"
	"centipawn/match/elo"
)

// TestLadderOfOneRung: two players have no ratings, and are shown as in a match.
func TestLadderOfOneRung(t *testing.T) {
	won := elo.Pentanomial{0, 0, 0, 0, 1}
	r := &match.Result{Progress: match.Progress{
		Games: 2, Pairs: 1, Players: []match.Player{{Name: "we", Wins: 2}, {Name: "rung", Losses: 2}},
		Pairings: []match.Pairing{{First: "we", Second: "rung", Wins: 2, Pentanomial: won, Estimate: elo.Of(won)}},
	}}
	var out strings.Builder
	if err := (&arranged{conditions: &conditions{}, ladder: true}).print(&out, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"games     2: we +2 =0 -0 rung", "pairs     0 0 0 0 1", "V10: "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %q", want, out.String())
		}
	}
}
