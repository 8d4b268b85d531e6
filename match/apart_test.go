package match

import (
	"math"
	"testing"

	"example.org/centipawn/winprob"
)

// TestApart: the place is after the move whose score the answer's contradicts most; what was not scored says nothing.
func TestApart(t *testing.T) {
	for name, test := range map[string]struct {
		scores Scores
		plies  int
		gap    float64
	}{
		"agree":    {Scores{50, -50, 50}, 0, 0},
		"disagree": {Scores{50, -50, 400, 300, -300}, 2 + 3, math.Abs(winprob.Expected(1, 400) + winprob.Expected(1, 300) - 1)},
		"unscored": {Scores{400, noScore, 400}, 0, 0},
		"one":      {Scores{400}, 0, 0},
		"none":     {nil, 0, 0},
	} {
		g := &Game{Book: 2, Scores: test.scores}
		if got := g.Apart(); got.Plies != test.plies && test.gap > 0 || math.Abs(got.Gap-test.gap) > 1e-9 {
			t.Errorf("%s: %+v, want %d half-moves and %g", name, got, test.plies, test.gap)
		}
	}
}
