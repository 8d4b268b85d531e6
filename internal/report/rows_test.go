package report

import (
	"math"
	"testing"
)

// slowStdErr is the cluster-robust standard error of the mean as a sum over all
// pairs of rows of one cluster.
func slowStdErr(rows Rows, members []int, mean float64) float64 {
	sum, games := 0.0, map[uint32]bool{}
	for _, i := range members {
		games[rows.cluster(i)] = true
		for _, j := range members {
			if rows.cluster(i) == rows.cluster(j) {
				sum += (rows.residual(i) - mean) * (rows.residual(j) - mean)
			}
		}
	}
	g, n := float64(len(games)), float64(len(members))
	return math.Sqrt(g / (g - 1) * sum / (n * n))
}

func TestMeanResidual(t *testing.T) {
	clustered := someRows(400)
	alone := clustered
	alone.Cluster = nil
	var members []int
	for i := 0; i < 400; i += 3 {
		members = append(members, i)
	}
	for name, rows := range map[string]Rows{"clustered": clustered, "every row alone": alone} {
		mean, se := rows.meanResidual(members)
		want := 0.0
		for _, i := range members {
			want += (rows.Label[i] - rows.Predicted[i]) / float64(len(members))
		}
		if math.Abs(mean-want) > 1e-9 {
			t.Errorf("%s: mean %v, want %v", name, mean, want)
		}
		if slow := slowStdErr(rows, members, mean); math.Abs(se-slow) > 1e-9*slow {
			t.Errorf("%s: standard error %v, want %v", name, se, slow)
		}
	}
	if _, se := clustered.meanResidual([]int{0, 1, 2}); !math.IsNaN(se) {
		t.Errorf("one game has no standard error, got %v", se)
	}
}

func TestQuantile(t *testing.T) {
	sorted := []float64{1, 2, 4, 8}
	for _, tt := range []struct{ q, want float64 }{{0, 1}, {1, 8}, {0.5, 3}, {1.0 / 3, 2}, {0.25, 1.75}} {
		if got := quantile(sorted, tt.q); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("quantile(%v) = %v, want %v", tt.q, got, tt.want)
		}
	}
}

func TestBin(t *testing.T) {
	for _, tt := range []struct {
		v    float64
		want int
	}{{-10, 0}, {-10.001, -1}, {10, 3}, {10.001, -1}, {-5.001, 0}, {-5, 1}, {0, 2}, {9.999, 3}} {
		if got := bin(tt.v, -10, 10, 4); got != tt.want {
			t.Errorf("bin(%v) = %d, want %d", tt.v, got, tt.want)
		}
	}
}

// FuzzSteps checks that an axis of any range gets some ticks, not many, all of
// them on it.
func FuzzSteps(f *testing.F) {
	f.Add(0.0, 1.0)
	f.Add(-41.3, 120.9)
	f.Add(-5.0, 100.0)
	f.Add(1e-3, 1e9)
	f.Fuzz(func(t *testing.T, low, high float64) {
		if !Drawable(low) || !Drawable(high) || high-low < 1e-6 {
			t.Skip()
		}
		ticks := steps{}.Ticks(low, high)
		if len(ticks) < 2 || len(ticks) > 10 {
			t.Errorf("%d ticks from %v to %v", len(ticks), low, high)
		}
		room := 1e-9 * (high - low)
		for _, tick := range ticks {
			if tick.Value < low-room || tick.Value > high+room {
				t.Errorf("tick %v outside %v to %v", tick.Value, low, high)
			}
			if tick.Label == "-0" {
				t.Errorf("a tick at %q", tick.Label)
			}
		}
	})
}

func TestRoundUp(t *testing.T) {
	for _, tt := range []struct{ v, want float64 }{{0, 1}, {0.7, 0.8}, {1, 1}, {1.01, 1.5}, {99, 100}, {1234, 1500}, {-3, 1}} {
		if got := roundUp(tt.v); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("roundUp(%v) = %v, want %v", tt.v, got, tt.want)
		}
	}
}

// phaseBins against a loop over all rows for every bin.
func TestPhaseBins(t *testing.T) {
	rows := someRows(2000)
	rows.Phase[0], rows.Phase[1] = 1.2, 0 // beyond the end, and on it
	total := 0
	for _, b := range phaseBins(rows, 5) {
		n, sum := 0, 0.0
		for i, phi := range rows.Phase {
			phi = min(phi, 0.999999)
			if phi >= b.center-b.half && phi < b.center+b.half {
				n++
				sum += rows.residual(i)
			}
		}
		total += b.n
		if b.n != n || math.Abs(b.mean-sum/float64(n)) > 1e-9 {
			t.Errorf("bin at %v: %d rows of mean %v, want %d of %v", b.center, b.n, b.mean, n, sum/float64(n))
		}
		for i := 1; i < len(b.quantiles); i++ {
			if b.quantiles[i] < b.quantiles[i-1] {
				t.Errorf("bin at %v: quantiles %v", b.center, b.quantiles)
			}
		}
	}
	if total != len(rows.Phase) {
		t.Errorf("%d rows in bins, want %d", total, len(rows.Phase))
	}
}

// The shares of a histogram and its numbers against plain loops.
func TestHistogram(t *testing.T) {
	rows := someRows(1000)
	h := newHistogram(rows, 200, 10)
	outside, mae, squares := 0, 0.0, 0.0
	shares := make([]float64, 10)
	for i := range rows.Label {
		r := rows.Label[i] - rows.Predicted[i]
		mae += math.Abs(r) / 1000
		squares += r * r / 1000
		if math.Abs(r) > 200 {
			outside++
			continue
		}
		shares[min(9, int((r+200)/40))] += 0.1
	}
	if h.outside != outside || math.Abs(h.mae-mae) > 1e-9 || math.Abs(h.rmse-math.Sqrt(squares)) > 1e-9 {
		t.Errorf("outside %d, mae %v, rmse %v, want %d, %v, %v", h.outside, h.mae, h.rmse, outside, mae, math.Sqrt(squares))
	}
	for i := range shares {
		if math.Abs(h.shares[i]-shares[i]) > 1e-9 {
			t.Errorf("bin %d has %v %%, want %v", i, h.shares[i], shares[i])
		}
	}
}
