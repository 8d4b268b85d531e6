package fit

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"centipawn/fit/sparse"
	"centipawn/matrix"
	"centipawn/winprob"
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
	design, err := newDesign(set.Schema(), nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	opt := Options{Loss: Sigmoid, Intercept: NoIntercept, Split: Split{By: SplitNone}, Threads: 1}.WithDefaults()
	opt.Target.Expected = true
	t := &texel{estimator: &estimator{data: set, opt: opt, design: design}}
	if t.rows, err = t.pack(b.Context(), Train, t.divide(0, 0)); err != nil {
		b.Fatal(err)
	}
	t.rows.Scale = winprob.Logit(1)
	n := t.rows.Weights
	w, g, h := make([]float64, n), make([]float64, n), mat.NewSymDense(n, nil)
	perRow := func(name string, pass func() error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := pass(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*t.rows.Rows()), "ns/row")
		})
	}
	perRow("gradient", func() error { _, err := t.rows.Gradient(b.Context(), w, g); return err })
	perRow("curvature", func() error { return t.rows.Curvature(b.Context(), w, sparse.GaussNewton, 1, h) })
	perRow("diagonal", func() error { return t.rows.Diagonal(b.Context(), w, 1, g) })
}
