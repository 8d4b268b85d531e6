package alphaone

import (
	"example.org/centipawn/experiments/engines/alphaone"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// newSet returns the set of the experiment: alphaone and the published shield
// beside it. It is not registered, for no weights may name it.
func newSet() (*features.Set, error) {
	return features.NewSet("alphaone_published", &tapered.AlphaOne, append(features.AlphaOneFamilies(), alphaone.PublishedShield())...)
}
