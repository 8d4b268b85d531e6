package features

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"example.org/centipawn/board"
)

//go:embed positions.txt
var positionsText string

//go:embed rare.txt
var rareText string

// Positions returns a thousand positions from games of the project's own sample.
// The caller must not change them.
var Positions = sync.OnceValue(func() []board.Position { return readPositions(positionsText) })

// Probes returns [Positions] and a few by hand for what these lack, such as bishops
// in cages: on them the laws are checked and sets are distinguished. The caller must not
// change them.
var Probes = sync.OnceValue(func() []board.Position {
	return slices.Concat(Positions(), readPositions(rareText))
})

// readPositions reads a FEN a line.
func readPositions(text string) (list []board.Position) {
	for line := range strings.Lines(text) {
		p, err := board.ParseFEN(strings.TrimSpace(line))
		if err != nil {
			panic(fmt.Sprintf("features: the fixed positions: %v", err))
		}
		list = append(list, p)
	}
	return list
}
