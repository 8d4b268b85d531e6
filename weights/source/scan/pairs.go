package scan

import (
	"slices"
)

// classify takes note of whether a list can be one of pairs, or a pair.
func (l *literal) classify(row listRow) error {
	if row.constants > 0 && row.lists == 0 && len(row.numbers) == 0 {
		return nil
	}
	if len(row.numbers) == 2 && row.lists == 0 && row.keys == [2]int{1, 1} {
		l.keyed++
		l.inOrder(row.numbers[0])
	} else if n := row.keys[0] + row.keys[1]; n > 0 {
		if row.keys != [2]int{1, 1} || row.lists != 2 || len(row.numbers) > 0 || l.swapped() {
			return l.unexpected("keys that are not one mg and one eg, lists in this order")
		}
		l.keyed++
		l.pairs = false
	}
	if row.lists > 0 {
		l.bare = append(l.bare, row.numbers...)
		return nil
	}
	l.deepest = max(l.deepest, row.depth)
	n := len(row.numbers)
	zero := n > 0 && !row.call && !slices.ContainsFunc(l.array.Values[row.first:], func(v float64) bool { return v != 0 })
	if zero {
		l.zeros = append(l.zeros, zeroRow{row.first, n, row.depth})
	}
	l.pairs = l.pairs && (zero || n == 2 && row.labels == nil)
	return nil
}

// inOrder puts the halves of a pair, whose values begin at i, into the order mg, eg.
func (l *literal) inOrder(i int) {
	v, p := l.array.Values[i:i+2], l.array.places[i:i+2]
	if p[0].at > p[1].at {
		v[0], v[1], p[0], p[1] = v[1], v[0], p[1], p[0]
	}
}

// swapped reports whether the last of two lists is the one with the key mg.
func (l *literal) swapped() bool {
	last := l.array.lists[len(l.array.lists)-1]
	for last.list >= 0 && last.list != l.list && l.array.lists[last.list].list != l.list {
		last = l.array.lists[last.list]
	}
	return last.at == 0
}

// finish decides whether the array is one of pairs. A 0 among pairs stands for both halves
// of one.
func (l *literal) finish() error {
	l.array.Wrap = l.array.wrapped()
	for _, row := range l.zeros {
		if row.depth == l.deepest {
			l.pairs = l.pairs && row.n == 2
			continue
		}
		for i := range row.n {
			l.bare = append(l.bare, row.first+i)
		}
	}
	number := func(i int) bool { return l.array.Values[i] != 0 }
	l.array.Pairs = l.pairs && len(l.array.Values) > len(l.bare) && !slices.ContainsFunc(l.bare, number)
	l.array.Keyed = l.keyed > 0
	if l.array.Pairs && l.keyed > 0 && 2*l.keyed+len(l.bare) < len(l.array.Values) {
		return l.unexpected("keys in some pairs, none in others")
	}
	if l.array.Pairs && len(l.bare) > 0 {
		l.double()
	}
	return nil
}

// double gives each 0 that stands for a pair its second half.
func (l *literal) double() {
	slices.Sort(l.bare)
	var values []float64
	var places []place
	for i, v := range l.array.Values {
		values, places = append(values, v), append(places, l.array.places[i])
		if _, bare := slices.BinarySearch(l.bare, i); bare {
			values, places = append(values, v), append(places, l.array.places[i])
		}
	}
	l.array.Values, l.array.places = values, places
}
