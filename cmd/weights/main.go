// Weights shows, compares, explains and exports weights files, takes them from
// source code, compares them with it and writes them into it.
//
// Usage:
//
//	weights show [-json] FILE
//	weights diff [-json] [-names NAMES] OLD NEW [POSITIONS...]
//	weights explain [-json] -fen FEN FILE
//	weights audit [-json] FILE
//	weights export [-lang go] [-packed] [-prefix text] [-rank8] [-o FILE] FILE
//	weights check -against SOURCE... [-names NAMES] [-rank8] [-json] FILE
//	weights import -names NAMES|-like FILE|-list [-set name] [-rank8] [-o FILE] SOURCE...
//	weights write -into SOURCE... [-from OLD] [-names NAMES] [-rank8] [-dry-run] FILE
package main

import (
	"example.org/centipawn/command/weights"
	_ "example.org/centipawn/experiments/curves" // variants of sets, by name
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("weights", weights.Main) }
