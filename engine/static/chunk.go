package static

import "example.org/centipawn/board"

// chunkSize is how many positions are handed out at a time: few enough for a slow engine's progress to
// be seen and kept, enough for a fast one not to wait.
const chunkSize = 64

// A chunk is positions that one process is asked about.
type chunk struct {
	indices   []int
	positions []board.Position
	replies   []reply
	err       error // of the last position that the engine has failed of
}

// A reply is the answer to one position.
type reply struct {
	number float64
	why    Reason
	asked  bool   // not so after too many failures
	text   string // what was printed in place of a number
}

func (c *chunk) fill(positions []board.Position, indices []int) {
	c.indices, c.positions, c.err = indices, c.positions[:0], nil
	for _, i := range indices {
		c.positions = append(c.positions, positions[i])
	}
	c.replies = make([]reply, len(indices))
}
