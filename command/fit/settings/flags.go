package settings

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/extract"
	"example.org/centipawn/internal/cli"
)

// exposed are the settings of the command line. The others are keys of run files alone.
var exposed = strings.Fields(`o report json full predict set threads loss k temperature teacher-temperature anew lambda label-k clip intercept test seed sealed unseal start prior prior-rows ridge
	scale freeze only bound quick starts dense checkpoint names positions parity pov result-pov unit score result game limit trust bad reject`)

// Groups are the groups of the settings, what most fits need first. Those of no group are outputs.
func Groups() []cli.Group {
	return append([]cli.Group{
		{Title: "Labels and loss", Flags: []string{"loss", "k", "temperature", "teacher-temperature", "anew", "rounds", "lambda", "label-k", "clip", "mates", "delta", "intercept"}},
		{Title: "The test", Flags: []string{"test", "seed", "sealed", "unseal", "split", "learning"}},
		{Title: "Start, old weights and strengths", Flags: []string{"start", "prior", "prior-rows", "least-rows", "ridge", "scale", "smooth", "folds", "pawn"}},
		{Title: "Which weights are fitted", Flags: []string{"freeze", "only", "bound", "columns", "fix", "tie", "rising", "falling"}},
		{Title: "The search", Flags: []string{"quick", "starts", "dense", "checkpoint", "method", "tolerance", "passes", "iterations", "rate", "batch", "early", "memory"}},
		{Title: "What to expect of a match", Flags: []string{"predict", "predict-positions"}},
		{Title: "Traces", Flags: []string{"names", "positions", "trace", "parity", "zero-based"}},
	}, extract.FlagGroups()...)
}

// addFlags adds the settings that are flags to those of a command.
func (s *settings) addFlags(fs *flag.FlagSet) {
	for _, name := range exposed {
		f := s.all.Lookup(name)
		fs.Var(&recorder{f.Value, s, name}, name, f.Usage)
		if slices.Contains([]string{"false", "0", "0%"}, f.DefValue) {
			fs.Lookup(name).DefValue = "" // goes without saying
		}
	}
}

// misplaced returns an error if one of a command's arguments is a setting of run files alone.
func (s *settings) misplaced(args []string) error {
	for _, arg := range args {
		name, value, has := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case arg == "--":
			return nil
		case !strings.HasPrefix(arg, "-") || slices.Contains(exposed, name) || s.all.Lookup(name) == nil:
			continue
		case !has:
			value = "..."
		}
		return fmt.Errorf("-%s is a key of run files: write %s = %q into a file and pass -run FILE; docs/fit.md lists the keys", name, name, value)
	}
	return nil
}
