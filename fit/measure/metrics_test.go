package measure

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestManyGames: putting games together leaves the width of an interval.
func TestManyGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var games []uint32
	var sums []ErrorSums
	for g := range 3 * maxClusters {
		games = append(games, uint32(g))
		sums = append(sums, ErrorSums{W: 1, Squared: rng.ExpFloat64()})
	}
	if n := len(clusters(games, sums)); n != maxClusters {
		t.Errorf("%d clusters", n)
	}
	squared, w := func(s ErrorSums) float64 { return s.Squared }, func(s ErrorSums) float64 { return s.W }
	got := Bootstrap{}.intervals(ratioOf(clusters(games, sums), squared, w, nil))[0]
	want := 1 / math.Sqrt(float64(len(games))) // the deviation of an exponential is its mean
	if math.Abs(got.StdErr/want-1) > 0.1 {
		t.Errorf("standard error %g, want about %g", got.StdErr, want)
	}
}
