package source

import (
	"fmt"
	"strings"

	"example.org/centipawn/weights/source/scan"
)

// A Taken is numbers that were given to weights by their order: no name says that they are
// theirs.
type Taken struct {
	Entry        string // the weights, as in a file of names
	Array, Where string // name, and file:line
	Place        string // the array in a file of names, if a line there can say what was taken
	First, Count int    // the numbers, from 0
	Of           int    // how many the array has
}

// String is a line of a file of names; a comment where none can say it.
func (t Taken) String() string {
	switch {
	case t.Place != "":
		return fmt.Sprintf("%s = %s  # %s", t.Entry, t.Place, t.Where)
	case t.Count == 1:
		return fmt.Sprintf("# %s: number %d of the %d of %s, %s", t.Entry, t.First+1, t.Of, t.Array, t.Where)
	}
	return fmt.Sprintf("# %s: numbers %d to %d of the %d of %s, %s", t.Entry, t.First+1, t.First+t.Count, t.Of, t.Array, t.Where)
}

// unsaid returns the wanted weights as not found: an array of the name that they share has as many
// numbers, and nothing says which is whose.
func (w *want) unsaid(prefix string, a *scan.Array) []location {
	return w.without(a, fmt.Sprintf("nothing says which of the numbers of %s is whose: in their order that is a line of -names: %s = %s",
		a.Name, w.pattern(prefix), a.Name))
}

// taken says that the wanted weights have the numbers of the array of their name in order.
func (w *want) taken(prefix string, a *scan.Array) Taken {
	return Taken{Entry: w.pattern(prefix), Array: a.Name, Where: fmt.Sprintf("%s:%d", a.File, a.Line), Place: a.Name, Count: len(a.Values), Of: len(a.Values)}
}

// pattern names the wanted terms as a file of names does: material.{pawn,knight} tapered.
func (w *want) pattern(prefix string) string {
	var names []string
	for _, t := range w.terms {
		names = append(names, strings.TrimPrefix(strings.TrimPrefix(t.Name, prefix), "."))
	}
	tapered := ""
	if w.halves() == 2 {
		tapered = " tapered"
	}
	return fmt.Sprintf("%s.{%s}%s", prefix, strings.Join(names, ","), tapered)
}
