package source

import (
	"fmt"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// inOrder gives the numbers of arrays to the weights of entries, one after the other.
// Arrays with an Err are passed over. All numbers must be used, and no entry may reach over
// the end of an array.
func inOrder(f *weights.File, arrays []scan.Array, opt Options) ([]location, error) {
	entries := opt.Names
	if entries == nil {
		entries = entriesOf(f, opt)
	}
	if err := checkTotal(entries, arrays); err != nil {
		return nil, err
	}
	spots, r := map[string]spot{}, arrayReader{arrays: arrays}
	for _, e := range entries {
		if err := r.take(&e, opt, spots); err != nil {
			return nil, err
		}
	}
	var list []location
	for _, w := range f.Weights() {
		s, ok := spots[w.Name]
		if !ok {
			return nil, fmt.Errorf("%s: not among the names", w.Name)
		}
		list = append(list, location{weight: w, spots: []spot{s}})
	}
	return list, nil
}

// checkTotal compares how many numbers there are with how many are wanted.
func checkTotal(entries []Entry, arrays []scan.Array) error {
	have, want := 0, 0
	for _, a := range arrays {
		have += len(a.Values)
	}
	for _, e := range entries {
		want += e.numbers()
	}
	if have == want {
		return nil
	}
	if have == 0 {
		for _, a := range arrays {
			if a.Err != nil {
				return a.Err
			}
		}
	}
	file := "no source"
	if len(arrays) > 0 {
		file = arrays[0].File
	}
	return fmt.Errorf("%s: it holds %d numbers, the names want %d: choose among its arrays (-array): %s", file, have, want, listed(arrays))
}

// listed names arrays with how many numbers they hold, the first of them.
func listed(arrays []scan.Array) string {
	var list []string
	for _, a := range arrays {
		if a.Err == nil {
			list = append(list, fmt.Sprintf("%s %d", a.Name, len(a.Values)))
		}
	}
	const shown = 12
	if len(list) > shown {
		list = append(list[:shown], fmt.Sprintf("and %d more", len(list)-shown))
	}
	return strings.Join(list, ", ")
}

// An arrayReader takes numbers from one array after the other.
type arrayReader struct {
	arrays []scan.Array
	used   int // numbers of the first of arrays
}

// take gives the weights of an entry their numbers, which must be of one array and of its
// kind.
func (r *arrayReader) take(e *Entry, opt Options, spots map[string]spot) error {
	for len(r.arrays) > 0 && r.used == len(r.arrays[0].Values) {
		r.arrays, r.used = r.arrays[1:], 0
	}
	if len(r.arrays) == 0 { // the totals agree, so it wants none
		return nil
	}
	a := &r.arrays[0]
	switch n, left := e.numbers(), len(a.Values)-r.used; {
	case left < n:
		return fmt.Errorf("%s:%d: %s has %d numbers left, %s wants %d", a.File, a.Line, a.Name, left, e, n)
	case e.Tapered && !a.Pairs:
		return fmt.Errorf("%s:%d: %s is not in pairs, and %s is tapered: name its halves, %s.mg and %s.eg", a.File, a.Line, a.Name, e, e.Name, e.Name)
	case !e.Tapered && a.Pairs && len(a.Values) > 2:
		return fmt.Errorf("%s:%d: %s is in pairs, and %s is not: add \"tapered\"", a.File, a.Line, a.Name, e)
	}
	for _, name := range e.weights(opt) {
		spots[name] = spot{a, r.used}
		r.used++
	}
	return nil
}
