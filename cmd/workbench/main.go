// Workbench shows an evaluation in a browser: what it says of a position, its weights, and what
// becomes of it when they are changed.
//
// Usage:
//
//	workbench [-listen ADDRESS] [FILE|DIR...]
package main

import (
	"centipawn/cli"
	"centipawn/workbench"
)

func main() { cli.Main("workbench", workbench.Main) }
