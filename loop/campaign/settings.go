package campaign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Settings are what the bytes of a run depend on, by name and in order. They stand in run.json.
type Settings []Setting

// A Setting is one of them.
type Setting struct {
	Name  string
	Value any
}

// Add adds a setting.
func (s *Settings) Add(name string, value any) { *s = append(*s, Setting{name, value}) }

// MarshalJSON writes an object.
func (s Settings) MarshalJSON() ([]byte, error) {
	b := bytes.NewBufferString("{")
	for i, f := range s {
		value, err := json.Marshal(f.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "%q:%s", f.Name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// SettingsOf returns the format of a run and the settings in its options, a struct. Each field is named by its tag
// resume:"name", or by that for json; with resume:"-" a run may go on with another value of it. After the name may
// stand omitempty, text (the value as fmt prints it) and files (names of files: base name and hash). A field that
// is a struct with such tags is an object of the same kind. A field without a name is an error, so that none is
// forgotten, and so is another word after it.
func SettingsOf(format string, options any) (Settings, error) {
	s, err := settingsOf(reflect.ValueOf(options))
	return append(Settings{{"format", format}}, s...), err
}

// words are what may stand after a name.
var words = []string{"omitempty", "text", "files"}

func settingsOf(v reflect.Value) (s Settings, err error) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, rest, _ := strings.Cut(field.Tag.Get("resume"), ",")
		if name == "" {
			name, _, _ = strings.Cut(field.Tag.Get("json"), ",")
		}
		how := strings.FieldsFunc(rest, func(r rune) bool { return r == ',' })
		unknown := slices.IndexFunc(how, func(word string) bool { return !slices.Contains(words, word) })
		switch {
		case unknown >= 0:
			return nil, fmt.Errorf("%v.%s: tag resume: %q: want %s", v.Type(), field.Name, how[unknown], strings.Join(words, ", "))
		case name == "-", slices.Contains(how, "omitempty") && v.Field(i).IsZero():
			continue
		case name == "":
			return nil, fmt.Errorf("%v.%s: no tag says whether a run may go on with another value", v.Type(), field.Name)
		}
		value, err := settingOf(v.Field(i), how)
		if err != nil {
			return nil, err
		}
		s = append(s, Setting{name, value})
	}
	return s, nil
}

// settingOf returns the value of a field.
func settingOf(v reflect.Value, how []string) (any, error) {
	switch {
	case slices.Contains(how, "text"):
		return fmt.Sprint(v.Interface()), nil
	case slices.Contains(how, "files") && v.Kind() == reflect.String:
		if v.Len() == 0 {
			return "", nil
		}
		list, err := Hashed(v.String())
		return strings.Join(list, ""), err
	case slices.Contains(how, "files"):
		return Hashed(v.Interface().([]string)...)
	case tagged(v.Type()):
		return settingsOf(v)
	}
	return v.Interface(), nil
}

// tagged reports whether a type is a struct with tags for settings.
func tagged(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if _, ok := t.Field(i).Tag.Lookup("resume"); ok {
			return true
		}
	}
	return false
}
