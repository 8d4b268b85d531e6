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
//
// The exit status is 0 if the first is better, or if no test was asked for; 1 if the
// games could not be played, or too many had faults; 2 after a wrong call; 3 if a test
// finds against the first; 4 if a test was left undecided, and with a test or without if
// games repeat or players play alike; 130 after Ctrl-C.
package main

import (
	"context"
	"fmt"
	"strings"

	"centipawn/cli"
)

func main() { cli.Main("match", run) }

var verbs = cli.Verbs("match",
	cli.Verb{Name: "tournament", Summary: "play the tournament that a file describes", Run: runTournament},
	cli.Verb{Name: "ladder", Summary: "place a player between the strengths of an engine", Run: runLadder},
	cli.Verb{Name: "verdict", Summary: "judge games that are played already", Run: runVerdict},
	cli.Verb{Name: "selfplay", Summary: "play for data: positions with scores and results", Run: runSelfplay},
)

// run plays a match, or runs the verb of the first argument.
func run(ctx context.Context, args []string, std cli.Streams) error {
	switch {
	case len(args) > 0 && (args[0] == "-h" || args[0] == "-help" || args[0] == "--help"):
		err := verbs(ctx, args, std)
		fmt.Fprintf(std.Out, "\nWithout a verb it plays a match of two:\n\n")
		_ = runDuel(ctx, args, std) // it prints its flags
		return err
	case len(args) > 0 && !strings.HasPrefix(args[0], "-"):
		return verbs(ctx, args, std)
	}
	return runDuel(ctx, args, std)
}
