package source

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/weights/source/scan"
)

// A Listing is what can be a weight in a source, each as an entry of a file of names.
type Listing struct {
	Tables  []Entry
	Numbers []Entry // and single pairs
	Others  []Entry // members of enums, and #define
	Locals  []Entry // tables of functions
	Unread  []error // tables with an element that is not a number, or that change later
	Remarks []string
}

// List sorts what [scan.ReadArrays] found into a Listing: all tables, and numbers but for
// variables of functions that are neither static nor constant. What has a name that another has,
// too, is listed with the place that tells them apart, and with a name of its own. Halves in two
// tables of one form, MobilityMG and MobilityEG, are listed as halves of the same terms.
func List(arrays []scan.Array) (l Listing) {
	n := newNamer(arrays, false)
	var names, lone []string
	for i := range arrays {
		a := &arrays[i]
		f := a.Fault()
		if f != nil && a.Stands != scan.Local && f.Table() {
			l.Unread = append(l.Unread, a.Err)
		} else if f != nil && f.Names && a.Stands != scan.Local {
			names = append(names, fmt.Sprintf("%s at %s:%d", a.Name, a.File, a.Line))
		} else if f != nil && f.Lone && a.Stands != scan.Local {
			lone = append(lone, fmt.Sprintf("%s at %s:%d", a.Name, a.File, a.Line))
		}
	}
	if len(names) > 0 {
		l.Remarks = append(l.Remarks, "tables of constants, without a number: "+some(names))
	}
	if len(lone) > 0 {
		l.Remarks = append(l.Remarks, "numbers that other code changes, or that are given to several names at once: "+some(lone))
	}
	for _, a := range n.listed {
		list, err := n.entries(a)
		if err != nil {
			l.Unread = append(l.Unread, err)
			continue
		}
		l.add(a, list)
	}
	return l
}

// some joins the first of many names.
func some(names []string) string {
	const shown = 12
	if len(names) > shown {
		names = append(names[:shown:shown], fmt.Sprintf("and %d more", len(names)-shown))
	}
	return strings.Join(names, ", ")
}

func (l *Listing) add(a *scan.Array, list []Entry) {
	switch {
	case a.Stands == scan.Local:
		l.Locals = append(l.Locals, list...)
		return
	case a.Stands != scan.Declared:
		l.Others = append(l.Others, list...)
	case a.Size() > 1:
		l.Tables = append(l.Tables, list...)
	default:
		l.Numbers = append(l.Numbers, list...)
	}
	if len(a.Left) > 0 {
		l.Remarks = append(l.Remarks, fmt.Sprintf("%s:%d: %s: without %d elements that are not numbers, such as %s", a.File, a.Line, a.Name, len(a.Left), a.Left[0]))
	}
}

// Entries returns what reads all numbers of arrays, as [List] names them, those of functions too.
func Entries(arrays []scan.Array) (list []Entry) {
	n := newNamer(arrays, true)
	for _, a := range n.listed {
		named, err := n.entries(a)
		for _, e := range named {
			read, bad := parseLine(e.String(), Options{})
			if err == nil && bad == nil {
				list = append(list, read...)
			}
		}
	}
	return list
}

// Empty reports whether nothing is listed.
func (l *Listing) Empty() bool {
	return len(l.Remarks) == 0 && len(l.Tables)+len(l.Numbers)+len(l.Others)+len(l.Locals)+len(l.Unread) == 0
}

// entries names the numbers of an array below a path of ranks.
func entries(a *scan.Array, name, place string, path []int) []Entry {
	levels, even := shape(a, path)
	if even {
		e := Entry{Name: name, Tapered: a.Pairs, Place: place}
		for _, level := range levels {
			e.addLevel(level)
		}
		return []Entry{e}
	}
	var list []Entry
	for i := range levels[0].n {
		label := levels[0].label(i)
		list = append(list, entries(a, name+"."+label, fmt.Sprintf("%s[%s]", place, label), extended(path, i))...)
	}
	return list
}

// A level is a dimension of an array: how many elements it has, and what finds them if not their
// numbers do.
type level struct {
	n      int
	labels []string
}

func (l level) label(i int) string {
	if l.labels != nil {
		return l.labels[i]
	}
	return fmt.Sprint(i)
}

// addLevel adds a dimension to the entry's name: [4], of elements with keys .{PAWN,KNIGHT}, of
// numbers that begin elsewhere .{1..6}.
func (e *Entry) addLevel(l level) {
	text := fmt.Sprintf("[%d]", l.n)
	if braces := l.braces(); braces != "" {
		text = ".{" + braces + "}"
	} else if !strings.Contains(e.Name, "{") {
		e.Sizes = append(e.Sizes, l.n)
		return
	}
	for _, size := range e.Sizes { // what stands before stays before
		e.Name += fmt.Sprintf(".{0..%d}", size-1)
	}
	e.Sizes = nil
	e.Name += text
}

// braces is what stands in braces for the labels, "" where their ranks do as well.
func (l level) braces() string {
	if l.labels == nil {
		return ""
	}
	first, last := 0, 0
	fmt.Sscan(l.labels[0], &first)
	fmt.Sscan(l.labels[l.n-1], &last)
	run := true
	for i, label := range l.labels {
		run = run && label == fmt.Sprint(first+i)
	}
	switch {
	case run && (l.n > 1 || isNumber(l.labels[0])):
		return fmt.Sprintf("%d..%d", first, last)
	case slices.ContainsFunc(l.labels, func(s string) bool { return !isNumber(s) }), l.n < 16 && !run:
		return strings.Join(l.labels, ",")
	}
	return ""
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// shape returns the levels below a path, and whether all rows have the same.
func shape(a *scan.Array, path []int) (levels []level, even bool) {
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
	return append([]level{{n, a.Labels(path)}}, first...), even
}

func extended(path []int, i int) []int { return append(path[:len(path):len(path)], i) }
