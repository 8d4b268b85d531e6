package rows

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
)

// A Grouping says which rows share an intercept: those that agree in all of its columns.
type Grouping uint8

// The columns of a grouping.
const (
	BySource Grouping = 1 << iota
	ByGame
	ByTree // search trees, each of one game
	BySide // the side to move
)

var groupingNames = []string{"source", "game", "tree", "side"}

// String lists the columns, as in "tree,side".
func (g Grouping) String() string {
	var names []string
	for i, name := range groupingNames {
		if g&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// ParseGrouping is the inverse of String.
func ParseGrouping(text string) (g Grouping, err error) {
	for name := range strings.SplitSeq(text, ",") {
		i := slices.Index(groupingNames, strings.TrimSpace(name))
		if i < 0 {
			return 0, fmt.Errorf("%q: want none, or some of %s with commas between them", text, strings.Join(groupingNames, ", "))
		}
		g |= 1 << i
	}
	return g, nil
}

// Nested reports whether the rows of a group are all of one game: then intercepts by group leave the
// scores of games independent, and a split by games cuts no group.
func (g Grouping) Nested() bool { return g&(ByGame|ByTree) != 0 }

// Check reports columns that the data lack.
func (g Grouping) Check(s matrix.Schema) error {
	switch {
	case g&ByTree != 0 && !s.Optional.Has(matrix.WithTree):
		return errors.New("fit: intercepts by tree: the rows name no search trees; pass data with trees, such as those of match selfplay -leaves, or -intercept game")
	case g&BySide != 0 && !s.Optional.Has(matrix.WithSide):
		return errors.New("fit: intercepts by side: the rows do not say who is to move; extract the data again, or leave side out of -intercept")
	}
	return nil
}

// Key returns the group of row i of b, as 64 bits that are mixed: of a million groups two coincide
// once in forty million data sets. A tree's number counts within its source and game.
func (g Grouping) Key(b *matrix.Block, i int) uint64 {
	key := uint64(g)
	if g&(BySource|ByTree) != 0 {
		key = splitmix.Mix(key ^ uint64(Source(b, i))<<8)
	}
	if g.Nested() {
		key = splitmix.Mix(key ^ uint64(b.Game[i]))
	}
	if g&ByTree != 0 {
		key = splitmix.Mix(key ^ uint64(b.Tree[i])<<8)
	}
	if g&BySide != 0 {
		key = splitmix.Mix(key ^ uint64(b.Side[i])<<8)
	}
	return key
}
