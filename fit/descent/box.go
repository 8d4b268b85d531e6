package descent

import (
	"fmt"
	"math"
)

// A box holds the bounds of the weights; a nil slice has none.
type box struct{ low, high []float64 }

// check returns what is wrong with the bounds of n weights.
func (b box) check(n int) error {
	for _, s := range [][]float64{b.low, b.high} {
		if s != nil && len(s) != n {
			return fmt.Errorf("bounds: %d for %d weights: pass one for each, ±Inf for none", len(s), n)
		}
	}
	for j := range n {
		if lo, hi := b.at(j); !(lo <= hi) || math.IsInf(lo, 1) || math.IsInf(hi, -1) {
			return fmt.Errorf("bounds of weight %d: low %v, high %v: pass low ≤ high", j, lo, hi)
		}
	}
	return nil
}

func (b box) at(j int) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if b.low != nil {
		low = b.low[j]
	}
	if b.high != nil {
		high = b.high[j]
	}
	return low, high
}

// clip moves w into the box and says whether that changed it.
func (b box) clip(w []float64) (clipped bool) {
	if b.low == nil && b.high == nil {
		return false
	}
	for j, v := range w {
		lo, hi := b.at(j)
		if c := min(max(v, lo), hi); c != v {
			w[j], clipped = c, true
		}
	}
	return clipped
}

// mark returns -1 or +1 for a weight at a bound that the gradient pushes out of
// the box, 2 for one that cannot move, 0 for one that is free.
func (b box) mark(j int, w, g float64) int8 {
	lo, hi := b.at(j)
	switch {
	case lo == hi:
		return 2
	case w <= lo && g > 0:
		return -1
	case w >= hi && g < 0:
		return 1
	}
	return 0
}

// marks returns the mark of every weight, nil without bounds.
func (b box) marks(w, g []float64) []int8 {
	if b.low == nil && b.high == nil {
		return nil
	}
	m := make([]int8, len(w))
	for j := range w {
		m[j] = b.mark(j, w[j], g[j])
	}
	return m
}

// free returns the weights that may move, ascending.
func (b box) free(w, g []float64) []int {
	free := make([]int, 0, len(w))
	for j := range w {
		if b.mark(j, w[j], g[j]) == 0 {
			free = append(free, j)
		}
	}
	return free
}

// norm returns the largest absolute derivative by a free weight.
func (b box) norm(w, g []float64) float64 {
	var n float64
	for j := range g {
		if b.mark(j, w[j], g[j]) == 0 {
			n = max(n, math.Abs(g[j]))
		}
	}
	return n
}
