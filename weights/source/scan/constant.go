package scan

import (
	"slices"
	"strconv"
	"strings"
)

// nowhere is the list around one without numbers.
const nowhere = -2

// nothings are constants that stand for no number, whatever else does in the table.
var nothings = map[string]bool{
	"null": true, "nil": true, "none": true, "undefined": true, "nullptr": true, "init": true, "default": true, "nan": true, "_": true,
}

// leftOut returns the token after a constant in place of a number, 0 where none is or where it may
// be a number that counts: o for squares that are not on the board, null, Score.init. A table may
// have one of a name, and those that mean nothing.
func (l *literal) leftOut(end string) int {
	if l.is(l.open, "(") && l.isName(l.open-1) && !makers[l.text(l.open-1)] {
		return 0
	}
	at := l.at
	if l.is(at, ".") {
		at++
	}
	for l.isName(at) && l.isOneOf(at+1, ".", "::") && l.isName(at+2) && at < l.at+farthest {
		at += 2
	}
	if !l.isName(at) {
		return 0
	}
	name := l.text(at)
	if at++; l.is(at, "(") && l.is(at+1, ")") {
		at += 2
	}
	if !l.is(at, ",") && !l.is(at, end) || l.is(at-1, ")") && !nothings[strings.ToLower(name)] {
		return 0
	}
	text := l.src[l.next().pos:l.token(at-1).end]
	other := func(left string) bool {
		return left != text && !nothings[strings.ToLower(left[strings.LastIndexAny(left, ".:")+1:])]
	}
	if !nothings[strings.ToLower(name)] && slices.ContainsFunc(l.array.Left[:min(len(l.array.Left), farthest)], other) {
		return 0
	}
	l.array.Left = append(l.array.Left, text)
	return at
}

// leave goes over a constant that ends before a token.
func (l *literal) leave(row *listRow, after int) {
	row.constants++
	row.constant, row.rank = l.at, l.count
	if row.labels != nil {
		row.rank = int32(row.next - 1)
	}
	l.omit(row)
	l.at = after
}

// omit counts an element that is left out: those after it keep their numbers.
func (l *literal) omit(row *listRow) {
	row.counts = false
	if row.keys != [2]int{} {
		return
	}
	if row.labels == nil {
		l.begin(row)
		row.next++
		return
	}
	last := len(row.labels) - 1
	if n := len(l.found); n > 0 && l.keyDepth == 0 && l.found[n-1].key == row.labels[last] {
		l.found = l.found[:n-1]
	}
	row.labels = row.labels[:last]
}

// Labels returns what finds the elements below a path of ranks, nil where they are found by
// their ranks: keys, or the numbers of elements beside others that were left out.
func (a *Array) Labels(path []int) []string {
	if a.labels == nil {
		return nil
	}
	list := int32(a.Wrap)
	for _, rank := range path {
		if list = a.child(list, int32(rank)); list < 0 {
			return nil
		}
	}
	return a.labels[list]
}

// Labelled reports whether elements of the array are found by other labels than their ranks.
func (a *Array) Labelled() bool { return len(a.labels) > 0 }

// child returns the list at a rank of another, -1 without one.
func (a *Array) child(list, rank int32) int32 {
	for i, c := range a.lists {
		if c.list == list && c.at == rank {
			return int32(i)
		}
	}
	return -1
}

// Ranks turns indices as they stand in the source into ranks among the elements that are numbers,
// which count from 0; false where the source has no such element.
func (a *Array) Ranks(path []int) (ranks []int, ok bool) {
	if a.labels == nil {
		return path, true
	}
	for _, index := range path {
		if labels := a.Labels(ranks); labels != nil {
			index = slices.Index(labels, strconv.Itoa(index))
		}
		if index < 0 {
			return nil, false
		}
		ranks = append(ranks, index)
	}
	return ranks, true
}

// halfPair refuses a list of one number and a constant, which may be a pair.
func (l *literal) halfPair(row *listRow) error {
	if row.constants != 1 || len(row.numbers) != 1 || row.lists > 0 {
		return nil
	}
	l.first, l.at, l.index = row.constant, row.constant, row.rank
	return l.unexpected("no number")
}
