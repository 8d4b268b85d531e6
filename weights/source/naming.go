package source

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A namer gives what is listed a name, and a place that means it alone.
type namer struct {
	listed  []*scan.Array
	spelled map[string]int           // how many arrays have a spelling
	named   map[string][]*scan.Array // by their exact names
	lines   map[int][]*scan.Array    // by their lines
	taken   map[string]bool          // names of entries so far
	numbers map[string]int           // the last number behind a name
	halves  map[*scan.Array]half     // of those that are one half of tables
}

// newNamer sorts the arrays with numbers. A second definition in another branch of a condition
// that has the same numbers is the same weight. Of functions' variables only tables are listed,
// unless all are.
func newNamer(arrays []scan.Array, all bool) *namer {
	n := &namer{spelled: map[string]int{}, named: map[string][]*scan.Array{}, lines: map[int][]*scan.Array{}, taken: map[string]bool{}, numbers: map[string]int{}}
	for i := range arrays {
		a := &arrays[i]
		same := func(b *scan.Array) bool {
			return b.Branch != a.Branch && b.File == a.File && qualified(b) == qualified(a) && slices.Equal(b.Values, a.Values)
		}
		if len(a.Values) == 0 || slices.ContainsFunc(first(n.named[a.Name], most), same) {
			continue
		}
		n.spelled[spelling(a.Name)]++
		n.named[a.Name], n.lines[a.Line] = append(n.named[a.Name], a), append(n.lines[a.Line], a)
		if a.Stands != scan.Element && (a.Stands != scan.Local || all || a.Size() > 2) {
			n.listed = append(n.listed, a)
		}
	}
	if !all {
		slices.SortStableFunc(n.listed, func(a, b *scan.Array) int { return n.rank(a) - n.rank(b) })
	}
	n.halves = n.paired()
	return n
}

// rank puts tables before numbers, and both before what is more likely no weight, which is named
// after them.
func (n *namer) rank(a *scan.Array) int {
	switch {
	case a.Stands == scan.Declared && a.Size() > 1:
		return 0
	case a.Stands == scan.Declared:
		return 1
	}
	return 2
}

// entries returns the array's entries, or why no place tells it from another.
func (n *namer) entries(a *scan.Array) ([]Entry, error) {
	place, ok := n.place(a)
	if !ok {
		return nil, fmt.Errorf("%s:%d: %s: others have this name on the same line: put each on a line of its own", a.File, a.Line, a.Name)
	}
	h, paired := n.halves[a]
	name := h.base
	if !paired {
		name = n.unique(a)
	}
	form := a
	if paired {
		form = unpaired(a)
	}
	list := entries(form, name, place, nil)
	for i := range list {
		e := &list[i]
		if e.Side = h.side; e.Side != "" && strings.ContainsAny(e.Name, "{[") {
			e.Name = strings.Replace(e.Name, name, name+"."+e.Side, 1) // String puts it at the end
			e.Side = ""
		}
		if !paired && place == a.Name && spelling(e.Name) == spelling(e.Place) && !n.ambiguous(a) {
			e.Place = "" // its name is enough
		}
	}
	return list, nil
}

// ambiguous reports whether a search by name may find another array, too.
func (n *namer) ambiguous(a *scan.Array) bool {
	name := spelling(a.Name)
	if n.spelled[name] > 1 || a.Labelled() {
		return true
	}
	for i := range min(a.Size(), 1000) {
		if a.Size() > 1 && n.spelled[fmt.Sprintf("%s%d", name, i)] > 0 {
			return true
		}
	}
	return a.Pairs && n.spelled[name+"mg"]+n.spelled["mg"+name] > 0
}

// place returns the shortest place that means this array alone: its name, or with names and keys
// around it, or its line.
func (n *namer) place(a *scan.Array) (string, bool) {
	names := append(slices.Clone(a.Scope), a.Name)
	plain := len(names) - a.Keys
	keys := ""
	for _, key := range names[plain:] {
		keys += "[" + key + "]"
	}
	for first := plain - 1; first >= 0; first-- {
		if place := strings.Join(names[first:plain], "::") + keys; n.means(place, a) {
			return place, true
		}
	}
	if place := "::" + strings.Join(names[:plain], "::") + keys; n.means(place, a) {
		return place, true
	}
	file := a.File
	if strings.ContainsAny(file, " \t") {
		file = filepath.Base(file)
	}
	place := fmt.Sprintf("%s:%d", file, a.Line)
	return place, n.means(place, a)
}

// most is how many namesakes are told apart by the names around them.
const most = 300

// means reports whether a place means an array and no other.
func (n *namer) means(place string, a *scan.Array) bool {
	if name, path, err := parsePlace(place); err != nil || len(path) == 0 && name != place && a.Keys == 0 || strings.ContainsAny(place, "=#{}") {
		return false
	}
	same := n.named[a.Name]
	_, _, byLine := lineOf(place)
	if byLine {
		same = n.lines[a.Line]
	} else if len(same) > most {
		return false
	}
	at := strings.NewReplacer("[", ".", "]", "").Replace(place)
	if len(n.named[at]) > 0 && at != a.Name {
		return false // an array whose name is the place
	}
	for _, b := range same {
		if b != a && isAt(b, at) && (b.Stands != scan.Local || a.Stands == scan.Local || byLine) {
			return false
		}
	}
	return isAt(a, at)
}

// unique makes a name for the array's terms that nothing before it has: its own, or with those
// around it, or with a number.
func (n *namer) unique(a *scan.Array) string {
	names := append(slices.Clone(a.Scope), a.Name)
	last := len(names) - 1 - a.Keys
	for first := last; first >= 0; first-- {
		if name := termName(strings.Join(names[first:], ".")); n.take(name, a) {
			return name
		}
	}
	base := termName(strings.Join(names[last:], "."))
	for {
		n.numbers[base]++
		if name := fmt.Sprintf("%s_%d", base, n.numbers[base]+1); n.take(name, a) {
			return name
		}
	}
}

// first returns at most so many arrays.
func first(list []*scan.Array, most int) []*scan.Array { return list[:min(len(list), most)] }

// take takes a name, unless it is taken: of a table or of a number, of which both may be.
func (n *namer) take(name string, a *scan.Array) bool {
	key := name
	if a.Size() > 1 {
		key += "["
	}
	if n.taken[key] {
		return false
	}
	n.taken[key] = true
	return true
}

// termName makes a name for terms of one in source code.
func termName(name string) string {
	name = strings.NewReplacer("::", ".", " ", "_", "{", "_", "}", "_", "[", "_", "]", "_", "=", "_", "#", "_", ",", "_").Replace(name)
	for _, side := range []string{"mg", "eg"} { // it is not half of a pair
		if name = strings.ReplaceAll(name, "."+side+".", "."+side+"_"); strings.HasPrefix(name, side+".") {
			name = side + "_" + name[3:]
		}
		if base, ok := strings.CutSuffix(name, "."+side); ok {
			name = base + "_" + side
		}
	}
	if weights.ValidName(name) != nil {
		return "table"
	}
	return name
}
