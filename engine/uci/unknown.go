package uci

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"example.org/centipawn/internal/cli"
)

// Unknown is the error of an option that is not among those of some names. It names all of them if they
// are few, else those that may have been meant; all says how a user gets the others.
func Unknown(name string, names []string, all string) error {
	near := nearby(name, names)
	switch {
	case len(names) == 0:
		return fmt.Errorf("unknown option %q: the engine declares no option: omit it; %s", name, all)
	case len(near) == len(names):
		return fmt.Errorf("unknown option %q: pass one of: %s", name, strings.Join(near, ", "))
	case len(near) == 0:
		return fmt.Errorf("unknown option %q: pass one of %d: %s", name, len(names), all)
	}
	return fmt.Errorf("unknown option %q: pass one of %d, such as %s: %s", name, len(names), strings.Join(near, ", "), all)
}

// few is how many options are all named by an error, and how many of more.
const few = 8

// nearby returns the names that may have been meant: those that differ in little, then those that
// share a word; all if they are few.
func nearby(name string, names []string) (near []string) {
	if len(names) <= few {
		return names
	}
	rest := slices.Clone(names)
	for {
		best := cli.Nearest(name, rest)
		if best == "" || len(near) == few {
			break
		}
		near, rest = append(near, best), slices.DeleteFunc(rest, func(n string) bool { return n == best })
	}
	key := squeeze(name)
	for _, n := range rest {
		other := squeeze(n)
		if len(near) < few && key != "" && (strings.Contains(other, key) || len(other) > 2 && strings.Contains(key, other)) {
			near = append(near, n)
		}
	}
	return near
}

// squeeze returns a name in small letters without what stands between words.
func squeeze(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
