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
		wins int
	}{"none": {nil, 0}, "below 0": {nil, -1}, "both": {&elo.SPRT{Elo1: 5}, 3}} {
		_, _, err := Duel(t.Context(), Step{}, match.Plan{SPRT: tt.test}, tt.wins, nil)
		if err == nil || !strings.Contains(err.Error(), "pass an SPRT or a number of wins") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
