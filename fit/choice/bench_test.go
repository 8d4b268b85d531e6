package choice

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// pesto is roots such as those of piece-square tables: 384 tapered columns, 35 moves of a
// move, one of a few replies and a further move, and sometimes another phase.
func pesto(b *testing.B, roots int) *Roots {
	c := Config{Weights: 768, Teacher: 30, Temperature: 50, K: 0.8 * math.Ln10 / 400, Threads: 2}
	for i := range int32(384) {
		c.Columns = append(c.Columns, Slots{-1, 2 * i, 2*i + 1})
	}
	rng, r := rand.New(rand.NewPCG(2, 9)), New(c)
	for g := range roots {
		pieces, phase := rng.Perm(384)[:26], float64(rng.IntN(25))/24
		var moves []Move
		own, replies := rng.Perm(384)[:35], rng.Perm(384)[:8]
		for i := range own {
			m := Move{MG: phase, EG: 1 - phase, Value: 60 * rng.NormFloat64()}
			if rng.IntN(4) == 0 {
				m.MG, m.EG = 0.96*phase, 1-0.96*phase
			}
			moved := slices.Clone(pieces)
			for _, square := range []int{own[i], replies[rng.IntN(len(replies))], own[rng.IntN(len(own))]} {
				moved[rng.IntN(len(moved))] = square
			}
			slices.Sort(moved)
			for _, p := range slices.Compact(moved) {
				m.Columns, m.Counts = append(m.Columns, uint16(p)), append(m.Counts, float32(1-2*(p/32%2)))
			}
			moves = append(moves, m)
		}
		if err := r.Add(Root{Game: uint32(g / 8), Weight: 1}, moves); err != nil {
			b.Fatal(err)
		}
	}
	return r
}

// BenchmarkPasses times a pass of each kind over 20,000 roots with 35 moves each.
func BenchmarkPasses(b *testing.B) {
	r := pesto(b, 20_000)
	w, g, h := make([]float64, r.Weights), make([]float64, r.Weights), mat.NewSymDense(r.Weights, nil)
	b.Logf("%d moves, %d entries of their own", r.Rows(), len(r.column))
	for name, pass := range map[string]func() error{
		"gradient":  func() error { _, err := r.Gradient(b.Context(), w, g); return err },
		"diagonal":  func() error { return r.Diagonal(b.Context(), w, 1, g) },
		"curvature": func() error { return r.Curvature(b.Context(), w, Exact, 1, h) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := pass(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
