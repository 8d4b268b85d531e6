package features

import "example.org/centipawn/tapered"

// AlphaOne is the set of the AlphaOne paper with its definitions corrected:
// PeSTO's tapered evaluation, six terms beside it, and the side to move, which
// the paper leaves out.
var AlphaOne = MustRegister(NewSet("alphaone", &tapered.AlphaOne, AlphaOneFamilies()...))

// AlphaOneFamilies returns the families of [AlphaOne], for sets that add to it.
func AlphaOneFamilies() []Family {
	return []Family{
		taperedPeSTO(&tapered.AlphaOne), mobilityFamily, kingAttackFamily,
		pawnShieldFamily, pawnsFamily, sideToMoveFamily,
	}
}
