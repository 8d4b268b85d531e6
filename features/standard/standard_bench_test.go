package standard

import (
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// BenchmarkStandard counts the thousand positions, for a score and for a row: what
// several families ask the context for, each family, without that work, and both
// sets. An operation is a pass over the positions. The metric to read is ns/position,
// of the fastest pass: it says what the code costs, on a machine that does other
// things besides.
func BenchmarkStandard(b *testing.B) {
	for _, mode := range []struct {
		name  string
		tally func(*features.Set) *features.Tally
	}{
		{"score", func(s *features.Set) *features.Tally {
			return features.NewScore(make([]tapered.Packed, len(s.Terms())))
		}},
		{"trace", (*features.Set).NewTrace},
	} {
		b.Run(mode.name, func(b *testing.B) {
			context := features.Family{Name: "context", Count: func(c *features.Context, t *features.Tally, first features.Term) { c.Assault(board.White) }}
			base := benchmarkPasses(b, context.Name, mode.tally, 0, context)
			for _, f := range Safety.Families() {
				benchmarkPasses(b, f.Name, mode.tally, base, context, f)
			}
			for _, s := range []*features.Set{Set, Safety} {
				benchmarkPasses(b, s.Name(), mode.tally, 0, s.Families()...)
			}
		})
	}
}

// benchmarkPasses counts some families and reports the nanoseconds a position
// beyond base, which it returns.
func benchmarkPasses(b *testing.B, name string, tally func(*features.Set) *features.Tally, base float64, families ...features.Family) (ns float64) {
	formula := features.Formula{}
	if len(families[len(families)-1].Sums) > 0 {
		formula.Text = features.QuadraticBlock
	}
	s, err := features.NewFormulaSet("set", &tapered.PeSTO, nil, formula, families...)
	if err != nil {
		b.Fatal(err)
	}
	b.Run(name, func(b *testing.B) {
		t, positions := tally(s), features.Positions()
		fastest := time.Hour
		b.ReportAllocs() // must stay 0
		for b.Loop() {
			start := time.Now()
			for i := range positions {
				t.Reset()
				s.Count(&positions[i], t)
			}
			fastest = min(fastest, time.Since(start))
		}
		ns = float64(fastest)/float64(len(positions)) - base
		b.ReportMetric(ns, "ns/position")
	})
	return ns
}
