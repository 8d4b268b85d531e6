package search

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/fit/sparse/packed"
)

// drawnRows are random rows of eight columns, the last two of them tapered.
type drawnRows struct{}

// Blocks implements packed.Source.
func (drawnRows) Blocks() int { return 1 }

// Block implements packed.Source.
func (drawnRows) Block(_ int, into *packed.Rows) error {
	rng := rand.New(rand.NewPCG(6, 77))
	*into = packed.Rows{}
	for i := range 600 {
		into.Low = append(into.Low, int64(len(into.Columns)))
		for c := range uint16(8) {
			if x := rng.IntN(5) - 2; x != 0 {
				into.Columns, into.Counts = append(into.Columns, c), append(into.Counts, float32(x))
			}
		}
		into.High = append(into.High, int64(len(into.Columns)))
		phase := uint8(rng.IntN(5))
		into.MG, into.EG = append(into.MG, phase), append(into.EG, phase)
		into.Target, into.Cluster = append(into.Target, float32(rng.IntN(3))/2), append(into.Cluster, uint32(i/12))
		into.Weight, into.Offset = append(into.Weight, float32(1+i%3)/2), append(into.Offset, float32(i%7)*5)
	}
	return nil
}

// searching returns an objective with all of its parts: a ridge, a prior, bends and
// orders, and two weights tied.
func searching(t *testing.T, loss *sparse.Loss) *Objective {
	t.Helper()
	spec := sparse.Spec{Loss: loss, Spec: packed.Spec{MG: []float64{0, 0.25, 0.5, 0.75, 1}, EG: []float64{1, 0.75, 0.5, 0.25, 0}, Weights: 9, Threads: 2}}
	for c := range int32(6) {
		spec.Columns = append(spec.Columns, packed.Column{Plain: c, MG: -1, EG: -1})
	}
	spec.Columns = append(spec.Columns, packed.Column{Plain: -1, MG: 6, EG: 7}, packed.Column{Plain: -1, MG: 8, EG: 8})
	d, err := sparse.New(t.Context(), drawnRows{}, spec)
	if err != nil {
		t.Fatal(err)
	}
	d.Scale = 1.2 * math.Ln10 / 400
	return &Objective{Rows: d, N: 9, Chains: [][]int{{0, 2}, {3, 1, 4}}, Parts: 1, Penalty: &penalty.Penalty{
		Ridge: 3e-9, Prior: 1e-8, Smooth: 2e-8, Weights: 8, Mean: []float64{70, 0, 0, 5, 0, 0, 0, 0},
		Bends: []rows.Bend{{0, 1, 2}, {1, 2, 3}, {rows.Reference, 4, 5}},
	}}
}

// TestGradient compares the gradient of the objective, with penalties, orders and
// ties, with central differences: the numerical gradient of textbooks is its slow
// twin.
func TestGradient(t *testing.T) {
	for _, loss := range sparse.Losses {
		f := searching(t, loss)
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
					t.Errorf("%s: derivative %d is %.10g, by differences %.10g", loss.Name, j, g[j], want)
				}
			}
		}
	}
}

// TestBatches: rows that have no batches are not a panic of the method that needs them, but its error.
func TestBatches(t *testing.T) {
	f := searching(t, sparse.Sigmoid)
	if n := f.Batches(); n != 1 {
		t.Errorf("%d batches of rows that have one", n)
	}
	type others = Rows // of which the struct has the methods of Rows alone
	f.Rows = struct{ others }{f.Rows}
	if n := f.Batches(); n != 0 {
		t.Errorf("%d batches of rows that have none", n)
	}
	_, err := descent.Minimize(t.Context(), f, make([]float64, f.Size()), descent.Options{Method: descent.SGD})
	if err == nil || !strings.Contains(err.Error(), "sgd: the objective has no batches") {
		t.Error(err)
	}
}

// TestSecondDerivatives compares the exact second derivatives of the objective with
// differences of its gradient.
func TestSecondDerivatives(t *testing.T) {
	for _, loss := range sparse.Losses {
		f := searching(t, loss)
		n := f.Size()
		point := make([]float64, n)
		for j := range point {
			point[j] = float64(7*j - 20)
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
					t.Errorf("%s: [%d %d] = %.9g, by differences %.9g", loss.Name, i, j, h.At(i, j), want)
				}
			}
		}
	}
}
