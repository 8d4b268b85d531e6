// Package command gathers the commands for programs with terms of their own: one that registers
// its sets and calls [Main] extracts, fits, learns, exports, plays and proves with them. It plays by the searches of
// package engine; those of papers, such as alphaone-weights, are known to programs that import experiments/engines.
package command

import (
	"example.org/centipawn/command/doctor"
	"example.org/centipawn/command/engine"
	"example.org/centipawn/command/extract"
	"example.org/centipawn/command/fit"
	"example.org/centipawn/command/match"
	"example.org/centipawn/command/matrix"
	"example.org/centipawn/command/sigmazero"
	"example.org/centipawn/command/texel"
	"example.org/centipawn/command/weights"
	"example.org/centipawn/command/workbench"
	"example.org/centipawn/internal/cli"
)

// Main runs the command that the first argument names, as "own fit -set mine games.epd" does, and
// exits with its status. Register sets first, with features.Register.
func Main(name string) { cli.Main(name, Verbs(name)) }

// Verbs is the command whose verbs are the commands, for programs with verbs of their own.
func Verbs(name string) cli.Command {
	return cli.Verbs(name,
		cli.Verb{Name: "doctor", Summary: "examine a data file, and name the flags that put it in order", Run: doctor.Main},
		cli.Verb{Name: "extract", Summary: "count the terms of labelled positions, or convert them", Run: extract.Main},
		cli.Verb{Name: "matrix", Summary: "check, merge and compare design matrices", Run: matrix.Main},
		cli.Verb{Name: "fit", Summary: "find the weights that are closest to the labels", Run: fit.Main},
		cli.Verb{Name: "weights", Summary: "show, compare, explain and export weights files", Run: weights.Main},
		cli.Verb{Name: "engine", Summary: "speak UCI with these weights; analyze, evaluate, solve suites", Run: engine.Main},
		cli.Verb{Name: "texel", Summary: "learn weights from games of their own", Run: texel.Main},
		cli.Verb{Name: "sigmazero", Summary: "train a network with a policy and a value", Run: sigmazero.Main},
		cli.Verb{Name: "workbench", Summary: "show evaluations, weights, data, fits and matches in a browser", Run: workbench.Main},
		cli.Verb{Name: "match", Summary: "play matches and say which is better", Run: match.Main},
	)
}
