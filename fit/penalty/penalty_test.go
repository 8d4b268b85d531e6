package penalty

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
)

// TestDerivatives compares the penalty's derivatives with differences where an entry of a table is
// left out, with a unit for each weight and without.
func TestDerivatives(t *testing.T) {
	bends := []rows.Bend{{0, 1, rows.Reference}, {1, rows.Reference, 2}, {rows.Reference, 2, 3}}
	w := []float64{3, -1, 4, 2}
	p := &Penalty{Ridge: 0.1, Smooth: 0.7, Weights: 4, Bends: bends}
	ridge := 0.1 * (9 + 1 + 16 + 4)
	check(t, p, w, ridge+0.7*(math.Pow(3+2, 2)+math.Pow(-1+4, 2)+math.Pow(-8+2, 2)))

	p.Units, p.Prior, p.Mean = []float64{1, 2, 3, 4}, 0.5, []float64{3, 0, 0, 0}
	ridge = 0.1 * (9 + 2*1 + 3*16 + 4*4)
	prior := 0.5 * (2*1 + 3*16 + 4*4)
	check(t, p, w, ridge+prior+0.7*(1.5*math.Pow(3+2, 2)+2.5*math.Pow(-1+4, 2)+3.5*math.Pow(-8+2, 2)))
}

// check compares value, gradient, second derivatives, their products and their diagonal.
func check(t *testing.T, p *Penalty, w []float64, want float64) {
	t.Helper()
	n := len(w)
	g, h, d := make([]float64, n), mat.NewSymDense(n, nil), make([]float64, n)
	if at := p.Add(w, g); math.Abs(at-want) > 1e-12 {
		t.Errorf("penalty %g, want %g", at, want)
	}
	p.Curve(h)
	p.Diagonal(d)
	const step = 1e-4
	for j := range w {
		moved, change := slices.Clone(w), make([]float64, n)
		moved[j] += step
		up := p.Add(moved, change)
		moved[j] -= 2 * step
		down := p.Add(moved, make([]float64, n))
		if slope := (up - down) / (2 * step); math.Abs(slope-g[j]) > 1e-6 {
			t.Errorf("derivative %d is %g, differences give %g", j, g[j], slope)
		}
		unit, column := make([]float64, n), make([]float64, n)
		unit[j] = 1
		p.Times(unit, column)
		for k := range w {
			if bend := (change[k] - g[k]) / step; math.Abs(bend-h.At(j, k)) > 1e-6 || math.Abs(column[k]-h.At(j, k)) > 1e-12 {
				t.Errorf("second derivative %d, %d is %g, in a product %g, differences give %g", j, k, h.At(j, k), column[k], bend)
			}
		}
		if math.Abs(d[j]-h.At(j, j)) > 1e-12 {
			t.Errorf("diagonal %d is %g, want %g", j, d[j], h.At(j, j))
		}
	}
}

// TestPointAndWeights: what a point stands for, and back; orders that are broken are mended.
func TestPointAndWeights(t *testing.T) {
	c := Chains{{0, 2, 1}, {4, 3}}
	for _, tt := range []struct{ give, want []float64 }{
		{[]float64{1, 5, 3, 9, 7, 2}, []float64{1, 5, 3, 9, 7, 2}},
		{[]float64{1, 2, 3, 6, 7, 2}, []float64{1, 3, 3, 7, 7, 2}},
	} {
		if got := c.Weights(c.Point(tt.give), nil); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%v became %v, want %v", tt.give, got, tt.want)
		}
	}
}
