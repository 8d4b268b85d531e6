package pgn

import (
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/text"
)

// A table is what the games are compared with.
func init() { datasets.Register(text.Format, Format) }
