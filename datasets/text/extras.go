package text

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
)

// What rows may also say: the move that was played or is best, and the depth
// of the search that gave the score. No option asks for these columns, so one of the
// right name does not count if most of what the first rows have there is not a legal
// move, or no depth: elsewhere "move" is the number of the move.

// A tallied counts values that are what the name of their column says, and others.
type tallied struct{ good, bad int }

// holds reports whether most of the values are what they should be.
func (t tallied) holds() bool { return t.bad == 0 || t.good > t.bad }

// add looks at the value of a row. One that is missing says nothing.
func (t *tallied) add(r role, fen, value []byte) {
	p, err := board.ParseFEN(string(fen))
	if err != nil {
		return // a bad line: it will be counted when it is read
	}
	known := len(value) > 0
	if r == roleMove {
		var m board.Move
		m, err = datasets.ParseMove(&p, value)
		known = m != board.NoMove
	} else {
		_, err = parseDepth(value)
	}
	switch {
	case err != nil:
		t.bad++
	case known:
		t.good++
	}
}

// parseDepth reads a number of plies; beyond 255 it is 255, and without digits 0.
func parseDepth(b []byte) (uint8, error) {
	n := 0
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("%w %s: want a number of plies", datasets.ErrDepth, cut.Quote(b))
		}
		n = min(10*n+int(c-'0'), 255)
	}
	return uint8(n), nil
}
