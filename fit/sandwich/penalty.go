package sandwich

import (
	"gonum.org/v1/gonum/mat"
)

// A Penalty is quadratic: ½·(w−c)ᵀP(w−c) about a centre c.
type Penalty struct {
	Second   *mat.SymDense // P, of Order
	Gradient []float64     // P·(w−c) at the weights

	// Scores returns the sum of the scores of all rows at weights that are moved by a step, nil if it
	// cannot. Without it the loss is taken to be quadratic.
	Scores func(step []float64) []float64
}
