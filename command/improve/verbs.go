package improve

import (
	"context"
	"flag"

	"example.org/centipawn/internal/cli"
)

// Verbs are the verbs of the match command of which an evening is made.
type Verbs struct {
	Selfplay, Label, Tune cli.Command                     // Tune with -blend
	Flags                 func(cli.Streams) *flag.FlagSet // those of Tune with -blend

	// Try finds out, of arguments of Tune without fits, whether the engine takes weights. It returns the player that has
	// the old ones.
	Try func(ctx context.Context, args []string, std cli.Streams) (player string, err error)
}
