package source

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// position is file:line of the array's name.
func (a *Array) position() string { return fmt.Sprintf("%s:%d", a.File, a.Line) }

// qualified is the array's name with those of what is around it: eval::mg::Table.
func (a *Array) qualified() string {
	return strings.Join(append(a.scope[:len(a.scope):len(a.scope)], a.Name), "::")
}

// isAt reports whether a place means the array: by its name, by that with names around it,
// eval::Table or Eval.Table, or by its line, eval.cpp:12.
func (a *Array) isAt(place string) bool {
	if a.Name == place {
		return true
	}
	if file, line, ok := lineOf(place); ok {
		return a.Line == line && endsIn(filepath.ToSlash(a.File), filepath.ToSlash(file), "/")
	}
	return isQualified(place) && endsIn(a.qualified(), strings.ReplaceAll(place, ".", "::"), "::")
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

// called returns the arrays that a place means: of exactly this name, or else of any spelling
// of it; or those that their line or the names around them tell from others. Of several on a
// line it is the one that has the wanted name.
func (l *locator) called(place, wanted string) (same []*Array) {
	all := l.named[spelling(place)]
	_, line, byLine := lineOf(place)
	switch {
	case byLine:
		all = l.lines[line]
	case isQualified(place) && len(all) == 0:
		all = l.named[spelling(lastName(place))]
	}
	var namesake []*Array
	for _, a := range all {
		if a.isAt(place) {
			same = append(same, a)
			if spelling(a.Name) == spelling(wanted) {
				namesake = append(namesake, a)
			}
		}
	}
	switch {
	case byLine && len(namesake) > 0:
		return namesake
	case len(same) > 0 || byLine || isQualified(place):
		return same
	}
	return all
}
