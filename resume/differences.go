package resume

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
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
