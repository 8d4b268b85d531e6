package alphaone

import (
	"example.org/centipawn/experiments/engines/alphaone"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// newSet returns the set of the experiment: alphaone, and beside it the terms of which the paper has another
// reading: mobility in legal moves, the king's attackers, and the shield of its program. It is not registered,
// for no weights may name it.
func newSet() (*features.Set, error) {
	families := append(features.AlphaOneFamilies(), alphaone.PublishedShield(), alphaone.PublishedMobility(), features.KingAttackers())
	return features.NewSet("alphaone_published", &tapered.AlphaOne, families...)
}
