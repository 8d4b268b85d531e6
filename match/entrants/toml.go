package entrants

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/weights"
)

// ReadTOML reads the file at path. Names of files and folders in it, and commands with a
// slash, are taken from the file's folder. What is not given gets the defaults that
// [File] tells; entrants without a limit get the file's.
//
// A key that is misspelt, even by a capital, a value of the wrong kind, and what
// contradicts itself is an error with file and line. Whether files and programs are
// there is for those to find out who use them.
func ReadTOML(path string) (*File, error) {
	text, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	f, err := decode(path, string(text))
	if err != nil {
		return nil, err
	}
	f.resolve(filepath.Dir(path))
	return f, nil
}

// decode reads a file's text; path is for errors.
func decode(path, text string) (*File, error) {
	f := new(File)
	fault := func(line int, err error) (*File, error) {
		return nil, &datasets.LineError{File: path, Line: line, Err: err}
	}
	meta, err := toml.Decode(text, f)
	if err != nil {
		return fault(syntaxFault(err))
	}
	w := misspelt(meta.Keys())
	switch {
	case w != nil:
	case meta.Type("rules", "time-margin") == "Integer" && f.Rules.TimeMargin != 0:
		w = wrongf(toml.Key{"rules", "time-margin"}, "%d without a unit: want a time with its unit, as \"100ms\"", f.Rules.TimeMargin)
	default:
		f.complete(meta.IsDefined)
		w = f.check(meta.IsDefined)
	}
	if w != nil {
		return fault(lineOf(text, w.key, w.nth), fmt.Errorf("%s: %w", w.key, w.err))
	}
	return f, nil
}

// resolve makes paths of the file the caller's.
func (f *File) resolve(folder string) {
	resolve := func(path *string) {
		if *path == "" || filepath.IsAbs(*path) {
			return
		}
		whole := filepath.Join(folder, *path)
		if hasPath(*path) && !hasPath(whole) { // it would be a name
			whole = "." + string(filepath.Separator) + whole
		}
		*path = whole
	}
	if f.Openings.Book != StartBook {
		resolve(&f.Openings.Book)
	}
	if f.Rules.Tables != "" {
		folders := filepath.SplitList(f.Rules.Tables)
		for i := range folders {
			resolve(&folders[i])
		}
		f.Rules.Tables = strings.Join(folders, string(filepath.ListSeparator))
	}
	for i := range f.Entrants {
		s := &f.Entrants[i]
		if weights.IsFile(s.Weights) {
			resolve(&s.Weights)
		}
		if weights.IsFile(s.Policy) {
			resolve(&s.Policy)
		}
		resolve(&s.Network)
		resolve(&s.Dir)
		if hasPath(s.Command) {
			resolve(&s.Command)
		}
	}
}

// lineInMessage is how the decoder writes the place of a value of the wrong type.
var lineInMessage = regexp.MustCompile(`^toml: line (\d+) \(last key "(.*?)"\): (.*)$`)

// syntaxFault returns the line of an error of the decoder, and what it says.
func syntaxFault(err error) (int, error) {
	var fault toml.ParseError
	if errors.As(err, &fault) {
		if fault.LastKey == "" {
			return fault.Position.Line, errors.New(fault.Message)
		}
		return fault.Position.Line, fmt.Errorf("%s: %s", fault.LastKey, fault.Message)
	}
	if m := lineInMessage.FindStringSubmatch(err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1]) // digits
		return line, fmt.Errorf("%s: %s", m[2], m[3])
	}
	return 1, err
}

// lineOf returns the line of the nth time that a key, or a table of its name, is
// written; if it stands in a table that is written in one line, the line of that.
func lineOf(text string, key toml.Key, nth int) int {
	for ; len(key) > 0; key = key[:len(key)-1] {
		found := 0
		var table []string
		for i, line := range strings.Split(text, "\n") {
			written := writtenKey(line, &table)
			if slices.Equal(written, key) {
				if found++; found == nth {
					return i + 1
				}
			}
		}
		nth = 1
	}
	return 1
}

// writtenKey returns the whole key that a line begins with, nil if there is none, and
// keeps the table that it is in.
func writtenKey(line string, table *[]string) []string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "[") {
		name, _, _ := strings.Cut(strings.TrimLeft(line, "["), "]")
		*table = splitKey(name)
		return *table
	}
	name, _, ok := strings.Cut(line, "=")
	if !ok || strings.HasPrefix(line, "#") {
		return nil
	}
	return slices.Concat(*table, splitKey(name))
}

// splitKey returns the parts of a dotted key without their quotes. Dots within quotes,
// which no key of a [File] has, are taken for those between parts.
func splitKey(name string) (parts []string) {
	for part := range strings.SplitSeq(name, ".") {
		parts = append(parts, strings.Trim(strings.TrimSpace(part), `"'`))
	}
	return parts
}

// misspelt returns the first key that is not written as a field's. The decoder takes
// capitals for small letters, and would take a key in either for given.
func misspelt(keys []toml.Key) *wrong {
	for _, key := range keys {
		switch names := rightKeys(key); len(names) {
		case 0:
		case 1:
			return wrongf(key, "unknown key: pass %s", names[0])
		default:
			return wrongf(key, "unknown key: pass one of %s", strings.Join(names, ", "))
		}
	}
	return nil
}

// rightKeys returns the keys that a file may have in place of one that it may not: that
// which differs in capitals, or else all of the table. It returns none for a key that
// is right, as all are in tables of free names.
func rightKeys(key toml.Key) []string {
	t := reflect.TypeFor[File]()
	for _, part := range key {
		if t.Kind() != reflect.Struct {
			return nil
		}
		var inside reflect.Type
		var names []string
		for f := range t.Fields() {
			name := keyOf(f)
			if name == "-" {
				continue
			}
			switch {
			case name == part:
				inside = structOf(f.Type)
			case strings.EqualFold(name, part):
				return []string{name}
			}
			names = append(names, name)
		}
		if inside == nil {
			slices.Sort(names)
			return names
		}
		t = inside
	}
	return nil
}

// keyOf returns the key of a field.
func keyOf(f reflect.StructField) string {
	if name, ok := f.Tag.Lookup("toml"); ok {
		return name
	}
	return strings.ToLower(f.Name)
}

// structOf returns the struct that a list holds or a pointer points to.
func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}
