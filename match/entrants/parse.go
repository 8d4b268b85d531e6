package entrants

import (
	"fmt"
	"strings"

	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// Parse reads a spec as flags have it: words with commas between.
//
//	A.json                                    the weights file A.json
//	A.json,search=base,Hash=4,nodes=1000      a search, an option, a limit
//	builtin,name=old                          the weights that are built in
//	published:pesto                           published weights of a set
//	builtin,search=mcts-sigmazero,network=n   a network in a tree
//	stockfish,UCI_LimitStrength=true,UCI_Elo=1500,movetime=50ms
//	gnuchess -u,depth=4                       another program, with arguments
//
// The first word is a weights file, whose name ends in .json, or one of the names that [Weights]
// knows, or the command of another program. Words of the form KEY=VALUE follow: name, weights,
// policy, network, search, command and dir are fields of the Spec; nodes, depth, movetime and tc make its limit;
// every other key is the name of an option of the engine. A "=" in the first word is one of a path
// if the word ends in .json, or if a slash stands before it (./lr=0.1/engine). What holds a comma,
// or a blank in an argument, is for a TOML file to say.
func Parse(text string) (Spec, error) {
	var s Spec
	var limits []string
	for i, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		key, value, ok := strings.Cut(word, "=")
		var err error
		switch {
		case i == 0 && ok && isPath(key, word):
			s.setEngine(word)
		case ok && isLimit(key):
			limits = append(limits, word)
		case ok:
			err = s.set(strings.TrimSpace(key), strings.TrimSpace(value))
		case i == 0 && word != "":
			s.setEngine(word)
		default:
			err = fmt.Errorf("%q: pass KEY=VALUE", word)
		}
		if err != nil {
			return Spec{}, fmt.Errorf("entrant %q: %w", text, err)
		}
	}
	if len(limits) > 0 {
		var err error
		if s.Limit, err = play.ParseLimit(strings.Join(limits, ",")); err != nil {
			return Spec{}, fmt.Errorf("entrant %q: %w", text, err)
		}
	}
	if err := s.Validate(); err != nil {
		return Spec{}, fmt.Errorf("entrant %q: %w", text, err)
	}
	return s, nil
}

// isPath reports whether a first word with a "=" in it is the path of an engine; key
// stands before that.
func isPath(key, word string) bool {
	return hasPath(key) || strings.HasSuffix(word, weightsEnding) && !isLimit(key) && !isField(key)
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
	case "name", "weights", "policy", "network", "search", "command", "dir":
		return true
	}
	return false
}

// weightsEnding is that of a weights file's name.
const weightsEnding = ".json"

// setEngine takes the first word.
func (s *Spec) setEngine(word string) {
	switch {
	case !weights.IsFile(word) || strings.HasSuffix(word, weightsEnding):
		s.Weights = word
	default:
		s.setCommand(word)
	}
}

// setCommand takes a command with its arguments.
func (s *Spec) setCommand(text string) {
	words := strings.Fields(text)
	if len(words) > 0 {
		s.Command, s.Args = words[0], words[1:]
	}
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
	case key == "command":
		s.setCommand(value)
	case field != nil:
		*field = value
	default:
		*s = s.With(key, optionValue(value))
	}
	return nil
}
