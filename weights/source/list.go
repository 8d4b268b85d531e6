package source

import (
	"fmt"
	"strings"

	"example.org/centipawn/weights"
)

// A Listing is what can be a weight in a source, each as an entry of a file of names.
type Listing struct {
	Tables  []Entry
	Numbers []Entry // and single pairs
	Others  []Entry // members of enums, and #define
	Unread  []error // tables with an element that is not a number
}

// List sorts what [ReadArrays] found into a Listing. Variables of functions are left out, unless
// they are static or constant.
func List(arrays []Array) (l Listing) {
	seen := map[string]bool{}
	for i := range arrays {
		a := &arrays[i]
		switch f := a.fault(); {
		case a.stands == local:
		case f == nil:
			l.add(a, a.named(seen))
		case f.table && f.what != keyed:
			l.Unread = append(l.Unread, a.Err)
		}
	}
	return l
}

func (l *Listing) add(a *Array, list []Entry) {
	switch {
	case a.stands != declared:
		l.Others = append(l.Others, list...)
	case a.size() > 1:
		l.Tables = append(l.Tables, list...)
	default:
		l.Numbers = append(l.Numbers, list...)
	}
}

// Entries returns what [ReadNames] needs to read all numbers of arrays: the tables by
// their own names, one of rows that differ in length row by row. Those without numbers, and
// those whose name came before, are left out.
func Entries(arrays []Array) (list []Entry) {
	seen := map[string]bool{}
	for i := range arrays {
		list = append(list, arrays[i].named(seen)...)
	}
	return list
}

// named returns the array's entries, and notes its name; none if it was seen before.
func (a *Array) named(seen map[string]bool) []Entry {
	name := spelling(a.Name)
	if a.Err != nil || len(a.Values) == 0 || seen[name] {
		return nil
	}
	seen[name] = true
	return a.entries(termName(a.Name), a.Name, nil)
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
func (a *Array) entries(name, place string, path []int) []Entry {
	sizes, even := a.shape(path)
	if even {
		e := Entry{Name: name, Sizes: sizes, Tapered: a.Pairs}
		if spelling(name) != spelling(place) {
			e.Place = place
		}
		return []Entry{e}
	}
	var list []Entry
	for i := 0; len(a.under(extended(path, i))) > 0; i++ {
		list = append(list, a.entries(fmt.Sprintf("%s.%d", name, i), fmt.Sprintf("%s[%d]", place, i), extended(path, i))...)
	}
	return list
}

// shape returns the sizes of the levels below a path, and whether all rows have them.
func (a *Array) shape(path []int) (sizes []int, even bool) {
	n := 0
	for len(a.under(extended(path, n))) > 0 {
		n++
	}
	if n == 0 {
		return nil, true
	}
	first, even := a.shape(extended(path, 0))
	for i := 1; i < n && even; i++ {
		other, ok := a.shape(extended(path, i))
		even = ok && fmt.Sprint(other) == fmt.Sprint(first)
	}
	return append([]int{n}, first...), even
}

func extended(path []int, i int) []int { return append(path[:len(path):len(path)], i) }
