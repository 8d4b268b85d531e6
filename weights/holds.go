package weights

import (
	"math"
	"slices"
	"strings"
)

// HoldsMaterial reports whether a board holds the value of its piece, its mean. A king
// has none.
func (f *File) HoldsMaterial(g Group) bool {
	return g.Board && !strings.HasSuffix(g.Name, "king") && f.TablesHoldMaterial()
}

// The tables hold the pieces' values if most have, in one half, a mean that is holdsDeviations standard
// deviations of the squares above 0 or more, and the largest mean, of holdsBoards tables or more, is holdsRatio times
// the smallest. PeSTO's are 2 to 40 deviations and a ratio of 7 to 12 with the values, and less than one
// without.
const (
	holdsDeviations = 2
	holdsBoards     = 4
	holdsRatio      = 2
)

// NamesMaterial reports whether a term is called material.*.
func (f *File) NamesMaterial() bool {
	return slices.ContainsFunc(f.Terms, func(t Term) bool { return strings.HasPrefix(t.Name, "material.") })
}

// TablesHoldMaterial reports whether the tables pst.* of the pieces hold their values. They do not if
// terms are called material.*, and where the squares are worth about as much as the mean: the engine
// then has its values elsewhere, under names that say nothing of pieces, or in no weight.
func (f *File) TablesHoldMaterial() bool {
	if f.NamesMaterial() {
		return false
	}
	hold, n, least, most := 0, 0, math.Inf(1), 0.0
	for _, g := range f.Groups() {
		if !g.Board || g.Name == "pst.king" {
			continue
		}
		n++
		above := false
		for _, side := range g.Sides() {
			mean := g.Mean(side.Of)
			spread := math.Sqrt(g.Mean(func(t Term) Weight {
				w := side.Of(t)
				w.Value = (w.Value - mean) * (w.Value - mean)
				return w
			}))
			above = above || mean > holdsDeviations*spread
			least, most = min(least, mean), max(most, mean)
		}
		if above {
			hold++
		}
	}
	return 2*hold > n && (n < holdsBoards || most >= holdsRatio*least)
}
