package source

import (
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// ImportInOrder is [Import] where the weights that no name or place finds take the numbers of the
// arrays that are left, in the order of opt.Names, or else of the file: first terms that share what
// stands before their last full stop, in an array of that name, then any. The list says
// what was taken for what.
//
// The error says which weights the source lacks, or how many numbers are left
// and how many would do.
func ImportInOrder(like *weights.File, arrays []scan.Array, opt Options) (*weights.File, []Taken, error) {
	if len(arrays) == 0 {
		return nil, nil, errNothing
	}
	l := newLocator(arrays, opt)
	l.inOrder = true
	l.locate(like)
	b := &Binding{found: l.found, first: arrays[0].File}
	if b.lacks() > 0 {
		if err := b.readable(); err != nil {
			return nil, nil, err
		}
		taken, err := b.inOrder(like, arrays, opt)
		if err != nil {
			return nil, nil, err
		}
		l.taken = append(l.taken, taken...)
	}
	f, err := b.values(like)
	return f, l.taken, err
}

// inOrder gives the weights of entries that are not found the numbers of the arrays that are left,
// one after the other. Arrays with an Err are passed over. All numbers must be used, and no entry may
// reach over the end of an array.
func (b *Binding) inOrder(f *weights.File, arrays []scan.Array, opt Options) ([]Taken, error) {
	entries, rest, err := b.left(f, arrays, opt)
	if err != nil {
		return nil, err
	}
	if err := checkTotal(entries, rest); err != nil {
		return nil, err
	}
	var taken []Taken
	spots, r := map[string]spot{}, arrayReader{arrays: rest, all: arrays}
	for _, e := range entries {
		t, err := r.take(&e, opt, spots)
		if err != nil {
			return nil, err
		}
		taken = append(taken, t)
	}
	for i := range b.found {
		if s, ok := spots[b.found[i].weight.Name]; ok {
			b.found[i] = location{weight: b.found[i].weight, spots: []spot{s}}
		}
	}
	return taken, nil
}

// left returns the entries that are not found whole, and the arrays that the others do not use.
func (b *Binding) left(f *weights.File, arrays []scan.Array, opt Options) (entries []Entry, rest []scan.Array, err error) {
	lacks, used := map[string]bool{}, map[*scan.Array]bool{}
	for _, c := range b.found {
		lacks[c.weight.Name] = lacks[c.weight.Name] || len(c.spots) == 0
	}
	if entries = opt.Names; entries == nil {
		entries = entriesOf(f, opt)
	}
	entries = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
		names := e.weights(opt)
		whole := !slices.ContainsFunc(names, func(name string) bool { return lacks[name] })
		if e.Place != "" && !whole && err == nil {
			err = fmt.Errorf("%s: there are no such numbers at this place", &e)
		}
		for _, name := range names {
			lacks[name] = !whole
		}
		return whole
	})
	for _, c := range b.found {
		for _, s := range c.spots {
			used[s.array] = used[s.array] || !lacks[c.weight.Name]
		}
	}
	for i := range arrays {
		if !used[&arrays[i]] {
			rest = append(rest, arrays[i])
		}
	}
	return entries, rest, err
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
	if len(arrays) == 0 {
		return fmt.Errorf("no numbers are left for the %d that no name finds", want)
	}
	return fmt.Errorf("%s: in order: %d numbers, the names that are not found want %d: choose among its arrays (-array): %s",
		arrays[0].File, have, want, listed(arrays))
}

// listed names arrays with how many numbers they hold, the first of them.
func listed(arrays []scan.Array) string {
	var list []string
	for _, a := range arrays {
		if a.Err == nil {
			list = append(list, fmt.Sprintf("%s %d", a.Name, len(a.Values)))
		}
	}
	return some(list)
}

// An arrayReader takes numbers from one array after the other.
type arrayReader struct {
	arrays []scan.Array
	used   int          // numbers of the first of arrays
	all    []scan.Array // of the source
}

// take gives the weights of an entry their numbers, which must be of one array and of its
// kind.
func (r *arrayReader) take(e *Entry, opt Options, spots map[string]spot) (t Taken, err error) {
	for len(r.arrays) > 0 && r.used == len(r.arrays[0].Values) {
		r.arrays, r.used = r.arrays[1:], 0
	}
	if len(r.arrays) == 0 { // the totals agree, so it wants none
		return t, errors.New(e.String() + ": no numbers are left")
	}
	a := &r.arrays[0]
	switch n, left := e.numbers(), len(a.Values)-r.used; {
	case left < n:
		return t, fmt.Errorf("%s:%d: %s has %d numbers left, %s wants %d", a.File, a.Line, a.Name, left, e, n)
	case e.Tapered && !a.Pairs:
		return t, fmt.Errorf("%s:%d: %s is not in pairs, and %s is tapered: name its halves, %s.mg and %s.eg", a.File, a.Line, a.Name, e, e.Name, e.Name)
	case !e.Tapered && a.Pairs && len(a.Values) > 2:
		return t, fmt.Errorf("%s:%d: %s is in pairs, and %s is not: add \"tapered\"", a.File, a.Line, a.Name, e)
	}
	t = Taken{Entry: e.String(), Array: a.Name, Where: fmt.Sprintf("%s:%d", a.File, a.Line), First: r.used, Count: e.numbers(), Of: len(a.Values)}
	board := len(e.Squares) == 0 || len(e.Squares) == 64
	if t.Count == t.Of && board {
		t.Place = placeOf(a, r.all)
	}
	for _, name := range e.weights(opt) {
		spots[name] = spot{a, r.used}
		r.used++
	}
	return t, nil
}

// placeOf names an array as a file of names does: by its name, or where others have it by its line.
func placeOf(a *scan.Array, all []scan.Array) string {
	same := 0
	for i := range all {
		if spelling(all[i].Name) == spelling(a.Name) {
			same++
		}
	}
	if name, path, err := parsePlace(a.Name); same == 1 && err == nil && name == a.Name && len(path) == 0 {
		return a.Name
	}
	return fmt.Sprintf("%s:%d", a.File, a.Line)
}
