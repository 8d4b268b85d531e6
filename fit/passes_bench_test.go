package fit_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/matrix"
)

// BenchmarkPasses times the passes that a search makes, on one core and the rows of a
// matrix that extract wrote, whose columns are used as positions use them: neither
// evenly nor independently.
//
//	extract -set pesto -o quiet.matrix quiet_tcec.epd.zst
//	go test ./fit -run '^$' -bench Passes -matrix $PWD/quiet.matrix
func BenchmarkPasses(b *testing.B) {
	if *benchMatrix == "" {
		b.Skip("no rows: pass -matrix FOLDER")
	}
	m, err := matrix.Open(*benchMatrix)
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	set, err := matrix.Join(m)
	if err != nil {
		b.Fatal(err)
	}
	opt := fit.Options{Loss: fit.Sigmoid, Intercept: fit.NoIntercept, Split: fit.Split{By: fit.SplitNone}, Threads: 1, Texel: fit.Texel{K: 1}}
	t, _ := fittest.ScaledOf(b, set, opt)
	n := t.Rows.Weights
	w, g, h := make([]float64, n), make([]float64, n), mat.NewSymDense(n, nil)
	perRow := func(name string, pass func() error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := pass(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*t.Rows.Rows()), "ns/row")
		})
	}
	perRow("gradient", func() error { _, err := t.Rows.Gradient(b.Context(), w, g); return err })
	perRow("curvature", func() error { return t.Rows.Curvature(b.Context(), w, sparse.GaussNewton, 1, h) })
	perRow("diagonal", func() error { // of rows that remember none
		return t.Rows.Rescaled(t.Rows.Scale).Diagonal(b.Context(), w, 1, g)
	})
}
