package fittest

import (
	"flag"
	"math"
	"testing"

	"example.org/centipawn/fit"
)

var Simulations = flag.Int("simulations", 1, "`times` as many fits in each test of coverage: 10 take some minutes")

// A Coverage counts intervals that hold the truth.
type Coverage struct{ Held, All, Unknown int }

func (c *Coverage) Add(r *fit.Result, truth []float64) {
	for j, w := range r.Weights {
		switch half := w.Interval95(); {
		case half == 0:
			c.Unknown++
		case math.Abs(w.Value-truth[j]) <= half:
			c.Held++
			fallthrough
		default:
			c.All++
		}
	}
}

// Check wants 92 to 97 % of the intervals to hold the truth, with twice the noise of that many
// fits: the intervals of one fit hold it, or not, together, as if there were three.
func (c *Coverage) Check(t *testing.T, fits int) {
	t.Helper()
	share, noise := float64(c.Held)/float64(c.All), 2*math.Sqrt(0.92*0.08/float64(min(c.All, 3*fits)))
	t.Logf("%.1f %% of %d intervals hold the truth; %d weights have none", 100*share, c.All, c.Unknown)
	if share < 0.92-noise || share > 0.97+noise {
		t.Errorf("%.1f %% of %d intervals hold the truth: want 92 to 97 %%, give or take %.1f", 100*share, c.All, 100*noise)
	}
}

// Planted are options of fits whose weights are compared with planted ones.
func Planted(loss fit.Loss) fit.Options {
	return fit.Options{Loss: loss, Split: fit.Split{By: fit.SplitNone}, Intercept: fit.NoIntercept, Bootstrap: fit.Bootstrap{Resamples: 2},
		Texel: fit.Texel{K: 1.2, Search: fit.Search{Tolerance: 1e-10}, Scaling: fit.Scaling{Scale: fit.ScaleNone}}}
}
