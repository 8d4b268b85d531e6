// Experiment runs a paper's or a method's experiment again.
//
// Usage:
//
//	experiment list
//	experiment run NAME [-quick] [flags] -o DIR FILE...
package main

import (
	"example.org/centipawn/experiments"
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("experiment", experiments.Run) }
