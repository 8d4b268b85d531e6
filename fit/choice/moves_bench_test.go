package choice_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// squareRoots is roots with 35 moves of a set such as pesto: 384 tapered columns, 26 pieces, leaves that
// differ by a move, one of a few replies and a further move, and sometimes by the phase.
func squareRoots(b *testing.B, roots int) *matrix.Set {
	s := matrix.Schema{Set: "squares", SetHash: "1", Phase: "pesto", Optional: matrix.WithTree | matrix.WithSide}
	for i := range 384 {
		s.Columns = append(s.Columns, matrix.Column{Name: fmt.Sprintf("square.%d", i), Tapered: true})
	}
	for i := range 25 {
		s.MG, s.EG = append(s.MG, float32(i)/24), append(s.EG, 1-float32(i)/24)
	}
	w, err := matrix.NewMemory(s)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 9))
	values := make([]float64, 384)
	for i := range values {
		values[i] = 40 * rng.NormFloat64()
	}
	m := &moveRows{b: matrix.Block{Start: []int64{0}}, rng: rng}
	for g := range roots {
		pieces, phase, side := rng.Perm(384)[:26], uint8(rng.IntN(25)), uint8(rng.IntN(2))
		own, replies := rng.Perm(384)[:35], rng.Perm(384)[:8]
		for i := range own {
			moved := slices.Clone(pieces)
			for _, square := range []int{own[i], replies[rng.IntN(len(replies))], own[rng.IntN(len(own))]} {
				moved[rng.IntN(len(moved))] = square
			}
			slices.Sort(moved)
			counts, value := make([]int, 384), 60*rng.NormFloat64()
			for _, p := range moved {
				if counts[p] == 0 {
					counts[p] = 1 - 2*(p/32%2)
					value += float64(counts[p]) * values[p]
				}
			}
			at := phase
			if rng.IntN(4) == 0 && at > 0 {
				at--
			}
			m.add(uint32(g+1), g/8, side, at, counts, 0, value)
		}
		if m.b.Rows() > matrix.BlockRows-100 || g == roots-1 {
			m.b.Offset = nil
			if err := w.Write(&m.b); err != nil {
				b.Fatal(err)
			}
			m.b = matrix.Block{Start: []int64{0}}
		}
	}
	return memorySet(b, w)
}

// BenchmarkMoves times a fit of choices among 20,000 roots of 35 moves.
func BenchmarkMoves(b *testing.B) {
	set := squareRoots(b, 20_000)
	var prior []fit.NamedWeight
	for i := range 384 {
		prior = append(prior, fit.NamedWeight{Name: fmt.Sprintf("square.%d.mg", i)}, fit.NamedWeight{Name: fmt.Sprintf("square.%d.eg", i)})
	}
	for _, quick := range []bool{true, false} {
		b.Run(map[bool]string{true: "quick", false: "bars"}[quick], func(b *testing.B) {
			for b.Loop() {
				r, err := fit.Fit(b.Context(), set, fit.Options{Loss: fit.MoveChoice, Threads: 2, Texel: fit.Texel{Search: fit.Search{Start: prior, Prior: prior, PriorRows: 300, Quick: quick}}})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.Passes), "passes")
			}
		})
	}
}
