// Workbench shows evaluations in a browser: what they say of a position, their weights, what changes
// with a weight, two files compared, the data and the fits they come from, and matches, tournaments and
// loops while they are played.
//
// Usage:
//
//	workbench [-listen ADDRESS] [FILE|DIR...]
package main

import (
	"example.org/centipawn/command/workbench"
	_ "example.org/centipawn/experiments/curves"  // variants of sets, by name
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main(workbench.Program()) }
