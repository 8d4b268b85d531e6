package sparse

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
)

var BenchRows = flag.Int("rows", 200000, "`rows` of the benchmarks")

// Tables is a problem like that of piece-square tables: 384 tapered columns, of
// which a row has about 14, and 25 phases.
func Tables(rows int) *Problem {
	p := &Problem{Spec: Spec{Spec: packed.Spec{Weights: 768, Threads: runtime.GOMAXPROCS(0)}}, Source: &testSource{perBlock: 8192}, Scale: TestScale}
	for c := range int32(384) {
		p.Spec.Columns = append(p.Spec.Columns, taperedColumn(2*c, 2*c+1))
	}
	for phase := range 25 {
		p.Spec.MG = append(p.Spec.MG, float64(phase)/24)
		p.Spec.EG = append(p.Spec.EG, 1-float64(phase)/24)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range rows {
		phase := uint8(min(24, max(0, int(12+6*rng.NormFloat64()))))
		r := testRow{MG: phase, EG: phase, Target: float32(rng.IntN(3)) / 2, Cluster: uint32(i/60) * 2654435761}
		for at := rng.IntN(40); at < 384; at += 1 + rng.IntN(50) {
			r.Columns, r.Counts = append(r.Columns, uint16(at)), append(r.Counts, float32(2*rng.IntN(2)-1))
		}
		p.Source.Rows = append(p.Source.Rows, r)
	}
	return p
}

// benchmark runs a pass over rows like those of piece-square tables.
func benchmark(b *testing.B, pass func(d *Design, w []float64) error) {
	p := Tables(*BenchRows)
	d, w := p.Design(b), p.Weights()
	for b.Loop() {
		if err := pass(d, w); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(d.Rows()), "ns/row")
}

func BenchmarkGradient(b *testing.B) {
	g := make([]float64, 768)
	benchmark(b, func(d *Design, w []float64) error {
		_, err := d.Gradient(b.Context(), w, g)
		return err
	})
}

// BenchmarkCurvature adds up the matrix of all rows.
func BenchmarkCurvature(b *testing.B) {
	h := mat.NewSymDense(768, nil)
	benchmark(b, func(d *Design, w []float64) error { return d.Curvature(b.Context(), w, GaussNewton, 1, h) })
}

// BenchmarkProduct: a product with the matrix takes about as long as a gradient.
func BenchmarkProduct(b *testing.B) {
	to := make([]float64, 768)
	var p Product
	benchmark(b, func(d *Design, w []float64) (err error) {
		if p == nil {
			if p, err = d.Product(b.Context(), w); err != nil {
				return err
			}
		}
		return p.Times(b.Context(), w, to)
	})
}

func BenchmarkScores(b *testing.B) {
	benchmark(b, func(d *Design, w []float64) error {
		_, err := d.Scores(b.Context(), w, 4096)
		return err
	})
}

// BenchmarkNew packs rows, the making of which is counted too.
func BenchmarkNew(b *testing.B) {
	p := Tables(*BenchRows)
	for b.Loop() {
		p.Design(b)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(*BenchRows), "ns/row")
}
