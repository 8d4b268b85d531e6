// Fit estimates the weights of an evaluation from labelled positions.
//
// Usage:
//
//	fit [-set name] [flags] [-run FILE] [-o weights.json] MATRIX...|FILE...|TRACE...
//
// The arguments are matrices that extract wrote, or data files, which are
// counted in memory; the same positions give the same bytes either way. Or they
// are traces, rows that another program counted. See docs/fit.md.
package main

import (
	"example.org/centipawn/command/fit"
	_ "example.org/centipawn/experiments/curves" // variants of sets, by name
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("fit", fit.Main) }
