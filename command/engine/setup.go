package engine

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// setup is the engine that the flags ask for.
type setup struct {
	weights string
	policy  string
	search  string
	options []string // Name=Value
}

// addSetup adds the flags that make an engine.
func addSetup(fs *flag.FlagSet) *setup {
	s := new(setup)
	fs.StringVar(&s.weights, "weights", weights.NameBuiltin, "evaluate with these `weights`: a file of fit, builtin, builtin:NAME, or published:SET")
	fs.StringVar(&s.policy, "policy", weights.NameBuiltin, "give moves priors in searches mcts-… by this `policy`: a file of fit -set moves, or builtin")
	fs.StringVar(&s.search, "search", "", "search by `name`: "+strings.Join(engine.Searches(), ", "))
	fs.Func("option", "set a UCI option, as `Name=Value`; may be given several times", func(text string) error {
		if !strings.Contains(text, "=") {
			return fmt.Errorf("want Name=Value")
		}
		s.options = append(s.options, text)
		return nil
	})
	return s
}

// engine makes the engine; what is wrong with its options is an error of the call, which of them do
// nothing is said.
func (s *setup) engine(std cli.Streams) (*engine.Engine, error) {
	opt := engine.Options{Name: "centipawn " + cli.Version, Search: s.search}
	if s.search != "" && !slices.Contains(engine.Searches(), s.search) {
		return nil, cli.Usagef(std, "-search %s: want one of %s", s.search, strings.Join(engine.Searches(), ", "))
	}
	f, err := weights.Find(s.weights, "")
	if err != nil {
		return nil, err
	}
	opt.Weights = f
	if opt.Policy, err = weights.FindPolicy(s.policy); err != nil {
		return nil, err
	}
	e, err := engine.New(opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.weights, err)
	}
	for _, text := range s.options {
		name, value, _ := strings.Cut(text, "=")
		if err := e.SetOption(name, value); err != nil {
			return nil, cli.Usagef(std, "-option %s: %v", text, err)
		}
	}
	for _, text := range e.Remarks() {
		fmt.Fprintf(std.Err, "option %s\n", text)
	}
	return e, nil
}

// position returns the position of a FEN, given as its fields; without any that of
// the start.
func position(std cli.Streams, fields []string) (board.Position, error) {
	if len(fields) == 0 {
		return board.Start(), nil
	}
	p, err := board.ParsePosition(strings.Join(fields, " "))
	switch {
	case errors.Is(err, board.ErrSyntax):
		return p, cli.Usagef(std, "%v: pass a position as FEN, or startpos", err)
	case err != nil:
		return p, fmt.Errorf("the position: %w", err)
	}
	return p, nil
}
