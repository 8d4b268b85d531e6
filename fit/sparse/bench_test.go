package sparse

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var benchRows = flag.Int("rows", 200000, "`rows` of the benchmarks")

// tables is a problem like that of piece-square tables: 384 tapered columns, of
// which a row has about 14, and 25 phases.
func tables(rows int) *problem {
	p := &problem{spec: Spec{Weights: 768, Threads: runtime.GOMAXPROCS(0)}, source: &testSource{perBlock: 8192}, scale: testScale}
	for c := range int32(384) {
		p.spec.Columns = append(p.spec.Columns, taperedColumn(2*c, 2*c+1))
	}
	for phase := range 25 {
		p.spec.MG = append(p.spec.MG, float64(phase)/24)
		p.spec.EG = append(p.spec.EG, 1-float64(phase)/24)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range rows {
		phase := uint8(min(24, max(0, int(12+6*rng.NormFloat64()))))
		r := testRow{mg: phase, eg: phase, target: float32(rng.IntN(3)) / 2, cluster: uint32(i/60) * 2654435761}
		for at := rng.IntN(40); at < 384; at += 1 + rng.IntN(50) {
			r.columns, r.counts = append(r.columns, uint16(at)), append(r.counts, float32(2*rng.IntN(2)-1))
		}
		p.source.rows = append(p.source.rows, r)
	}
	return p
}

// benchmark runs a pass over rows like those of piece-square tables.
func benchmark(b *testing.B, pass func(d *Design, w []float64) error) {
	p := tables(*benchRows)
	d, w := p.design(b), p.weights()
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
	var p *Product
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
	p := tables(*benchRows)
	for b.Loop() {
		p.design(b)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(*benchRows), "ns/row")
}

// trees is tables with rows by eight, which differ by some columns from the first, as the leaves of a
// tree do, and in two trees of five some by a piece less.
func trees(rows int) *problem {
	p := tables(rows)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range p.source.rows {
		r := &p.source.rows[i]
		if i%8 != 0 {
			first := &p.source.rows[i-i%8]
			r.columns, r.counts, r.mg, r.eg = slices.Clone(first.columns), slices.Clone(first.counts), first.mg, first.eg
			for range 3 {
				if at := rng.IntN(len(r.columns) - 1); r.columns[at+1] > r.columns[at]+1 {
					r.columns[at]++
				}
			}
			if i/8%5 < 2 && i%3 == 0 && r.mg > 0 {
				r.mg, r.eg = r.mg-1, r.eg-1
			}
		}
		r.group, r.cluster = uint64(i/8), uint32(i/8)
	}
	p.source.grouped, p.spec.Grouped = true, true
	return p
}

// BenchmarkGroups: gradients and curvatures of rows by trees.
func BenchmarkGroups(b *testing.B) {
	p := trees(*benchRows)
	d, w := p.design(b), p.weights()
	g, h := make([]float64, 768), mat.NewSymDense(768, nil)
	for name, pass := range map[string]func() error{
		"Gradient":  func() error { _, err := d.Gradient(b.Context(), w, g); return err },
		"Curvature": func() error { return d.Curvature(b.Context(), w, GaussNewton, 1, h) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := pass(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(d.Rows()), "ns/row")
		})
	}
}
