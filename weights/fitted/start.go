package fitted

import (
	"fmt"
	"path"
	"slices"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// Named lists a file's weights as a fit knows them.
func Named(f *weights.File) []fit.NamedWeight {
	var list []fit.NamedWeight
	for _, w := range f.Weights() {
		list = append(list, fit.NamedWeight{Name: w.Name, Value: w.Value})
	}
	return list
}

// Freeze holds the weights that a pattern matches, by their own name or their
// column's, at their start values, or at 0 without one.
func Freeze(schema matrix.Schema, pattern string, start []fit.NamedWeight) (held []fit.Fixed, err error) {
	values := make(map[string]float64, len(start))
	for _, w := range start {
		values[w.Name] = w.Value
	}
	seen := map[string]bool{} // columns of several sums share their weights
	for _, c := range schema.Columns {
		byColumn, err := path.Match(pattern, c.Term())
		if err != nil {
			return nil, err
		}
		for _, name := range c.Weights() {
			byName, _ := path.Match(pattern, name)
			if is := pattern == name || pattern == c.Term(); (is || byColumn || byName) && !seen[name] { // names may have [ and ]
				held, seen[name] = append(held, fit.Fixed{Pattern: name, Value: values[name]}), true
			}
		}
	}
	if len(held) == 0 {
		return nil, fmt.Errorf("no weight of set %s matches", schema.Set)
	}
	return held, nil
}

// FreezeOthers holds all weights at their start values that no pattern matches.
func FreezeOthers(schema matrix.Schema, patterns []string, start []fit.NamedWeight) ([]fit.Fixed, error) {
	free := make(map[string]bool)
	for _, pattern := range patterns {
		matched, err := Freeze(schema, pattern, start)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pattern, err)
		}
		for _, w := range matched {
			free[w.Pattern] = true
		}
	}
	all, err := Freeze(schema, "*", start)
	return slices.DeleteFunc(all, func(w fit.Fixed) bool { return free[w.Pattern] }), err
}
