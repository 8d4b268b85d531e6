package eval

import (
	"fmt"

	"centipawn/features"
	"centipawn/weights"
)

// Published returns [weights.Published] values, to play with: known by name, and so
// of the set as this program counts it.
func Published(set string) (*weights.File, error) {
	s, err := features.Lookup(set)
	if err != nil {
		return nil, err
	}
	f, ok := weights.Published(set)
	if !ok {
		return nil, fmt.Errorf("no published weights for set %s: pass alphaone, lishex, pesto, pesto_mirrored, standard or standard_safety", set)
	}
	f.SetHash = s.Hash()
	return f, nil
}
