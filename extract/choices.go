package extract

import (
	"errors"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/matrix"
)

// A choiceCounter counts the moves of roots. The rows of a root follow one another, so that it is
// looked at once.
type choiceCounter struct {
	counter *moves.Counter
	fen     string         // of the root
	root    board.Position // which the counter looks at
	step    uint8          // of its phase
}

// errNoChoice is the error of a row that is not a move of a root.
var errNoChoice = errors.New("no root and via: -set " + moves.Name + " counts moves: want a file of choices, as match choices writes it")

// append appends the counts of a sample's move in White's view, and returns the code of the factors
// of its root.
func (c *choiceCounter) append(b *matrix.Block, s *datasets.Sample) (step uint8, err error) {
	if s.Root == "" || s.Via == "" {
		return 0, errNoChoice
	}
	if s.Root != c.fen {
		root, err := board.ParseFEN(s.Root)
		if err != nil {
			return 0, fmt.Errorf("root: %w", err)
		}
		c.fen, c.root = s.Root, root
		c.counter.Start(&c.root)
		c.step = uint8(c.counter.Step())
	}
	m, err := c.root.ParseUCI(s.Via)
	if err != nil {
		return 0, fmt.Errorf("via: %w", err)
	}
	first := len(b.Counts)
	b.Columns, b.Counts = c.counter.Count(m).Trace().AppendEntries(b.Columns, b.Counts)
	if c.root.SideToMove() == board.Black {
		for i := range b.Counts[first:] {
			b.Counts[first+i] *= -1
		}
	}
	return c.step, nil
}
