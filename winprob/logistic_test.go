package winprob

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestExpectedBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	z := []float64{0, 1, -1, 1.0 / 32, -1.0 / 32, 1e-300, 40, -40, 41, -300, 1e6, -1e6, math.Inf(1), math.Inf(-1)}
	for range 200_000 {
		z = append(z, rng.NormFloat64()*math.Exp(3*rng.Float64()))
	}
	got := append([]float64(nil), z...)
	ExpectedBatch(got)
	worst := 0.0
	for i, v := range z {
		worst = max(worst, math.Abs(got[i]-1/(1+math.Exp(-v))))
	}
	if !(worst < 1e-12) {
		t.Errorf("absolute error %g", worst)
	}
	nan := []float64{math.NaN()}
	if ExpectedBatch(nan); !math.IsNaN(nan[0]) {
		t.Errorf("NaN gives %g", nan[0])
	}
}

// The benchmark's rows: one twin calls math.Exp.
func BenchmarkExpected(b *testing.B) {
	z := make([]float64, 512)
	for _, bench := range []struct {
		name string
		f    func([]float64)
	}{
		{"batch", ExpectedBatch},
		{"one by one", func(z []float64) {
			for i, v := range z {
				z[i] = 1 / (1 + math.Exp(-v))
			}
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for range b.N {
				for i := range z {
					z[i] = float64(i*7919%512-256) / 50
				}
				bench.f(z)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(z)), "ns/row")
		})
	}
}
