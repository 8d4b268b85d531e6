package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"centipawn/fit/sparse"
	"centipawn/fit/texel"
	"centipawn/matrix"
)

// searching returns a fit that is ready for its search, and its objective.
func searching(t *testing.T, l league, opt Options) (*texel.Scaled, *texel.Objective) {
	t.Helper()
	return scaledOf(t, newSet(t, l.columns, 100, awkward(l.rows())), expectedOf(opt))
}

// tabled names the columns x.0, x.1, …, elements of a table; x.4 is tapered.
func tabled(l league) league {
	for c := range l.columns {
		l.columns[c] = matrix.Column{Name: fmt.Sprintf("x.%d", c), Tapered: c == 4}
	}
	return l
}

// penalties are options that make all of an objective's parts.
func penalties(loss Loss) Options {
	return Options{Loss: loss, Ridge: 3, Fixed: []Fixed{{Pattern: "x.5", Value: 4}}, Texel: Texel{
		K: 1.2, Prior: []NamedWeight{{Name: "x.0", Value: 70}, {Name: "x.3", Value: 5}}, PriorRows: 10, Smooth: 20,
		Orders: []Order{{Pattern: "x.[02]"}, {Pattern: "x.[13]", Falling: true}}, Ties: []Tie{{Patterns: []string{"x.4.mg", "x.4.eg"}}},
	}}
}

// TestGradient compares the gradient of the objective, with penalties, orders and
// ties, with central differences: the numerical gradient of textbooks is its slow
// twin.
func TestGradient(t *testing.T) {
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		_, f := searching(t, tabled(usual(6)), penalties(loss))
		rng := rand.New(rand.NewPCG(1, 6))
		n := f.Size()
		for range 3 {
			point, g := make([]float64, n), make([]float64, n)
			for j := range point {
				point[j] = 80 * rng.NormFloat64()
			}
			if _, err := f.Gradient(t.Context(), point, g); err != nil {
				t.Fatal(err)
			}
			scratch := make([]float64, n)
			for j := range point {
				const h = 1e-3
				value := func(step float64) float64 {
					p := append([]float64(nil), point...)
					p[j] += step
					v, err := f.Gradient(t.Context(), p, scratch)
					if err != nil {
						t.Fatal(err)
					}
					return v
				}
				want := (8*(value(h)-value(-h)) - (value(2*h) - value(-2*h))) / (12 * h)
				if math.Abs(g[j]-want) > 1e-6*mat.Norm(mat.NewVecDense(n, g), 2) {
					t.Errorf("%v: derivative %d is %.10g, by differences %.10g", loss, j, g[j], want)
				}
			}
		}
	}
}

// TestSecondDerivatives compares the exact second derivatives of the objective with
// differences of its gradient.
func TestSecondDerivatives(t *testing.T) {
	for _, loss := range []Loss{Sigmoid, CrossEntropy} {
		tx, f := searching(t, tabled(usual(6)), penalties(loss))
		n := f.Size()
		point := f.Point(append(make([]float64, 0, n), tx.Start...))
		for j := range point {
			point[j] += float64(7 * j)
		}
		h := mat.NewSymDense(n, nil)
		if err := f.Second(t.Context(), point, sparse.Exact, 1, h); err != nil {
			t.Fatal(err)
		}
		up, down := make([]float64, n), make([]float64, n)
		for j := range n {
			const step = 1e-2
			at := func(s float64, g []float64) {
				p := append([]float64(nil), point...)
				p[j] += s
				if _, err := f.Gradient(t.Context(), p, g); err != nil {
					t.Fatal(err)
				}
			}
			at(step, up)
			at(-step, down)
			for i := range n {
				want := (up[i] - down[i]) / (2 * step)
				if math.Abs(h.At(i, j)-want) > 1e-6*mat.Norm(h, 2) {
					t.Errorf("%v: [%d %d] = %.9g, by differences %.9g", loss, i, j, h.At(i, j), want)
				}
			}
		}
	}
}

// TestPointAndWeights: what a point stands for, and back; orders that are broken
// are mended.
func TestPointAndWeights(t *testing.T) {
	o := &texel.Objective{Chains: [][]int{{0, 2, 1}, {4, 3}}}
	for _, tt := range []struct{ give, want []float64 }{
		{[]float64{1, 5, 3, 9, 7, 2}, []float64{1, 5, 3, 9, 7, 2}},
		{[]float64{1, 2, 3, 6, 7, 2}, []float64{1, 3, 3, 7, 7, 2}},
	} {
		if got := o.Weights(o.Point(tt.give)); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%v became %v, want %v", tt.give, got, tt.want)
		}
	}
}
