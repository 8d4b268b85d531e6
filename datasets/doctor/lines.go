package doctor

import (
	"cmp"
	"slices"
)

// count adds one if the condition holds.
func count(n *int, condition bool) {
	if condition {
		*n++
	}
}

func abs(n int) int { return max(n, -n) }

// A lineList counts lines and remembers the first of them.
type lineList struct {
	n     int
	first []int // ascending
}

func (l *lineList) add(line, most int) {
	l.n++
	l.keep(line, most)
}

// keep remembers a line if it is one of the first.
func (l *lineList) keep(line, most int) {
	i, known := slices.BinarySearch(l.first, line)
	if i < most && !known { // a game has many rows, and one line
		l.first = slices.Insert(l.first, i, line)
		l.first = l.first[:min(len(l.first), most)]
	}
}

func (l *lineList) merge(m *lineList, most int) {
	l.n += m.n
	for _, line := range m.first {
		l.keep(line, most)
	}
}

// An extreme is a row whose labels disagree, and by how much.
type extreme struct {
	by, line     int
	cp, material int // White's, in centipawns
}

// A top holds the lines whose labels disagree most, of equal ones the first.
type top []extreme

func (t *top) add(e extreme, most int) {
	if i := slices.IndexFunc(*t, func(f extreme) bool { return f.line == e.line }); i >= 0 {
		if e.compare((*t)[i]) >= 0 {
			return
		}
		*t = slices.Delete(*t, i, i+1)
	}
	i, _ := slices.BinarySearchFunc(*t, e, extreme.compare)
	if i < most {
		*t = slices.Insert(*t, i, e)
		*t = (*t)[:min(len(*t), most)]
	}
}

// compare puts the larger disagreement first.
func (e extreme) compare(f extreme) int {
	return cmp.Or(f.by-e.by, e.line-f.line, e.cp-f.cp, e.material-f.material)
}

func (t *top) merge(u *top, most int) {
	for _, e := range *u {
		t.add(e, most)
	}
}
