package nn

import (
	"cmp"
	"fmt"

	"example.org/centipawn/internal/enum"
)

// A Head is how the policy is made of the last block.
type Head uint8

const (
	// ByPlane takes a plane of logits for each kind of move, by a convolution of 1×1: few weights, the
	// same for all squares.
	ByPlane Head = iota
	// ByDense has two filters and a dense layer after them, as AlphaGo Zero.
	ByDense
	// ByConv is ByPlane after a convolution of 3×3 to 64 channels: as many numbers for each square as
	// the moves of a ray with its blockers need.
	ByConv
)

var heads = []string{"planes", "dense", "conv"}

// String returns the head's name in files.
func (h Head) String() string { return enum.Name(heads, h) }

// MarshalText returns the name.
func (h Head) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText takes a name. The error lists the names.
func (h *Head) UnmarshalText(text []byte) error { return enum.Parse(h, heads, text) }

// A Config is the shape of a network.
type Config struct {
	Planes   int  `json:"planes"`                 // of a position
	Moves    int  `json:"moves"`                  // planes of moves: 64 times as many logits
	Channels int  `json:"channels"`               // between the blocks
	Blocks   int  `json:"blocks"`                 // residual ones
	Stacked  int  `json:"convolutions,omitempty"` // convolutions of a block; zero means 2
	Policy   Head `json:"policy"`
	Hidden   int  `json:"hidden"` // neurons of the value head
}

// stacked is the usual number of convolutions of a block.
const stacked = 2

// Canonical returns the shape as files have it: with 0 for the usual number of convolutions of a block.
func (c Config) Canonical() Config {
	if c.Stacked == stacked {
		c.Stacked = 0
	}
	return c
}

// stacked returns the number of convolutions of a block.
func (c Config) stacked() int { return cmp.Or(c.Stacked, stacked) }

// filters of the dense policy head, of the one by a convolution, and of the value head.
const (
	policyFilters = 2
	convFilters   = 64
	valueFilters  = 1
)

// The largest number of planes, channels, blocks and neurons, and of all parameters: five
// times as many as the largest of the paper.
const (
	most        = 4096
	mostStacked = 8
	mostMoves   = 1 << 16 / Squares // planes: a move is a number of 16 bits
	mostSize    = 1 << 27
)

// Validate reports the first number that no network has.
func (c Config) Validate() error {
	for _, n := range []struct {
		name  string
		value int
		least int
		most  int
	}{{"planes", c.Planes, 1, most}, {"moves", c.Moves, 1, mostMoves}, {"channels", c.Channels, 1, most}, {"blocks", c.Blocks, 0, most}, {"convolutions of a block", c.stacked(), 1, mostStacked}, {"hidden", c.Hidden, 1, most}} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("network of %d %s: want %d to %d", n.value, n.name, n.least, n.most)
		}
	}
	if int(c.Policy) >= len(heads) {
		return fmt.Errorf("network with policy head %d: want one of %v", c.Policy, heads)
	}
	if size := c.Size(); size > mostSize {
		return fmt.Errorf("network of %d parameters: want %d at most", size, mostSize)
	}
	return nil
}

// Size returns the number of parameters.
func (c Config) Size() int {
	normedSize := func(in, out, window int) int { return in*out*window*window + 2*out }
	denseSize := func(in, out int) int { return in*out + out }
	size := normedSize(c.Planes, c.Channels, 3) + c.Blocks*c.stacked()*normedSize(c.Channels, c.Channels, 3)
	switch c.Policy {
	case ByPlane:
		size += denseSize(c.Channels, c.Moves)
	case ByDense:
		size += normedSize(c.Channels, policyFilters, 1) + denseSize(policyFilters*Squares, c.Moves*Squares)
	case ByConv:
		size += normedSize(c.Channels, convFilters, 3) + denseSize(convFilters, c.Moves)
	}
	return size + normedSize(c.Channels, valueFilters, 1) + denseSize(valueFilters*Squares, c.Hidden) + denseSize(c.Hidden, 1)
}
