package trace

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkRead reads rows such as piece-square tables give: 29 entries of 384
// columns, in two passes. Bytes are those of the file, once.
func BenchmarkRead(b *testing.B) {
	const rows = 50_000
	rng := rand.New(rand.NewPCG(1, 1))
	var text strings.Builder
	for i := range rows {
		fmt.Fprintf(&text, "%g qid:%d mg:%.6f eval:%d", []float64{0, 0.5, 1}[rng.IntN(3)], i/100, float64(rng.IntN(25))/24, rng.IntN(500))
		for c := 1; c <= 384; c += 13 {
			fmt.Fprintf(&text, " %d:%d", c+rng.IntN(13), 2*rng.IntN(2)-1)
		}
		text.WriteByte('\n')
	}
	name := write(b, "x.trace", text.String())
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		m, _, err := Read(b.Context(), []string{name}, Options{})
		if err != nil || m.Rows() != rows {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/row")
}

// BenchmarkReadFormula reads the rows of a small engine with a formula, and checks them against it.
func BenchmarkReadFormula(b *testing.B) {
	const rows = 50_000
	text := smallTrace(rows)
	name := write(b, "x.trace", text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		_, rep, err := Read(b.Context(), []string{name}, Options{Weights: smallWeights})
		if err != nil || rep.Parity.Checked != rows {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/row")
}
