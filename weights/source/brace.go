package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// expand returns the entries that a pattern of names stands for, which is one with the braces
// of a trace's declarations: the members of an enum, {pawn,knight}, a range of numbers,
// {0..27}, or squares in their order, {a8..h1} or {a1..h8}. Each pair of braces is a dimension
// of the place.
func expand(pattern string, opt Options) ([]Entry, error) {
	list := []Entry{{}}
	rest := pattern
	for {
		head, inside, tail, found, err := cutBraces(rest)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pattern, err)
		}
		if !found {
			return finished(list, rest, opt)
		}
		if ranks := squareOrder(inside); ranks != 0 {
			side, half := strings.CutPrefix(tail, ".")
			if !strings.HasSuffix(head, ".") || tail != "" && !(half && isSide(side)) {
				return nil, fmt.Errorf("%s: squares come last, after a dot: pst.pawn.{a8..h1}", pattern)
			}
			list, err = finished(list, strings.TrimSuffix(head, ".")+tail+"[64]", Options{RankEight: ranks > 0})
			return list, err
		}
		names, err := members(inside)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pattern, err)
		}
		if list = times(list, head, names); len(list) > maxTable {
			return nil, fmt.Errorf("%s: more than %d names", pattern, maxTable)
		}
		rest = tail
	}
}

// cutBraces takes the first pair of braces out of a pattern.
func cutBraces(pattern string) (head, inside, tail string, found bool, err error) {
	head, rest, found := strings.Cut(pattern, "{")
	if !found {
		if strings.Contains(pattern, "}") {
			err = fmt.Errorf("} without {")
		}
		return pattern, "", "", false, err
	}
	inside, tail, closed := strings.Cut(rest, "}")
	if !closed || strings.Contains(inside, "{") || strings.Contains(head, "}") {
		err = fmt.Errorf("{ without }")
	}
	return head, inside, tail, true, err
}

// squareOrder returns 1 for squares from a8, -1 for those from a1, 0 for anything else.
func squareOrder(inside string) int {
	switch inside {
	case "a8..h1":
		return 1
	case "a1..h8":
		return -1
	}
	return 0
}

// members returns the names in braces.
func members(inside string) ([]string, error) {
	first, last, isRange := strings.Cut(inside, "..")
	if !isRange {
		names := strings.Split(inside, ",")
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		if slices.Contains(names, "") {
			return nil, fmt.Errorf("{%s}: a name is empty", inside)
		}
		return names, nil
	}
	from, bad := strconv.Atoi(first)
	to, err := strconv.Atoi(last)
	if bad != nil || err != nil || from < 0 || to < from || to-from >= maxTable {
		return nil, fmt.Errorf("{%s}: want names, {pawn,knight}, numbers, {0..27}, or squares, {a8..h1} or {a1..h8}", inside)
	}
	var names []string
	for i := from; i <= to; i++ {
		names = append(names, strconv.Itoa(i))
	}
	return names, nil
}

// times returns each entry with each of the names after it.
func times(list []Entry, head string, names []string) (all []Entry) {
	for _, e := range list {
		for i, name := range names {
			next := e
			next.Name += head + name
			next.At = append(slices.Clone(e.At), i)
			next.Of = append(slices.Clone(e.Of), len(names))
			all = append(all, next)
		}
	}
	return all
}

// finished takes what stands after the last braces.
func finished(list []Entry, rest string, opt Options) ([]Entry, error) {
	for i := range list {
		if err := list[i].parseName(list[i].Name+rest, opt); err != nil {
			return nil, err
		}
	}
	return list, nil
}
