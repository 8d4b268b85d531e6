package harness

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/cli"
)

// A Part is a part of an experiment that has flags of its own: -table names it.
type Part struct {
	Names []string // one of them; without -table the first part is run
	About string   // for the error that lists all
	Run   cli.Command
}

// Parts returns the command of an experiment of several parts.
func Parts(parts ...Part) cli.Command {
	return func(ctx context.Context, args []string, std cli.Streams) error {
		name, args := takeTable(args)
		var known []string
		for i, p := range parts {
			if slices.Contains(p.Names, name) || i == 0 && name == "" {
				return p.Run(ctx, args, std)
			}
			known = append(known, fmt.Sprintf("%s (%s)", strings.Join(p.Names, " or "), p.About))
		}
		return cli.Usagef(std, "-table %s: want %s", name, strings.Join(known, ", "))
	}
}

// takeTable takes the flag -table out of the arguments: "" if it is not there.
func takeTable(args []string) (name string, rest []string) {
	for i, arg := range args {
		flag, value, joined := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		switch {
		case flag != "-table" && (flag != "table" || arg == flag):
		case joined:
			return value, slices.Delete(slices.Clone(args), i, i+1)
		case i+1 < len(args):
			return args[i+1], slices.Delete(slices.Clone(args), i, i+2)
		}
	}
	return "", args
}
