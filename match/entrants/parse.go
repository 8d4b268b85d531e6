package entrants

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// Parse reads a spec as flags have it: words with commas between.
//
//	A.json                                    the weights file A.json
//	A.json,search=base,Hash=4,nodes=1000      a search, an option, a limit
//	builtin,name=old                          the weights that are built in
//	builtin:standard_nonlinear                the built-in weights of another set than the default
//	published:pesto                           published weights of a set
//	builtin,search=mcts-sigmazero,network=n   a network in a tree
//	stockfish,UCI_LimitStrength=true,UCI_Elo=1500,movetime=50ms
//	cmd:gnuchess -u,depth=4,startup=60s       another program, with arguments
//	cmd:"/opt/my engines/sf 17" -x,Hash=4     a path with blanks
//
// The first word is a weights file, whose name ends in .json, or one of the names that [Weights]
// knows, or the command of another program; after "cmd:" a command with arguments is one whatever
// its end. Words of the form KEY=VALUE follow: name, weights, policy, network, search, command, dir and
// startup are fields of the Spec; nodes, depth, movetime and tc make its limit; every other key is the
// name of an option of the engine. A "=" in the first word is one of a path if the word ends in .json,
// or if a slash stands before it (./lr=0.1/engine). What holds a comma, or in a command a blank, stands
// in quotes or after a backslash, as [client.Words] reads them.
func Parse(text string) (Spec, error) {
	s, err := parse(text)
	if err == nil {
		err = s.Validate()
	}
	if err != nil {
		return Spec{}, fmt.Errorf("entrant %q: %w", text, err)
	}
	return s, nil
}

// programMark stands before the command of another program.
const programMark = "cmd:"

func parse(text string) (s Spec, err error) {
	rest, program := strings.CutPrefix(strings.TrimSpace(text), programMark)
	words, err := client.SplitOutside(rest, ',')
	if err != nil {
		return s, err
	}
	var limits []string
	for i, word := range words {
		word = strings.TrimSpace(word)
		key, value, ok := strings.Cut(word, "=")
		switch first := i == 0 && word != ""; {
		case first && (!ok || isPath(key, word) || program && !isField(key)):
			err = s.setEngine(word, program)
		case ok && isLimit(key):
			limits = append(limits, word)
		case ok:
			err = s.set(strings.TrimSpace(key), strings.TrimSpace(value))
		case i == 0:
			err = errors.New("no player: pass a weights file, builtin, builtin:NAME, published:SET or cmd:PROGRAM")
		default:
			err = fmt.Errorf("%q: pass KEY=VALUE", word)
		}
		if err != nil {
			return s, err
		}
	}
	if len(limits) > 0 {
		s.Limit, err = play.ParseLimit(strings.Join(limits, ","))
	}
	return s, err
}

// isPath reports whether a first word with a "=" in it is the path of an engine; key
// stands before that.
func isPath(key, word string) bool {
	quoted := strings.HasPrefix(word, `"`) || strings.HasPrefix(word, "'")
	return quoted || hasPath(key) || strings.HasSuffix(word, weightsEnding) && !isLimit(key) && !isField(key)
}

// isLimit reports whether a key is one of [play.ParseLimit].
func isLimit(key string) bool {
	switch key {
	case "nodes", "depth", "movetime", "tc":
		return true
	}
	return false
}

// isField reports whether a key is a field of the Spec.
func isField(key string) bool {
	switch strings.TrimSpace(key) {
	case "name", "weights", "policy", "network", "search", "command", "dir", "startup":
		return true
	}
	return false
}

// weightsEnding is that of a weights file's name.
const weightsEnding = ".json"

// setEngine takes the first word; program says that it is marked as a command.
func (s *Spec) setEngine(word string, program bool) error {
	words, err := client.Words(word)
	if err != nil {
		return err
	}
	name, err := client.Unquote(word)
	ours := !weights.IsFile(name) || strings.HasSuffix(name, weightsEnding)
	if ours && (!program || len(words) == 1) {
		s.Weights = name
		return err
	}
	return s.setCommand(word)
}

// setCommand takes a command with its arguments.
func (s *Spec) setCommand(text string) error {
	words, err := client.Words(text)
	if len(words) > 0 {
		s.Command, s.Args = words[0], words[1:]
	}
	return err
}

// set takes a word KEY=VALUE.
func (s *Spec) set(key, value string) error {
	fields := map[string]*string{"name": &s.Name, "weights": &s.Weights, "policy": &s.Policy, "network": &s.Network, "search": &s.Search, "command": &s.Command, "dir": &s.Dir}
	field := fields[key]
	_, again := s.Option(key)
	switch {
	case key == "":
		return fmt.Errorf("=%s: pass a key before it", value)
	case again || field != nil && *field != "":
		return fmt.Errorf("%s is given twice: pass it once", key)
	case key == "startup" && s.Startup != 0:
		return fmt.Errorf("%s is given twice: pass it once", key)
	case key == "command":
		return s.setCommand(value)
	}
	value, err := client.Unquote(value)
	switch {
	case err != nil:
	case key == "startup":
		s.Startup, err = startupTime(value)
	case field != nil:
		*field = value
	default:
		*s = s.With(key, optionValue(value))
	}
	return err
}

// startupTime reads the time that a program may take to start.
func startupTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("startup %q: pass a time above 0 with its unit, as 60s", text)
	}
	return d, nil
}
