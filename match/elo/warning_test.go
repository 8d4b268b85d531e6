package elo

import "testing"

// TestWidth: what is said of an interval does not contradict it.
func TestWidth(t *testing.T) {
	for _, test := range []struct {
		name     string
		estimate Estimate
		want     string
	}{
		{"a game won", OfGames(1, 0, 0), "1 game leaves an interval that is open to one side: play more"},
		{"a pair won", Of(Pentanomial{4: 1}), "2 games leave an interval that is open to one side: play more"},
		{"a game drawn", OfGames(0, 1, 0), "1 game leaves an interval of ±759 Elo"},
		{"two different pairs", Of(Pentanomial{2: 1, 4: 1}), "4 games leave no interval: play more"},
		{"no game", Of(Pentanomial{}), "0 games leave no interval: play more"},
		{"many", Of(Pentanomial{10, 10, 10, 10, 10}), "100 games leave an interval of ±72 Elo"},
	} {
		if got := test.estimate.Width(); got != test.want {
			t.Errorf("%s: %q of %v, want %q", test.name, got, test.estimate.Elo, test.want)
		}
	}
}
