package scan

import (
	"fmt"
	"slices"
	"strconv"
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

	Stands Standing // what kind of name it is
	Scope  []string // the names of what is around it: namespaces, classes
	Keyed  bool     // its pairs have the keys mg and eg, so their order is known
	Branch int      // how many #else and #elif stand before it
	Wrap   int      // how many lists around the others hold nothing else
	Keys   int      // how many names at the end of Scope and Name are keys: 2 of Table[PAWN][WHITE]
	Left   []string // elements that are constants in place of numbers and were left out, o or null

	src     string             // of the file
	kind    string             // the integer type that it is declared with, "" of any other
	labels  map[int32][]string // what finds the elements of a list, where that is not their number
	mapping bool               // it is declared as a dictionary, whose elements are {key, value}
	doubled bool               // braces in braces may be those of std::array: {{1, 2}} is {1, 2}
	places  []place            // of the values
	lists   []place            // of the lists, the outermost first
	slots   map[string][]int
}

// A place is where a number stands, or a list: its bytes with the sign, its line, and its
// position in the list around it, -1 without one. A list's bytes are with the name in front.
type place struct{ pos, end, line, list, at int32 }

// Where returns file:line of value i.
func (a *Array) Where(i int) string { return fmt.Sprintf("%s:%d", a.File, a.places[i].line) }

// Text returns value i as it stands in the source, with its sign.
func (a *Array) Text(i int) string { return a.src[a.places[i].pos:a.places[i].end] }

// Span returns the bytes of the file that value i stands in, with its sign, from pos to before end.
func (a *Array) Span(i int) (pos, end int32) { return a.places[i].pos, a.places[i].end }

// Shared reports whether value i is a single 0 that stands for both halves of a pair.
func (a *Array) Shared(i int) bool {
	half := i - i%2
	return a.Pairs && a.places[half] == a.places[half+1]
}

// Unpaired returns the array as one of numbers in lists of two, and not of pairs.
func (a *Array) Unpaired() *Array {
	b := *a
	b.Pairs, b.slots = false, nil
	return &b
}

// width is how many values a slot has: 2 of pairs, else 1.
func (a *Array) width() int {
	if a.Pairs {
		return 2
	}
	return 1
}

// Size is the number of slots: of pairs, or of values where there are none.
func (a *Array) Size() int { return len(a.Values) / a.width() }

// Value returns the index in Values of a half, 0 or 1, of slot i; without pairs of the slot.
func (a *Array) Value(i, half int) int { return i*a.width() + half%a.width() }

// Half returns which half of a pair value i is, 0 of other values.
func (a *Array) Half(i int) int { return i % a.width() }

// path returns the indices of slot i, from the outermost list to the innermost: 3, 27 of
// Mobility[3][27]. Lists with one element around everything do not count.
func (a *Array) path(i int) (path []int32) {
	p := a.places[a.Value(i, 0)]
	if a.Pairs && p != a.places[a.Value(i, 1)] {
		p = a.lists[p.list]
	}
	for ; p.list >= 0; p = a.lists[p.list] {
		path = append([]int32{p.at}, path...)
	}
	return path[min(a.Wrap, len(path)):]
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

// Under returns the slots below a path of indices, in the source's order: all of none.
func (a *Array) Under(path []int) []int {
	if a.slots == nil {
		a.slots = map[string][]int{}
		for i := range a.Size() {
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
func key(path []int) (key string) {
	for _, at := range path {
		key += "." + strconv.Itoa(at)
	}
	return key
}

// Flat reports whether the array has one level.
func (a *Array) Flat() bool {
	return a.Size() > 0 && len(a.Under([]int{a.Size() - 1})) == 1
}
