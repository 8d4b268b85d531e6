package entrants

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// A Spec says who plays: an engine of this module, or another program.
type Spec struct {
	Name    string         `toml:"name" json:"name,omitempty"`       // default: that of the weights file, or what the program calls itself
	Weights string         `toml:"weights" json:"weights,omitempty"` // ours: a weights file, or another name that [Weights] knows
	Search  string         `toml:"search" json:"search,omitempty"`   // ours: one of engine.Searches; "": engine.DefaultSearch
	Policy  string         `toml:"policy" json:"policy,omitempty"`   // ours: the policy of searches mcts-…, a file; "": builtin
	Network string         `toml:"network" json:"network,omitempty"` // ours: the network of searches mcts-…, a file; "": none
	Command string         `toml:"command" json:"command,omitempty"` // another program: a path, or a name to be found in PATH
	Args    []string       `toml:"args" json:"args,omitempty"`       // of the command
	Dir     string         `toml:"dir" json:"dir,omitempty"`         // working folder of the command; "": the caller's
	Options map[string]any `toml:"options" json:"options,omitempty"` // by their names in UCI: text, whole numbers, true and false
	Limit   play.Limit     `toml:"limit" json:"limit"`               // what it may spend; one is needed
	Startup time.Duration  `toml:"startup" json:"-"`                 // that the command may take to start; 0: [client.DefaultStartup]
	Hooks   Hooks          `toml:"-" json:"-"`
}

// Hooks are what a caller wants to know of programs; they change nothing of what is played.
type Hooks struct {
	Starting func(name string) // before a program is tried, which may take its time; nil: nothing
	Log      *client.LogFolder // of the conversations; nil: none
}

// Foreign reports whether the spec describes another program.
func (s *Spec) Foreign() bool { return s.Command != "" }

// Validate returns what is wrong with the spec alone, the limit aside, and what
// to pass. It looks at no file.
func (s *Spec) Validate() error {
	switch {
	case s.Foreign() && s.Weights != "":
		return errors.New("both command and weights: pass weights for an engine of this module, or the command of another program")
	case s.Foreign() && s.Policy != "":
		return errors.New("both command and policy: pass policy for an engine of this module, or the command of another program")
	case s.Foreign() && s.Network != "":
		return errors.New("both command and network: pass network for an engine of this module, or the command of another program")
	case s.Foreign() && s.Search != "":
		return errors.New("both command and search: pass search for an engine of this module, or the command of another program")
	case !s.Foreign() && len(s.Args) > 0:
		return errors.New("args without a command: pass the command")
	case !s.Foreign() && s.Dir != "":
		return errors.New("dir without a command: pass the command")
	case !s.Foreign() && s.Startup != 0:
		return errors.New("startup without a command: it is the time that another program may take to start: omit it")
	case s.Startup < 0 || 0 < s.Startup && s.Startup < time.Millisecond: // of TOML's numbers, nanoseconds
		return fmt.Errorf("startup %v: pass a time with its unit, as 60s", s.Startup)
	case s.Name == harness:
		return fmt.Errorf("the name %s stands for the program that plays the match: pass another", harness)
	}
	_, err := s.settings()
	return errors.Join(s.sameTwice(), err)
}

// harness is who has the faults in a match that no player has.
const harness = "harness"

// sameTwice returns an error if two of the options are one to UCI.
func (s *Spec) sameTwice() error {
	names := slices.Sorted(maps.Keys(s.Options))
	for i, name := range names {
		if j := slices.IndexFunc(names[:i], func(other string) bool { return sameOption(name, other) }); j >= 0 {
			return fmt.Errorf("option %s is given twice, as %s too: pass it once", name, names[j])
		}
	}
	return nil
}

// label is what errors call the entrant.
func (s *Spec) label() string {
	return cmp.Or(s.Name, filepath.Base(cmp.Or(s.Command, s.Weights, weights.NameBuiltin)))
}

// settings returns the options as UCI writes them, in the order of their names.
func (s *Spec) settings() (list []client.Setting, err error) {
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		value, err := optionText(s.Options[name])
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", name, err)
		}
		list = append(list, client.Setting{Name: name, Value: value})
	}
	return list, nil
}

// optionText writes a value as UCI does.
func optionText(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int:
		return strconv.Itoa(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	}
	return "", fmt.Errorf("%v is not an option value: pass a text, a whole number, true or false", value)
}

// With returns the spec with an option set.
func (s Spec) With(option string, value any) Spec {
	options := maps.Clone(s.Options)
	if options == nil {
		options = map[string]any{}
	}
	maps.DeleteFunc(options, func(name string, _ any) bool { return sameOption(name, option) })
	options[option] = value
	s.Options = options
	return s
}

// SetOption sets an option as flags have it, Name=Value. It fails if there is no name,
// or if the option is set already.
func (s *Spec) SetOption(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || strings.TrimSpace(name) == "" {
		return fmt.Errorf("option %q: pass Name=Value", text)
	}
	if _, again := s.Option(name); again {
		return fmt.Errorf("option %s is given twice: pass it once", strings.TrimSpace(name))
	}
	*s = s.With(strings.TrimSpace(name), optionValue(value))
	return nil
}

// Option returns the value of an option as UCI writes it, and whether it is set.
func (s *Spec) Option(name string) (value string, ok bool) {
	for n, v := range s.Options {
		if sameOption(n, name) {
			text, err := optionText(v)
			return text, err == nil
		}
	}
	return "", false
}

// sameOption reports whether two names are the same to UCI.
func sameOption(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// optionValue is the value that a TOML file would have for a text: with it a spec from
// flags is equal to one from a file.
func optionValue(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(n, 10) == text { // 007 is a text
		return n
	}
	if text == "true" || text == "false" {
		return text == "true"
	}
	return text
}
