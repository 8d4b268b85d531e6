package gram

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// Classes are rows whose products can be added up together because two derivatives of theirs are equal.
type Classes struct {
	V     []float64    // the rows' weights
	F     [][2]float64 // their derivatives
	order []int32      // of rows, by class
}

// Put adds a row.
func (c *Classes) Put(v float64, f [2]float64) { c.V, c.F = append(c.V, v), append(c.F, f) }

// Clear takes all rows off.
func (c *Classes) Clear() { c.V, c.F = c.V[:0], c.F[:0] }

// Sort puts the rows in the order of their classes, and returns how many are in the class of the one before.
func (c *Classes) Sort() (same int) {
	c.order = c.order[:0]
	for i := range c.F {
		c.order = append(c.order, int32(i))
	}
	slices.SortFunc(c.order, func(i, j int32) int {
		a, b := c.F[i], c.F[j]
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(i, j))
	})
	for i, row := range c.order[1:] {
		if c.F[row] == c.F[c.order[i]] {
			same++
		}
	}
	return same
}

// All returns the classes, of rows that [Classes.Sort] has put in order. A rough class that has fewer than enough rows goes on
// while derivatives are near: a matrix of a sample of the rows only tells a search where to look.
func (c *Classes) All(rough bool, enough int) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		for order := c.order; len(order) > 0; {
			n := c.first(order, rough, enough)
			if !yield(order[:n]) {
				return
			}
			order = order[n:]
		}
	}
}

// near is how far apart, as a share of the larger, derivatives are that a rough class takes for equal.
const near = 0.1

// first returns the number of rows of the class that order begins with.
func (c *Classes) first(order []int32, rough bool, enough int) int {
	f, n := c.F[order[0]], 1
	for n < len(order) && c.F[order[n]] == f {
		n++
	}
	if !rough {
		return n
	}
	for most := near * max(math.Abs(f[0]), math.Abs(f[1])); n < len(order) && n < enough; n++ {
		if g := c.F[order[n]]; math.Abs(g[0]-f[0]) > most || math.Abs(g[1]-f[1]) > most {
			break
		}
	}
	return n
}

// Mean returns that of the derivatives of a class, by weight.
func (c *Classes) Mean(class []int32) (mean [2]float64) {
	if f := c.F[class[0]]; c.F[class[len(class)-1]] == f {
		return f
	}
	weight := 0.0
	for _, i := range class {
		weight += c.V[i]
		mean[0] += c.V[i] * c.F[i][0]
		mean[1] += c.V[i] * c.F[i][1]
	}
	return [2]float64{mean[0] / weight, mean[1] / weight}
}
