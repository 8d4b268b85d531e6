package source

import (
	"fmt"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A Listing is what can be a weight in a source, each as an entry of a file of names.
type Listing struct {
	Tables  []Entry
	Numbers []Entry // and single pairs
	Others  []Entry // members of enums, and #define
	Unread  []error // tables with an element that is not a number
}

// List sorts what [scan.ReadArrays] found into a Listing. Variables of functions are left out, unless
// they are static or constant.
func List(arrays []scan.Array) (l Listing) {
	seen := map[string]bool{}
	for i := range arrays {
		a := &arrays[i]
		switch f := a.Fault(); {
		case a.Stands == scan.Local:
		case f == nil:
			l.add(a, named(a, seen))
		case f.Table():
			l.Unread = append(l.Unread, a.Err)
		}
	}
	return l
}

func (l *Listing) add(a *scan.Array, list []Entry) {
	switch {
	case a.Stands != scan.Declared:
		l.Others = append(l.Others, list...)
	case a.Size() > 1:
		l.Tables = append(l.Tables, list...)
	default:
		l.Numbers = append(l.Numbers, list...)
	}
}

// Entries returns what [ReadNames] needs to read all numbers of arrays: the tables by
// their own names, one of rows that differ in length row by row. Those without numbers, and
// those whose name came before, are left out.
func Entries(arrays []scan.Array) (list []Entry) {
	seen := map[string]bool{}
	for i := range arrays {
		list = append(list, named(&arrays[i], seen)...)
	}
	return list
}

// named returns the array's entries, and notes its name; none if it was seen before.
func named(a *scan.Array, seen map[string]bool) []Entry {
	name := spelling(a.Name)
	if a.Err != nil || len(a.Values) == 0 || seen[name] {
		return nil
	}
	seen[name] = true
	return entries(a, termName(a.Name), a.Name, nil)
}

// termName makes a name for terms of one in source code.
func termName(name string) string {
	name = strings.NewReplacer("::", ".", " ", "_").Replace(name)
	if weights.ValidName(name) != nil {
		return "table"
	}
	return name
}

// entries names the numbers below a path.
func entries(a *scan.Array, name, place string, path []int) []Entry {
	sizes, even := shape(a, path)
	if even {
		e := Entry{Name: name, Sizes: sizes, Tapered: a.Pairs}
		if spelling(name) != spelling(place) {
			e.Place = place
		}
		return []Entry{e}
	}
	var list []Entry
	for i := 0; len(a.Under(extended(path, i))) > 0; i++ {
		list = append(list, entries(a, fmt.Sprintf("%s.%d", name, i), fmt.Sprintf("%s[%d]", place, i), extended(path, i))...)
	}
	return list
}

// shape returns the sizes of the levels below a path, and whether all rows have them.
func shape(a *scan.Array, path []int) (sizes []int, even bool) {
	n := 0
	for len(a.Under(extended(path, n))) > 0 {
		n++
	}
	if n == 0 {
		return nil, true
	}
	first, even := shape(a, extended(path, 0))
	for i := 1; i < n && even; i++ {
		other, ok := shape(a, extended(path, i))
		even = ok && fmt.Sprint(other) == fmt.Sprint(first)
	}
	return append([]int{n}, first...), even
}

func extended(path []int, i int) []int { return append(path[:len(path):len(path)], i) }
