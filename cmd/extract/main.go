// Extract counts the terms of labelled positions, or converts them.
//
// Usage:
//
//	extract [-set name] [-shard i/n] [flags] -o OUT FILE|-...
//
// OUT is a folder x.matrix for fit, or a table x.csv or x.parquet; or x.epd, x.txt,
// x.bin, x.bf or x.viri, which get the positions themselves.
package main

import (
	"example.org/centipawn/command/extract"
	_ "example.org/centipawn/experiments/curves" // variants of sets, by name
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("extract", extract.Main) }
