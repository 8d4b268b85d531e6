// Package fittest is what tests of fits share: rows with planted weights, the dense problem as a slow twin,
// comparisons. Only tests import it.
package fittest
