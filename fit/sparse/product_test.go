package sparse

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestProduct: products are those with the Gauss–Newton matrix; rows and games are counted without
// sums as with them.
func TestProduct(t *testing.T) {
	everyLayout(t, layouts, 700, func(t *testing.T, p *Problem) {
		d, w := p.Design(t), p.Weights()
		product, err := d.Product(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		v, got, rng := make([]float64, d.Weights), make([]float64, d.Weights), rand.New(rand.NewPCG(1, 2))
		for j := range v {
			v[j] = rng.NormFloat64()
		}
		if err := product.Times(t.Context(), v, got); err != nil {
			t.Fatal(err)
		}
		var want mat.VecDense
		want.MulVec(p.twin().gaussNewton(w), mat.NewVecDense(len(v), v))
		Compare(t, "product", got, want.RawVector().Data, 1e-6)
		scores, err := d.Scores(t.Context(), w, 40)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := d.Counts(t.Context(), w, 40)
		if err != nil || !slices.Equal(counts.Rows, scores.Rows) || !slices.Equal(counts.Games, scores.Games) || counts.Pools != nil {
			t.Errorf("%v: rows %v and games %v, want %v and %v", err, counts.Rows, counts.Games, scores.Rows, scores.Games)
		}
	})
}
