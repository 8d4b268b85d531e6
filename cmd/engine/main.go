// Engine is the project's chess engine. Without a verb it speaks UCI.
//
// Usage:
//
//	engine [-weights FILE] [-search NAME] [-option Name=Value]...
//	engine bench [flags]
//	engine perft [-divide] [-fen FEN] DEPTH
//	engine eval [-json] [flags] [FEN]
//	engine analyze [-depth n] [-nodes n] [-movetime d] [-lines n] [flags] [FEN]
//	engine suite [-nodes n] [-depth n] [-movetime d] [-rule name] [flags] FILE...
//
// The flags -weights, -search and -option are the same for all but perft.
package main

import (
	"example.org/centipawn/command/engine"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("engine", engine.Main) }
