package descent

import (
	"context"
	"math"
	"strings"
	"testing"
)

// TestNewtonGap: the gap at the start, from conjugate gradients, is that of the matrix.
func TestNewtonGap(t *testing.T) {
	o := logistic(2000, 60, 4)
	o.penalty = 1e-3
	var with, without []float64
	for method, gaps := range map[Method]*[]float64{Newton: &without, LBFGS: &with} {
		minimize(t, o, make([]float64, 60), Options{Method: method, Every: 1, Report: func(s Step) { *gaps = append(*gaps, s.Gap) }})
	}
	if math.Abs(without[0]/with[0]-1) > 0.1 {
		t.Errorf("gap %g, of the matrix %g", without[0], with[0])
	}
}

// TestNewtonBox: bounds hold the same weights as in a search with a matrix.
func TestNewtonBox(t *testing.T) {
	o := logistic(800, 12, 5)
	low, high := make([]float64, 12), make([]float64, 12)
	for j := range low {
		low[j], high[j] = -0.2, 0.3
	}
	want := minimize(t, o, make([]float64, 12), Options{Low: low, High: high, Tolerance: 1e-14})
	got := minimize(t, o, make([]float64, 12), Options{Method: Newton, Low: low, High: high, Tolerance: 1e-14})
	near(t, "newton", got.Weights, want.Weights, 1e-6)
	if got.Reason != Tolerance || len(got.Bound) != 12 || got.Bound[0] != want.Bound[0] {
		t.Errorf("%v, bounds %v, want %v", got.Reason, got.Bound, want.Bound)
	}
}

// flat is an objective that cannot multiply with its curvature at any point.
type flat struct{ *rows }

func (flat) Product(context.Context, []float64) (Product, error) { return nil, nil }

func TestNewtonRefuses(t *testing.T) {
	for _, o := range []Objective{flat{logistic(50, 3, 1)}, struct{ Objective }{logistic(50, 3, 1)}} {
		if _, err := Minimize(t.Context(), o, make([]float64, 3), Options{Method: Newton}); err == nil || !strings.Contains(err.Error(), "pass") {
			t.Errorf("error %v", err)
		}
	}
}
