package descent

import (
	"fmt"
	"testing"
)

// BenchmarkMinimize fits 400 weights to a relative gap of 1e-9, or as far as 200
// passes go.
func BenchmarkMinimize(b *testing.B) {
	o := logistic(8000, 400, 1)
	o.batch = 1000
	best, err := Minimize(b.Context(), o, make([]float64, 400), Options{Tolerance: 1e-14})
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range methods {
		b.Run(m.String(), func(b *testing.B) {
			var res *Result
			for b.Loop() {
				if res, err = Minimize(b.Context(), o, make([]float64, 400), Options{Method: m, Passes: 200, Rate: 0.05}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(res.Passes), "passes")
			b.ReportMetric(res.Curvatures, "curvatures")
			b.ReportMetric(res.F-best.F, "gap")
		})
	}
}

// BenchmarkFactor decomposes a matrix for all and for all but one of its weights.
func BenchmarkFactor(b *testing.B) {
	for _, n := range []int{400, 800, 1600} {
		c, all := newCurvature(n, true), make([]int, n)
		for j := range all {
			all[j], c.scale[j] = j, 1
		}
		for _, free := range [][]int{all, all[1:]} {
			b.Run(fmt.Sprintf("%d of %d", len(free), n), func(b *testing.B) {
				for b.Loop() {
					if err := c.restrict(free, ridge); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
