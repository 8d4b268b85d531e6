package jobs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/internal/cli"
)

// A Call is what a page asks for: a verb with flags and arguments.
type Call struct {
	Verb  string    `json:"verb"`  // of the registry
	Flags []Setting `json:"flags"` // in the order of the command
	Args  []string  `json:"args"`  // after the flags
}

// A Setting is a flag with a value; a flag may stand in several.
type Setting struct {
	Name  string `json:"name"`  // of the flag
	Value string `json:"value"` // as the command reads it
}

// The largest call.
const (
	mostFlags = 300
	mostArgs  = 1000
)

// Checked is a call that was checked.
type Checked struct {
	Words    []string          `json:"-"`        // the command with its arguments
	Line     string            `json:"line"`     // the same for a shell
	Problems map[string]string `json:"problems"` // by flag, args of arguments: why it is refused
	Notes    map[string]string `json:"notes"`    // by flag: what becomes of it

	verb *Verb
}

// Err returns a problem of the call, the first by name.
func (c *Checked) Err() error {
	if len(c.Problems) == 0 {
		return nil
	}
	name := slices.Min(slices.Collect(maps.Keys(c.Problems)))
	if name == argsName {
		return fmt.Errorf("%s: %s", c.verb.Title, c.Problems[name])
	}
	return fmt.Errorf("-%s: %s", name, c.Problems[name])
}

// Check checks a call: its verb and its flags are those of the registry, values are read by the flags' own parsers, and
// paths lead to places within the project. The error is of what no form sends; problems are of values.
func (p *Project) Check(ctx context.Context, call Call) (*Checked, error) {
	v, err := Lookup(call.Verb)
	if err != nil {
		return nil, err
	}
	if len(call.Flags) > mostFlags || len(call.Args) > mostArgs {
		return nil, errors.New("the call is too long")
	}
	form, err := v.form(ctx)
	if err != nil {
		return nil, err
	}
	c := &Checked{Words: slices.Clone(v.Words), Problems: map[string]string{}, Notes: map[string]string{}, verb: v}
	for _, s := range call.Flags {
		kind := v.kinds[s.Name]
		if form.Flag(s.Name) == nil || kind == "" {
			return nil, fmt.Errorf("%s has no flag %.40q", line(v.Words), s.Name)
		}
		value, err := p.value(kind, s.Value)
		if err == nil && kind != Tables { // which the flag would open
			err = set(form, s.Name, value)
		}
		if err != nil {
			c.Problems[s.Name] = err.Error()
			continue
		}
		c.note(p, s.Name, kind, value)
		c.Words = append(c.Words, words(form, s.Name, value)...)
	}
	p.arguments(c, call)
	c.missing(call)
	c.Line = line(c.Words)
	return c, nil
}

// arguments checks and adds the arguments.
func (p *Project) arguments(c *Checked, call Call) {
	if len(call.Args) > 0 && c.verb.Args == "" {
		c.Problems[argsName] = "the command takes flags alone"
		return
	}
	for _, arg := range call.Args {
		rel, err := p.Reads(arg)
		if err != nil {
			c.Problems[argsName] = fmt.Sprintf("%s: %v", strconv.Quote(arg), err)
			return
		}
		c.Words = append(c.Words, undashed(rel))
	}
}

// missing refuses a call without what the command needs.
func (c *Checked) missing(call Call) {
	has := func(name string) bool {
		return slices.ContainsFunc(call.Flags, func(s Setting) bool { return s.Name == name })
	}
	for _, name := range c.verb.Needs {
		if given := has(name) || name == argsName && (len(call.Args) > 0 || has("run")); !given && c.Problems[name] == "" {
			c.Problems[name] = "a value is needed"
		}
	}
}

// note says what becomes of an output that is there already.
func (c *Checked) note(p *Project, name string, kind Kind, value string) {
	if kind != Output && kind != Folder {
		return
	}
	if _, err := p.Reads(value); err != nil {
		return // it is not there
	}
	switch {
	case name == c.verb.Goes:
		c.Notes[name] = "it is there: the command goes on with it if its settings are the same, or refuses"
	default:
		c.Notes[name] = "it is there and will be replaced"
	}
}

// value checks a value of a kind, and returns what the command gets: paths relative to the project.
func (p *Project) value(kind Kind, text string) (string, error) {
	if err := checkText(text); err != nil {
		return "", err
	}
	switch kind {
	case Plain:
		return text, nil
	case Input, Rows:
		rel, err := p.Reads(text)
		return undashed(rel), err
	case Output, Folder:
		rel, err := p.writes(text)
		return undashed(rel), err
	case Weights:
		return text, p.weights(text)
	case Share:
		if number := strings.TrimSuffix(text, "%"); text == "none" || isNumber(number) {
			return text, nil
		}
		return text, p.input(text)
	case Book:
		if text == "start" {
			return text, nil
		}
		return text, p.input(text)
	case Tables:
		return text, p.tables(text)
	case RunFile:
		return text, p.runFile(text)
	case Player:
		return text, p.player(text)
	case Teacher:
		return text, p.teacher(text)
	case Program:
		return text, p.command(text)
	}
	return "", errors.New("it cannot be given here: use a terminal")
}

// runFile checks a run file of fit: its paths must be within the project, too.
func (p *Project) runFile(path string) error {
	rel, err := p.Reads(path)
	if err != nil {
		return err
	}
	given, inputs, err := settings.ReadRunFile(filepath.Join(p.Dir, rel))
	if err != nil {
		return err
	}
	v, err := Lookup("fit")
	if err != nil {
		return err
	}
	for _, g := range given {
		kind := v.kinds[g.Name]
		if kind == "" || kind == RunFile {
			return fmt.Errorf("%s: no such key", g.Name)
		}
		if _, err := p.value(kind, g.Value); err != nil {
			return fmt.Errorf("%s = %q: %w", g.Name, g.Value, err)
		}
	}
	for _, input := range inputs {
		if _, err := p.Reads(input); err != nil {
			return fmt.Errorf("inputs: %q: %w", input, err)
		}
	}
	return nil
}

// set sets a flag of a form; the error is that of the command.
func set(form *cli.Form, name, value string) error {
	if err := form.Flags.Set(name, value); err != nil {
		return fmt.Errorf("invalid value %q: %w", value, err)
	}
	return nil
}

// words writes a flag with its value as arguments.
func words(form *cli.Form, name, value string) []string {
	if !cli.IsBool(form.Flag(name)) {
		return []string{"-" + name, value}
	}
	if on, err := strconv.ParseBool(value); err == nil && on {
		return []string{"-" + name}
	}
	return []string{"-" + name + "=" + value}
}

// undashed writes a path so that no command takes it for a flag.
func undashed(rel string) string {
	if strings.HasPrefix(rel, "-") {
		return "." + string(filepath.Separator) + rel
	}
	return rel
}

// line writes words as a shell reads them.
func line(words []string) string {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, cli.Quote(w))
	}
	return strings.Join(quoted, " ")
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}
