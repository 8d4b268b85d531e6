package pool

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/centipawn/match/entrants"
)

// Within returns a tree that asks an engine: another program in place of alpha-beta, with the
// options that its spec gives it.
func Within(tree, engine entrants.Spec) entrants.Spec {
	if !engine.Foreign() {
		return tree
	}
	var options []string
	for _, name := range slices.Sorted(maps.Keys(engine.Options)) {
		options = append(options, fmt.Sprintf("%s=%v", name, engine.Options[name]))
	}
	tree = tree.With("InnerEngine", strings.Join(append([]string{engine.Command}, engine.Args...), " "))
	if options != nil {
		tree = tree.With("InnerOptions", strings.Join(options, ";"))
	}
	return tree
}
