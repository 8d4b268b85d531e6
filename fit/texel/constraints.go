package texel

import (
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/rows"
)

// Constraints returns the bounds of the weights, nil without any, their orders, and the second
// differences within tables.
func (t *Prepared) Constraints() (low, high []float64, chains penalty.Chains, bends []rows.Bend) {
	return t.low, t.high, t.chains, t.bends
}

// Named returns weights by name in the order of the design; names of weights that are not fitted are
// passed over, names that the set does not have are an error.
func (t *Job) Named(list []rows.NamedWeight) ([]float64, error) { return t.named(list) }
