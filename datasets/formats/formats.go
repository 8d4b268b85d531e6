// Package formats is the list of the formats of data sets: a program that imports it, for its effect, can
// read and write them by package datasets. A new format is a folder and a line here.
package formats

import (
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/binpack"
	"example.org/centipawn/datasets/lichess"
	"example.org/centipawn/datasets/packed"
	"example.org/centipawn/datasets/pgn"
	"example.org/centipawn/datasets/plain"
	"example.org/centipawn/datasets/text"
)

// The order is that of trial. Nearly every bulletformat can be read as marlinformat, whose king
// squares are not written twice: the stricter one comes first.
func init() {
	datasets.Register(
		text.Format,
		pgn.Format,
		lichess.Format,
		plain.Format,
		binpack.Format,
		packed.Bullet,
		packed.Viri,
		packed.Marlin,
	)
}
