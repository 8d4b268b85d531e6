// Texel learns the weights of an evaluation from games of its own.
//
// Usage:
//
//	texel -dir RUN [flags]
//	texel -dir RUN -from games.pgn
package main

import (
	"example.org/centipawn/command/texel"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("texel", texel.Main) }
