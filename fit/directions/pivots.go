package directions

import (
	"math"
	"slices"
)

// A Pivot is a change that was picked, and how much it adds to those before it.
type Pivot struct {
	Index int     // of the Gram matrix
	New   float64 // root mean square of the part of Δe that those before do not have, expected score
}

// Pivots picks changes that have little in common: first the one with the largest mean square, then, again and again,
// the one with the largest after those before it are projected out, as a Cholesky decomposition with pivots does. It picks
// from the given indices of a Gram matrix, at most most, and ends where a change adds less than least. Of
// equals it picks the one that stands first.
func Pivots(gram [][]float64, from []int, most int, least float64) (list []Pivot) {
	rest := make([][]float64, len(gram)) // what is left of the Gram matrix
	for i := range gram {
		rest[i] = slices.Clone(gram[i])
	}
	for len(list) < most && len(from) > 0 {
		best := from[0]
		for _, i := range from {
			if rest[i][i] > rest[best][best] {
				best = i
			}
		}
		size := rest[best][best]
		if !(size > 0) || math.Sqrt(size) < least {
			break
		}
		list = append(list, Pivot{best, math.Sqrt(size)})
		column := make([]float64, len(rest))
		for i := range rest {
			column[i] = rest[i][best]
		}
		for i := range rest {
			for j := range rest[i] {
				rest[i][j] -= column[i] * column[j] / size
			}
		}
	}
	return list
}
