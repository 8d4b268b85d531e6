package texel

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestDownwards: the indices of a direction of negative curvature, whatever the sizes of weights; none of
// a matrix that is positive but for rounding.
func TestDownwards(t *testing.T) {
	h := mat.NewSymDense(4, []float64{
		4, 3000, 0, 0,
		3000, 1e6, 0, 0,
		0, 0, 5, 1,
		0, 0, 1, 2,
	}) // 0 and 1 are correlated by 1.5
	if got := downwards(h, []int{0, 1, 2, 3}); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("%v, want 0 and 1", got)
	}
	if got := downwards(h, []int{1, 2, 3}); got != nil {
		t.Errorf("%v without 0, want none", got)
	}
	h.SetSym(0, 1, 2000.1) // a flat direction
	if got := downwards(h, []int{0, 1, 2, 3}); got != nil {
		t.Errorf("%v of a flat direction, want none", got)
	}
	h.SetSym(2, 2, -1)
	if got := downwards(h, []int{2, 3}); !slices.Equal(got, []int{2}) && !slices.Equal(got, []int{2, 3}) {
		t.Errorf("%v, want 2", got)
	}
}
