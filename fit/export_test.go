package fit

import (
	"slices"
	"testing"

	"example.org/centipawn/fit/choice"
	"example.org/centipawn/fit/sparse"
)

// For the tests of the package, which import packages that import it.

var (
	MethodNames = methodNames
	NewJob      = newJob
)

// Known reports whether the loss is registered.
func (l Loss) Known() bool { return l.known() }

// Entry returns what the name stands for.
func (l Loss) Entry() (scores *sparse.Loss, moves *choice.Loss) {
	e := l.entry()
	return e.scores, e.moves
}

// KeepLosses takes back what is registered when the test ends.
func KeepLosses(t *testing.T) {
	before := slices.Clone(losses)
	t.Cleanup(func() { losses = before })
}
