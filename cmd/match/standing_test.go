package main

import (
	"strings"
	"testing"

	"centipawn/cli"
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
	for _, want := range []string{"games     2: we +2 =0 -0 rung", "pairs     0 0 0 0 1", "unique    0 of 2 games"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %q", want, out.String())
		}
	}
}

// TestInterruptedAhead: a match that somebody has stopped when its score looked good
// gives no advice to take anybody.
func TestInterruptedAhead(t *testing.T) {
	won := elo.Pentanomial{0, 0, 0, 10, 30}
	r := &match.Result{Stop: match.Interrupted, Progress: match.Progress{
		Games: 80, Pairs: 40, Players: []match.Player{{Name: "we"}, {Name: "you"}},
		Pairings: []match.Pairing{{First: "we", Second: "you", Pentanomial: won, Estimate: elo.Of(won)}},
	}}
	for dir, want := range map[string]string{"": "Play again with -o DIR", "run": "Play on: the same command goes on."} {
		o := (&arranged{conditions: &conditions{dir: dir}}).opinion(r)
		if strings.Contains(o.Next, "Take") || !strings.HasPrefix(o.Next, want) {
			t.Errorf("next %q, want %s", o.Next, want)
		}
	}
}

// TestRepeatsExit: games that bring nothing new leave it open who is better, with a
// test and without.
func TestRepeatsExit(t *testing.T) {
	for _, stop := range []match.Stop{match.Alike, match.Repeating} {
		r := &match.Result{Stop: stop, Progress: match.Progress{
			Players: []match.Player{{Name: "we"}, {Name: "you"}}, Pairings: []match.Pairing{{First: "we", Second: "you"}},
		}}
		if err := finish(discard, &arranged{conditions: &conditions{}}, r, nil); cli.Status(err) != cli.StatusUndecided {
			t.Errorf("%v: %v, want the status of what is left open", stop, err)
		}
	}
}

// TestMost: a list that is cut says by how much, and is not cut for one line.
func TestMost(t *testing.T) {
	for n, want := range map[int]int{0: 0, mostLines: 0, mostLines + 1: 0, mostLines + 2: 2, 1280: 1280 - mostLines} {
		if first, more := most(make([]int, n)); more != want || len(first)+more != n {
			t.Errorf("of %d are %d shown and %d not, want %d not", n, len(first), more, want)
		}
	}
}
