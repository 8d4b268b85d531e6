package resume

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Differences compares two JSON texts value by value and returns, in the order of the
// values' paths, what is not the same: "rules.DrawScore: 10 before, 20 now". A value
// that stands in one text alone is "none" in the other, as null is.
func Differences(before, now []byte) (list []string, err error) {
	old, new := map[string]string{}, map[string]string{}
	if err := errors.Join(flatten(before, old), flatten(now, new)); err != nil {
		return nil, err
	}
	paths := maps.Clone(old)
	maps.Copy(paths, new)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if old[path] != new[path] {
			list = append(list, fmt.Sprintf("%s: %s before, %s now", path, orNone(old[path]), orNone(new[path])))
		}
	}
	return list, nil
}

// SameSettings returns an error if the first line of a journal, its name and settings as JSON, does
// not have those of a run that would go on with it: which differ, and what to do. what is what the
// journal holds, as "games".
func SameSettings(first, name, what string, settings []byte) error {
	text, ok := strings.CutPrefix(first, name)
	if !ok {
		return fmt.Errorf("not a journal of %s: pass another name", what)
	}
	changed, err := Differences([]byte(text), settings)
	switch {
	case err != nil:
		return fmt.Errorf("not a journal of %s: pass another name: %w", what, err)
	case len(changed) > 0:
		return fmt.Errorf("its %s are of other settings: %s: pass those, or remove the file", what, strings.Join(changed, "; "))
	}
	return nil
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// flatten adds the values of a JSON text by their paths.
func flatten(text []byte, into map[string]string) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err
	}
	flattenValue("", v, into)
	return nil
}

func flattenValue(path string, v any, into map[string]string) {
	below := path
	if path != "" {
		below += "."
	}
	switch v := v.(type) {
	case nil:
	case map[string]any:
		for name, value := range v {
			flattenValue(below+name, value, into)
		}
	case []any:
		for i, value := range v {
			flattenValue(below+strconv.Itoa(i+1), value, into)
		}
	case string:
		into[path] = strconv.Quote(v)
	default:
		into[path] = fmt.Sprint(v)
	}
}
