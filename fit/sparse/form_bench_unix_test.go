//go:build unix

package sparse

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

// dangerTables is Tables with 30 terms more, each side's own counts of which, five a row, go to a sum that is
// squared.
func dangerTables(rows int) *Problem {
	const terms = 30
	p := Tables(rows)
	columns := len(p.Spec.Columns)
	var weights []int32
	for i := range int32(terms) {
		weights = append(weights, 768+i)
	}
	p.Spec = withBlock(p.Spec, weights...)
	p.Spec.Weights += terms
	rng := rand.New(rand.NewPCG(7, 7))
	for i := range p.Source.Rows {
		r := &p.Source.Rows[i]
		for at := rng.IntN(12); at < 2*terms; at += 1 + rng.IntN(11) {
			r.Columns, r.Counts = append(r.Columns, uint16(columns+at)), append(r.Counts, float32(1+rng.IntN(3)))
		}
	}
	return p
}

// wholeText is an evaluation in the manner of engines: the endgame's part is scaled, and its sign limits complexity.
const wholeText = `eg_value = linear.eg + if linear.eg > 0 then max(complexity, -linear.eg) else -max(complexity, linear.eg);
	linear.mg * mg + eg_value * eg * scale + (square(max(0, white)) - square(max(0, black))) / 100 * mg`

// wholeTables is dangerTables with all columns in the form, and 10 terms of complexity.
func wholeTables(rows int) *Problem {
	p := dangerTables(rows)
	f := &formSpec{text: wholeText, sums: []string{"linear", "white", "black", "complexity"}, inputs: []string{"scale"}}
	for c, weights := range p.Spec.Columns {
		of := p.Spec.Form.Columns[c]
		if of.Sum++; of.Sum == 0 {
			of.Weights = weights
		}
		f.columns = append(f.columns, of)
	}
	columns := len(f.columns)
	for i := range int32(10) {
		f.columns = append(f.columns, entry(3, PlainColumn(int32(p.Spec.Weights)+i)))
	}
	p.Spec.Weights += 10
	f.columns = append(f.columns, inputColumn(0))
	p.Spec.Columns = nil
	p.Spec = f.with(p.Spec)
	rng := rand.New(rand.NewPCG(6, 6))
	for i := range p.Source.Rows {
		r := &p.Source.Rows[i]
		for at := rng.IntN(4); at < 10; at += 1 + rng.IntN(4) {
			r.Columns, r.Counts = append(r.Columns, uint16(columns+at)), append(r.Counts, float32(rng.IntN(5)-2))
		}
		r.Columns, r.Counts = append(r.Columns, uint16(columns+10)), append(r.Counts, float32(8-rng.IntN(10)/5)/8)
	}
	return p
}

// cpuTime returns the time of processors that this process has used.
func cpuTime(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkForms: passes over the same rows, linear, with a form beside the linear columns, and all in it.
func BenchmarkForms(b *testing.B) {
	for _, of := range []struct {
		name   string
		tables func(rows int) *Problem
	}{{"linear", Tables}, {"danger", dangerTables}, {"whole", wholeTables}} {
		p := of.tables(*BenchRows)
		d, w := p.Design(b), p.Weights()
		for i := range w {
			w[i] /= 4
		}
		g, h := make([]float64, len(w)), mat.NewSymDense(len(w), nil)
		for _, pass := range []struct {
			name string
			run  func() error
		}{
			{"gradient", func() error { _, err := d.Gradient(b.Context(), w, g); return err }},
			{"curvature", func() error { return d.Curvature(b.Context(), w, GaussNewton, 1, h) }},
			{"exact", func() error { return d.Curvature(b.Context(), w, Exact, 1, h) }},
			{"diagonal", func() error { d.diagonal = lastDiagonal{}; return d.Diagonal(b.Context(), w, 1, g) }},
			{"scores", func() error { _, err := d.Scores(b.Context(), w, 4096); return err }},
		} {
			b.Run(of.name+"/"+pass.name, func(b *testing.B) {
				before := cpuTime(b)
				for b.Loop() {
					if err := pass.run(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(cpuTime(b)-before)/float64(b.N)/float64(d.Rows()), "cpu-ns/row")
			})
		}
	}
}
