package campaign

import (
	"strings"
	"testing"

	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

// TestOneRule: a gate has one rule by which the new one passes, or no game is played.
func TestOneRule(t *testing.T) {
	for name, tt := range map[string]struct {
		test *elo.SPRT
		rule Rule
	}{"none": {nil, Wins(0)}, "below 0": {nil, Wins(-1)}, "no share": {nil, Share(0)}, "both": {&elo.SPRT{Elo1: 5}, Wins(3)}} {
		_, _, err := Duel(t.Context(), Step{}, match.Plan{SPRT: tt.test}, tt.rule, nil)
		if err == nil || !strings.Contains(err.Error(), "pass an SPRT or a rule") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRules: at least so many wins, and more than a share of the points: 220 of 400 are not more than 55 %.
func TestRules(t *testing.T) {
	for _, tt := range []struct {
		rule                Rule
		wins, draws, losses int
		want                bool
	}{
		{Wins(3), 3, 0, 3, true},
		{Wins(3), 2, 4, 0, false},
		{Share(0.55), 220, 0, 180, false},
		{Share(0.55), 221, 0, 179, true},
		{Share(0.55), 180, 80, 140, false},
		{Share(0.55), 180, 81, 139, true},
		{Share(0.55), 0, 400, 0, false},
		{Share(0.57), 57, 0, 43, false},
		{Share(0.57), 57, 1, 42, true},
		{Share(0.58), 58, 0, 42, false},
	} {
		if got := tt.rule(&match.Pairing{Wins: tt.wins, Draws: tt.draws, Losses: tt.losses}); got != tt.want {
			t.Errorf("+%d =%d -%d passes: %t, want %t", tt.wins, tt.draws, tt.losses, got, tt.want)
		}
	}
}
