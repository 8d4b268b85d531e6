package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
)

// runMark begins the run files that are written: no other file is replaced by one.
const runMark = "# A run file of fit"

// runLimit is the largest run file that is read, in bytes.
const runLimit = 1 << 20

// inputsKey names the inputs in a run file.
const inputsKey = "inputs"

// unwritten are the settings that a run file is written without: they change nothing of the
// weights.
var unwritten = []string{"o", "report", "json", "threads", "checkpoint", "memory", "reject", "predict", "predict-positions"}

// readRun takes the settings of a run file that were not given as flags. Paths in it are relative
// to the working folder.
func (s *settings) readRun(path string) error {
	text, values, meta, err := decodeRun(path)
	if err != nil {
		return err
	}
	flags := slices.Collect(maps.Keys(s.given))
	for _, key := range meta.Keys() {
		name := key.String()
		if slices.Contains(flags, name) {
			continue
		}
		if err := s.take(name, values[name]); err != nil {
			return &datasets.LineError{File: path, Line: lineOf(text, name), Err: fmt.Errorf("%s: %w", name, err)}
		}
	}
	return nil
}

// decodeRun reads a run file: its text, and what its keys are.
func decodeRun(path string) (text []byte, values map[string]any, meta toml.MetaData, err error) {
	if text, err = atomicfile.ReadFile(path, runLimit); err != nil {
		return nil, nil, meta, fmt.Errorf("-run: %w", err)
	}
	meta, err = toml.Decode(string(text), &values)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		err = &datasets.LineError{File: path, Line: syntax.Position.Line, Err: errors.New(syntax.Message)}
	} else if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return text, values, meta, err
}

// A Given is a setting of a run file: a key and one of its values.
type Given struct{ Name, Value string }

// ReadRunFile returns what a run file gives, in its order, and its inputs. It checks no value.
func ReadRunFile(path string) (given []Given, inputs []string, err error) {
	_, values, meta, err := decodeRun(path)
	for _, key := range meta.Keys() {
		name := key.String()
		list, several := values[name].([]any)
		if !several {
			list = []any{values[name]}
		}
		for _, v := range list {
			if name == inputsKey {
				inputs = append(inputs, fmt.Sprint(v))
			} else {
				given = append(given, Given{name, fmt.Sprint(v)})
			}
		}
	}
	return given, inputs, err
}

// Exposed reports whether a setting is a flag, too.
func Exposed(name string) bool { return slices.Contains(exposed, name) }

// take sets a setting to a value of a run file.
func (s *settings) take(name string, value any) error {
	list, several := value.([]any)
	if !several {
		list = []any{value}
	}
	if name != inputsKey && s.all.Lookup(name) == nil {
		return errors.New("no such key; docs/fit.md lists them")
	}
	if several && name != inputsKey && !slices.Contains(s.repeats, name) {
		return errors.New("one value, no list")
	}
	for _, v := range list {
		switch v.(type) {
		case string, int64, float64, bool:
		default:
			return fmt.Errorf("%v: want a text, a number, true or false", v)
		}
		if name == inputsKey {
			s.opt.Inputs = append(s.opt.Inputs, fmt.Sprint(v))
		} else if err := s.set(name, fmt.Sprint(v)); err != nil {
			return fmt.Errorf("%v: %w", v, err)
		}
	}
	return nil
}

// lineOf returns the line of a key.
func lineOf(text []byte, key string) int {
	at := regexp.MustCompile(`(?m)^[ \t]*["']?` + regexp.QuoteMeta(key) + `["']?[ \t]*[=.]`).FindIndex(text)
	if at == nil {
		return 1
	}
	return 1 + bytes.Count(text[:at[0]], []byte("\n"))
}

// bare is a text that TOML can have as a number.
var bare = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,17})(\.[0-9]+)?$`)

// runFile writes the settings that were given as a run file.
func (s *settings) runFile() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: fit -run THIS -o weights.json makes the same weights of the same data.\n", runMark, cli.Version)
	fmt.Fprintf(&b, "%s = %s\n", inputsKey, quotedList(s.opt.Inputs))
	names := []string{"set"}
	for _, g := range Groups() {
		names = append(names, g.Flags...)
	}
	for _, name := range names {
		texts := s.given[name]
		if texts == nil || slices.Contains(unwritten, name) {
			continue
		}
		last := texts[len(texts)-1]
		switch {
		case slices.Contains(s.repeats, name):
			last = quotedList(texts)
		case !isBool(s.all.Lookup(name).Value) && !bare.MatchString(last):
			last = quoted(last)
		}
		fmt.Fprintf(&b, "%s = %s\n", name, last)
	}
	return b.String()
}

func quotedList(list []string) string {
	var all []string
	for _, text := range list {
		all = append(all, quoted(text))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// quoted writes a text as TOML does.
func quoted(text string) string {
	out, err := toml.Marshal(map[string]string{"k": text})
	if err != nil {
		return `""` // of a text there is no error
	}
	return strings.TrimSpace(strings.TrimPrefix(string(out), "k = "))
}

// RunPath returns the name of the run file beside a weights file.
func RunPath(out string) string { return strings.TrimSuffix(out, ".json") + ".run.toml" }

// TryRun refuses to replace a file that fit has not written.
func (o *Options) TryRun() error {
	if o.Run == "" {
		return nil
	}
	path := RunPath(o.Out)
	text, err := atomicfile.ReadFile(path, runLimit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("-o %s: %w", o.Out, err)
	case !strings.HasPrefix(string(text), runMark):
		return fmt.Errorf("-o %s: the run file %s would be replaced, which fit has not written: rename it", o.Out, path)
	}
	return nil
}

// WriteRun writes the run file beside the weights, if they are in a file of their own.
func (o *Options) WriteRun() error {
	if info, err := os.Stat(o.Out); o.Run == "" || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return atomicfile.Write(RunPath(o.Out), []byte(o.Run))
}
