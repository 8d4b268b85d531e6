package winprob

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// TestReliabilityBins compares the bins with their definition.
func TestReliabilityBins(t *testing.T) {
	p := simulated(10, 300, 1)
	for i := range p.Score {
		p.Score[i] = float32(math.Round(float64(p.Score[i]) / 25 * 25)) // ties
		p.Weight = append(p.Weight, float32(1+i%2))
	}
	p.Score[0], p.Score[1] = 0, float32(math.Copysign(0, -1))
	curves, err := Reliability(p, 1.2, nil, 10)
	if err != nil || len(curves) != 1 {
		t.Fatalf("%+v, %v", curves, err)
	}
	c, rows, last := curves[0], 0, -1.0
	if len(c.Bins) > 10 || len(c.Bins) < 8 || c.N != p.Rows() || c.Clusters != 300 || c.From != 0 || c.To != 1 {
		t.Errorf("%+v", c)
	}
	for _, b := range c.Bins {
		if b.N < 250 || b.N > 400 || b.Predicted <= last {
			t.Errorf("%+v after %g", b, last)
		}
		rows, last = rows+b.N, b.Predicted
	}
	if rows != p.Rows() {
		t.Errorf("%d rows of %d in bins", rows, p.Rows())
	}
	for lo, bin := 0, 0; bin < len(c.Bins); bin++ {
		sorted := p.byScore()
		want := slowBin(p, sorted[lo:lo+c.Bins[bin].N], 1.2)
		if got := c.Bins[bin]; !close(got.Predicted, want.Predicted) || !close(got.Observed, want.Observed) || !close(got.StdErr, want.StdErr) {
			t.Errorf("%+v, want %+v", got, want)
		}
		if lo += c.Bins[bin].N; lo < len(sorted) && p.Score[sorted[lo]] <= p.Score[sorted[lo-1]] {
			t.Errorf("bin %d ends between %g and %g", bin, p.Score[sorted[lo-1]], p.Score[sorted[lo]])
		}
	}
}

// slowBin makes a bin from the definitions.
func slowBin(p *Points, rows []int32, k float64) (b Bin) {
	weight, games := 0.0, make(map[uint32]float64)
	for _, i := range rows {
		weight += p.weight(int(i))
	}
	for _, i := range rows {
		b.Predicted += p.weight(int(i)) / weight * Expected(k, float64(p.Score[i]))
		b.Observed += p.weight(int(i)) / weight * float64(p.Expected[i])
	}
	for _, i := range rows {
		games[p.Cluster[i]] += p.weight(int(i)) / weight * (float64(p.Expected[i]) - b.Observed)
	}
	for _, u := range games {
		b.StdErr += u * u
	}
	g := float64(len(games))
	b.N, b.StdErr = len(rows), math.Sqrt(b.StdErr*g/(g-1))
	return b
}

// TestCalibrationClosedForm: with two evaluations the recalibrated scores are the
// shares, and the errors those of two logits.
func TestCalibrationClosedForm(t *testing.T) {
	const n, high, low = 400, 280, 60 // points of n at +200 and at −100
	p := &Points{}
	for i := range n {
		for _, side := range []struct {
			score float32
			won   bool
		}{{200, i < high}, {-100, i < low}} {
			p.Score = append(p.Score, side.score)
			target := float32(0)
			if side.won {
				target = 1
			}
			p.Expected = append(p.Expected, target)
		}
	}
	const k = 1.3
	logit := func(points float64) float64 { return math.Log(points / (n - points)) }
	x1, x2 := k*200*perCentipawn, -k*100*perCentipawn
	slope := (logit(high) - logit(low)) / (x1 - x2)
	intercept := logit(high) - slope*x1
	v1, v2 := float64(n)/(high*(n-high)), float64(n)/(low*(n-low))
	small := math.Sqrt(2.0 * n / (2*n - 1))
	slopeErr := small * math.Sqrt(v1+v2) / (x1 - x2)
	interceptErr := small * math.Sqrt(v1*x2*x2+v2*x1*x1) / (x1 - x2)
	curves, err := Reliability(p, k, nil, 4)
	if err != nil {
		t.Fatal(err)
	}
	c := curves[0]
	if c.Err != nil || !close(c.Slope, slope) || !close(c.Intercept, intercept) || !close(c.SlopeStdErr, slopeErr) || !close(c.InterceptStdErr, interceptErr) {
		t.Errorf("%+v, want slope %g ±%g, intercept %g ±%g", c, slope, slopeErr, intercept, interceptErr)
	}
	if len(c.Bins) != 2 {
		t.Errorf("two evaluations make %d bins", len(c.Bins))
	}
}

// TestCalibrationByPhase: an evaluation twice too sure of itself in the endgame,
// where White besides does better than it says.
func TestCalibrationByPhase(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	p := &Points{}
	for range 40_000 {
		s, phase := 150*rng.NormFloat64(), rng.Float64()
		z := s * perCentipawn
		if phase < 0.5 {
			z = z/2 + 0.3
		}
		target := float32(0)
		if rng.Float64() < logistic(z) {
			target = 1
		}
		p.Score = append(p.Score, float32(s))
		p.Phase = append(p.Phase, float32(phase))
		p.Expected = append(p.Expected, target)
	}
	curves, err := Reliability(p, 1, []float64{0, 0.5, 1}, 5)
	if err != nil || len(curves) != 2 {
		t.Fatalf("%+v, %v", curves, err)
	}
	for j, want := range []struct{ slope, intercept float64 }{{0.5, 0.3}, {1, 0}} {
		c := curves[j]
		if math.Abs(c.Slope-want.slope) > 3*c.SlopeStdErr || math.Abs(c.Intercept-want.intercept) > 3*c.InterceptStdErr || c.SlopeStdErr > 0.03 {
			t.Errorf("%+v, want slope %g, intercept %g", c, want.slope, want.intercept)
		}
	}
}

func TestReliabilityRefusals(t *testing.T) {
	tests := []struct {
		name string
		p    Points
		want Lack
	}{
		{"nothing", Points{}, NoRows},
		{"one target", Points{Score: []float32{1, 2}, Expected: []float32{0, 0}}, OneTarget},
		{"one evaluation", Points{Score: []float32{7, 7}, Expected: []float32{0, 1}}, NoEvaluation},
		{"separable", Points{Score: []float32{-50, -40, 70, 90}, Expected: []float32{0, 0, 1, 1}}, Separable},
		{"one game", Points{Score: []float32{1, 2, 1, 2}, Expected: []float32{0, 0, 1, 1}, Cluster: make([]uint32, 4)}, FewClusters},
	}
	for _, tt := range tests {
		curves, err := Reliability(&tt.p, 1, nil, 3)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var lack *LackError
		if c := curves[0]; !errors.As(c.Err, &lack) || lack.Lack != tt.want || c.Slope != 0 || c.N != tt.p.Rows() {
			t.Errorf("%s: %+v", tt.name, c)
		}
	}
	p := simulated(1, 10, 1)
	for _, tt := range []struct {
		k     float64
		edges []float64
		bins  int
	}{{0, nil, 5}, {math.NaN(), nil, 5}, {1, nil, 0}, {1, []float64{1, 0}, 5}} {
		if _, err := Reliability(p, tt.k, tt.edges, tt.bins); err == nil {
			t.Errorf("%+v passes", tt)
		}
	}
}
