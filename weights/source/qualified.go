package source

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"example.org/centipawn/weights/source/scan"
)

// qualified is the array's name with those of what is around it: eval::mg::Table.
func qualified(a *scan.Array) string {
	return strings.Join(append(a.Scope[:len(a.Scope):len(a.Scope)], a.Name), "::")
}

// isAt reports whether a place means the array: by its name, by that with names around it,
// eval::Table or Eval.Table, or ::Table where nothing is around it, or by its line, eval.cpp:12.
func isAt(a *scan.Array, place string) bool {
	if a.Name == place {
		return true
	}
	if file, line, ok := lineOf(place); ok {
		return a.Line == line && endsIn(filepath.ToSlash(a.File), filepath.ToSlash(file), "/")
	}
	if whole, top := strings.CutPrefix(place, "::"); top { // nothing stands around it
		return qualified(a) == strings.ReplaceAll(whole, ".", "::")
	}
	return isQualified(place) && endsIn(qualified(a), strings.ReplaceAll(place, ".", "::"), "::")
}

// endsIn reports whether a path of names is, or ends in, another.
func endsIn(all, part, separator string) bool {
	return all == part || strings.HasSuffix(all, separator+part)
}

func isQualified(place string) bool {
	return strings.Contains(place, "::") || strings.Contains(place, ".")
}

var filePosition = regexp.MustCompile(`^(.*[^:]):(\d{1,9})$`)

// lineOf takes eval.cpp:12 apart.
func lineOf(place string) (file string, line int, ok bool) {
	m := filePosition.FindStringSubmatch(place)
	if m == nil {
		return "", 0, false
	}
	line, err := strconv.Atoi(m[2])
	return m[1], line, err == nil
}

// lastName is what stands after the last :: or full stop.
func lastName(place string) string {
	place = strings.ReplaceAll(place, "::", ".")
	return place[strings.LastIndexByte(place, '.')+1:]
}

// dotted joins indices: 1.2.
func dotted(path []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(path), " ", "."), "[]")
}
