// Match plays engines against each other and says which is better, and how surely.
// Without a verb it plays a match of two.
//
// Usage:
//
//	match -a PLAYER -b PLAYER [-sprt elo0,elo1] [-o DIR] [flags]
//	match tournament [flags] FILE.toml
//	match ladder -a PLAYER -engine COMMAND -rungs 1350,1500,... [flags]
//	match verdict [-a NAME] [-sprt elo0,elo1] [-json] GAMES.pgn...
//	match selfplay [flags] -o FILE
//	match leaves [flags] -o FILE ROOTS...
//	match choices [flags] -o FILE ROOTS...
//
// The exit status is 0 if the first is better, or if no test was asked for; 1 if the
// games could not be played, or too many had faults; 2 after a wrong call; 3 if a test
// finds against the first; 4 if a test was left undecided, and with a test or without if
// games repeat or players play alike; 130 after Ctrl-C.
package main

import (
	"example.org/centipawn/command/match"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("match", match.Main) }
