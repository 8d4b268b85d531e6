package alphaone

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestBisection: with an opponent who plays as he is set a third of the runs end in
// the right bracket, and the error is more than a bracket. With a floor of 1320 Elo
// the procedure cannot tell 600 from 1000, and is far off at the floor.
func TestBisection(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, elo := range []float64{650, 1550, 2050} {
		b := simulate(elo, 0, 4000, rng)
		if b.Right < 0.30 || b.Right > 0.38 || b.RMSE < 105 || b.RMSE > 127 {
			t.Errorf("%.0f Elo: %.3f right, rmse %.0f, want 0.30 to 0.38 and 105 to 127", elo, b.Right, b.RMSE)
		}
		if math.Abs(float64(b.Median)+bracketWidth/2-elo) > bracketWidth {
			t.Errorf("%.0f Elo: median %s", elo, bracket(b.Median))
		}
	}
	for _, tt := range []struct {
		elo       float64
		low, high int // of the median bracket
	}{{600, 0, 0}, {1000, 0, 0}, {1200, 100, 400}, {1320, 900, 1200}, {2050, 1900, 2100}} {
		if b := simulate(tt.elo, floorElo, 4000, rng); b.Median < tt.low || b.Median > tt.high {
			t.Errorf("%.0f Elo against the floor: median %s, want %d to %d", tt.elo, bracket(b.Median), tt.low, tt.high)
		}
	}
}

// TestBisectExtremes: who always wins ends at the top, who never does at the bottom.
func TestBisectExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	if top, bottom := bisect(1e5, 0, rng), bisect(-1e5, 0, rng); top != bisectionTop-bracketWidth || bottom != 0 {
		t.Errorf("brackets at %d and %d, want %d and 0", top, bottom, bisectionTop-bracketWidth)
	}
}

// TestHalfPoints: the mean of the drawn scores is what is expected.
func TestHalfPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, expected := range []float64{0.02, 0.5, 0.8} {
		const n = 20_000
		sum := 0
		for range n {
			sum += halfPoints(expected, rng)
		}
		if got := float64(sum) / (2 * bisectionGames * n); math.Abs(got-expected) > 0.005 {
			t.Errorf("mean score %.4f, want %.2f", got, expected)
		}
	}
}
