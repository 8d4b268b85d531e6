package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Array is numbers in source code, and the name that they are given to: an
// array, a nested one, a pair or a single number.
type Array struct {
	File  string // as it was named to ReadArrays
	Line  int    // of the name
	Name  string
	Pairs bool // the innermost lists are pairs, such as S(82, 94) or {82, 94}

	// Values are all numbers in the order of the source. Without any, Err says
	// why: the value is not a literal of numbers. A single 0 beside pairs is two.
	Values []float64
	Err    error // it says where, file:line:column, which element, and what it has

	src    string // of the file
	kind   string // the integer type that it is declared with, "" of any other
	stands standing
	scope  []string // the names of what is around it: namespaces, classes
	keyed  bool     // its pairs have the keys mg and eg, so their order is known
	branch int      // how many #else and #elif stand before it
	places []place  // of the values
	lists  []place  // of the lists, the outermost first
	wrap   int      // how many lists around the others hold nothing else
	slots  map[string][]int
}

// A place is where a number stands, or a list: its bytes with the sign, its line, and its
// position in the list around it, -1 without one. A list's bytes are with the name in front.
type place struct{ pos, end, line, list, at int32 }

// where returns file:line of value i.
func (a *Array) where(i int) string { return fmt.Sprintf("%s:%d", a.File, a.places[i].line) }

// text returns value i as it stands in the source, with its sign.
func (a *Array) text(i int) string { return a.src[a.places[i].pos:a.places[i].end] }

// size is the number of pairs, or of values where there are none.
func (a *Array) size() int {
	if a.Pairs {
		return len(a.Values) / 2
	}
	return len(a.Values)
}

// value returns the index of a half of slot i: of a pair 0 or 1, of another value 0.
func (a *Array) value(i, half int) int {
	if a.Pairs {
		return 2*i + half
	}
	return i
}

// half returns which half of a pair value i is, 0 of other values.
func (a *Array) half(i int) int {
	if a.Pairs {
		return i % 2
	}
	return 0
}

// path returns the indices of slot i, from the outermost list to the innermost: 3, 27 of
// Mobility[3][27]. Lists with one element around everything do not count.
func (a *Array) path(i int) (path []int32) {
	p := a.places[a.value(i, 0)]
	if a.Pairs && p != a.places[a.value(i, 1)] {
		p = a.lists[p.list]
	}
	for ; p.list >= 0; p = a.lists[p.list] {
		path = append([]int32{p.at}, path...)
	}
	return path[min(a.wrap, len(path)):]
}

// wrapped is how many lists around the others hold nothing else.
func (a *Array) wrapped() int {
	n := 0
	for n+1 < len(a.lists) && a.lists[n+1].list == int32(n) && a.only(n) {
		n++
	}
	return n
}

// only reports whether list n holds one list and nothing else. Those after its first are
// found by their position.
func (a *Array) only(n int) bool {
	in := func(p place) bool { return p.list == int32(n) }
	return !slices.ContainsFunc(a.lists[n+2:], in) && !slices.ContainsFunc(a.places, in)
}

// under returns the slots below a path of indices, in the source's order: all of none.
func (a *Array) under(path []int) []int {
	if a.slots == nil {
		a.slots = map[string][]int{}
		for i := range a.size() {
			key := ""
			a.slots[key] = append(a.slots[key], i)
			for _, at := range a.path(i) {
				key += "." + strconv.Itoa(int(at))
				a.slots[key] = append(a.slots[key], i)
			}
		}
	}
	return a.slots[key(path)]
}

// key is a path as it is looked up.
func key(path []int) string {
	var b strings.Builder
	for _, at := range path {
		b.WriteString("." + strconv.Itoa(at))
	}
	return b.String()
}

// flat reports whether the array has one level.
func (a *Array) flat() bool {
	return a.size() > 0 && len(a.under([]int{a.size() - 1})) == 1
}
