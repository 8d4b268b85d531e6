package confidence

import (
	"math"
	"testing"
)

// TestQuantile95 compares with the table of W. Gosset's distribution.
func TestQuantile95(t *testing.T) {
	for freedom, want := range map[float64]float64{1: 12.706, 2: 4.303, 5: 2.571, 30: 2.042, 120: 1.980, 0: 1.960, 1e9: 1.960} {
		if got := Quantile95(freedom); math.Abs(got-want) > 5e-4 {
			t.Errorf("%g degrees of freedom: %.4f, want %.3f", freedom, got, want)
		}
	}
}

// TestMinus: two equal errors have twice the degrees of freedom, and one that is much the
// larger keeps its own.
func TestMinus(t *testing.T) {
	for _, c := range []struct{ a, b, want Error }{
		{Error{3, 10}, Error{3, 10}, Error{math.Sqrt(18), 20}},
		{Error{3, 10}, Error{4, 0}, Error{5, 10 * 625 / 81.}},
		{Error{3, 0}, Error{4, 0}, Error{5, 0}},
		{Error{1, 4}, Error{1e-6, 4}, Error{1, 4}},
	} {
		got := c.a.Minus(c.b)
		if math.Abs(got.StdErr-c.want.StdErr) > 1e-9 || math.Abs(got.Freedom-c.want.Freedom) > 1e-6 {
			t.Errorf("%v less %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if (Error{}).Half95() != 0 || math.Abs((Error{2, 5}).Half95()-5.141) > 1e-3 {
		t.Error("half widths")
	}
}
