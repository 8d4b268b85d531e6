package match

import (
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// TestEnded: the exit status of every end, with a test and without.
func TestEnded(t *testing.T) {
	test := func(d elo.Decision) *elo.State { return &elo.State{Decision: d} }
	for _, tt := range []struct {
		name string
		stop match.Stop
		test *elo.State
		want int
	}{
		{"all played", match.AllPlayed, nil, cli.StatusDone},
		{"H1", match.Decided, test(elo.AcceptH1), cli.StatusDone},
		{"H0", match.Decided, test(elo.AcceptH0), cli.StatusRejected},
		{"undecided", match.AllPlayed, test(elo.Undecided), cli.StatusUndecided},
		{"alike", match.Alike, nil, cli.StatusUndecided},
		{"alike, under a test", match.Alike, test(elo.Undecided), cli.StatusUndecided},
		{"repeating", match.Repeating, nil, cli.StatusUndecided},
		{"faulty", match.Faulty, test(elo.AcceptH1), cli.StatusFailed},
		{"interrupted", match.Interrupted, test(elo.Undecided), cli.StatusInterrupted},
	} {
		if err := ended(tt.stop, tt.test, new(match.Result)); cli.Status(err) != tt.want {
			t.Errorf("%s: %v, want status %d", tt.name, err, tt.want)
		}
	}
}

// TestLimitOf: the first limit that says something holds, and without any the default.
func TestLimitOf(t *testing.T) {
	none, few, deep := play.Limit{}, play.Limit{Nodes: 10}, play.Limit{Depth: 3}
	tests := []struct {
		name   string
		limits []play.Limit
		want   play.Limit
	}{
		{"the side's own", []play.Limit{few, deep}, few},
		{"the common one", []play.Limit{none, deep}, deep},
		{"none", []play.Limit{none, none}, entrants.DefaultLimit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := limitOf(discard, tt.limits...)
			if err != nil || got != tt.want {
				t.Errorf("got %v, error %v; want %v", got, err, tt.want)
			}
		})
	}
	if _, err := limitOf(discard, play.Limit{Depth: -1}); err == nil {
		t.Error("a depth of -1 passes")
	}
}
