package gram

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
)

// TestGram: sums by column, spread over what the columns are made of, are those of dense rows.
func TestGram(t *testing.T) {
	const order, weights = 9, 7
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		made := mat.NewDense(order, weights, nil) // columns of weights, some of two, some of the same
		s := Spread{To: make([]float64, weights*weights), Row: func(i int) int { return i * weights }}
		for j := range order {
			s.Start = append(s.Start, len(s.List))
			for range rng.IntN(3) {
				share := packed.Share{Weight: rng.IntN(weights), Factor: rng.NormFloat64()}
				s.List = append(s.List, share)
				made.Set(j, share.Weight, made.At(j, share.Weight)+share.Factor)
			}
		}
		s.Start = append(s.Start, len(s.List))
		sums, want := Make(Size(order)), mat.NewSymDense(weights, nil)
		for range 20 {
			var columns []uint16
			var x []float64
			dense, v := mat.NewVecDense(order, nil), rng.NormFloat64()
			for j := range order {
				if rng.IntN(2) == 0 {
					columns, x = append(columns, uint16(j)), append(x, rng.NormFloat64())
					dense.SetVec(j, x[len(x)-1])
				}
			}
			Add(sums, order, columns, x, v)
			var row mat.VecDense
			row.MulVec(made.T(), dense)
			want.SymRankOne(want, v, &row)
		}
		for a := range order {
			s.Add(a, sums[Row(order, a):][:order])
		}
		for i := range weights {
			for j := i; j < weights; j++ {
				if got := s.To[i*weights+j]; math.Abs(got-want.At(i, j)) > 1e-11 {
					t.Fatalf("%d, %d: %v, want %v", i, j, got, want.At(i, j))
				}
			}
		}
	}
}
