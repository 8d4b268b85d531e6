package entrants

import "example.org/centipawn/weights"

// Weights returns the weights that a [Spec] names, see [weights.Find].
func Weights(name string) (*weights.File, error) { return weights.Find(name, "") }
