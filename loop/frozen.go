package loop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"example.org/centipawn/weights"
)

// checkPatterns refuses a pattern that matches no weight.
func checkPatterns(f *weights.File, patterns []string) error {
	for _, pattern := range patterns {
		known := false
		each(f, func(name string, _ *weights.Weight) { known = known || matches([]string{pattern}, name) })
		if !known {
			return fmt.Errorf("freeze %s: no weight of set %s matches: pass another pattern", pattern, f.Set)
		}
	}
	return nil
}

// each calls do with every weight of a file by its name.
func each(f *weights.File, do func(name string, w *weights.Weight)) {
	for i := range f.Terms {
		t := &f.Terms[i]
		if t.Tapered {
			do(t.Name+".mg", &t.MG)
			do(t.Name+".eg", &t.EG)
		} else {
			do(t.Name, &t.Value)
		}
	}
}

// matches reports whether a pattern matches a weight's name, or its term's.
func matches(patterns []string, name string) bool {
	term := strings.TrimSuffix(strings.TrimSuffix(name, ".mg"), ".eg")
	return slices.ContainsFunc(patterns, func(p string) bool {
		byName, _ := path.Match(p, name)
		byTerm, _ := path.Match(p, term)
		return byName || byTerm
	})
}
