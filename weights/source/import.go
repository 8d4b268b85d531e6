package source

import (
	"errors"
	"fmt"
	"strings"

	"centipawn/weights"
)

// Import returns like's terms with the numbers that a program's source has for
// them: found by name as [Against] does, if it has any of the names, and else in
// like's order, pair by pair and square by square. A weight of a folded table is
// the mean of both wings. Standard errors and provenance are not copied.
//
// The error says which weights the source lacks, or how many numbers there are
// and how many would do.
func Import(like *weights.File, arrays []Array, opt Options) (*weights.File, error) {
	if len(arrays) == 0 {
		return nil, errors.New("no numbers to import")
	}
	found := locate(like, arrays, opt)
	var missing []location
	for _, c := range found {
		if c.twice {
			return nil, fmt.Errorf("%s: %s: %s", c.where(), c.weight.Name, c.problem)
		}
		if c.problem != "" {
			missing = append(missing, c)
		}
	}
	switch {
	case len(missing) == len(found):
		values, err := inOrder(entriesOf(like, opt), arrays)
		if err != nil {
			return nil, err
		}
		return with(like, values), nil
	case len(missing) > 0:
		return nil, fmt.Errorf("%s: %d of %d weights are not found by name; the first is %s: %s",
			arrays[0].File, len(missing), len(found), missing[0].weight.Name, missing[0].problem)
	}
	sum, times := map[string]float64{}, map[string]float64{}
	for _, c := range found {
		sum[c.weight.Name] += c.array.Values[c.index]
		times[c.weight.Name]++
	}
	values := map[string]float64{}
	for name := range sum {
		values[name] = sum[name] / times[name]
	}
	return with(like, values), nil
}

// with returns the file's terms with other values, and nothing of where they come
// from.
func with(f *weights.File, values map[string]float64) *weights.File {
	g := &weights.File{Set: f.Set, SetHash: f.SetHash, Phase: f.Phase, EndgameScale: f.EndgameScale, Terms: withValues(f.Terms, values)}
	if f.Block != nil {
		g.Block = &weights.Block{Form: f.Block.Form, Terms: withValues(f.Block.Terms, values)}
	}
	return g
}

func withValues(terms []weights.Term, values map[string]float64) (list []weights.Term) {
	for _, t := range terms {
		list = append(list, weights.Term{
			Name: t.Name, Tapered: t.Tapered, Value: weights.Weight{Value: values[t.Name]},
			MG: weights.Weight{Value: values[t.Name+".mg"]}, EG: weights.Weight{Value: values[t.Name+".eg"]},
		})
	}
	return list
}

// ImportOrdered returns the terms that entries name, with the numbers of arrays
// one after the other. Arrays with an Err are passed over. All numbers must be
// used, and no entry may reach over the end of an array.
func ImportOrdered(set string, entries []Entry, arrays []Array) (*weights.File, error) {
	values, err := inOrder(entries, arrays)
	if err != nil {
		return nil, err
	}
	f, tapered := &weights.File{Set: set}, map[string]bool{}
	for _, e := range entries {
		for _, name := range e.terms() {
			pair := e.Tapered || e.Side != ""
			if was, seen := tapered[name]; !seen {
				f.Terms = append(f.Terms, weights.Term{Name: name, Tapered: pair})
			} else if was != pair {
				return nil, fmt.Errorf("%s: named both as tapered and as plain", name)
			}
			tapered[name] = pair
		}
	}
	for _, w := range f.Weights() {
		if _, ok := values[w.Name]; !ok {
			return nil, fmt.Errorf("%s: only its other half is named", w.Name)
		}
	}
	f = with(f, values)
	return f, f.Validate()
}

// inOrder gives the numbers of arrays to the weights of entries, by name.
func inOrder(entries []Entry, arrays []Array) (map[string]float64, error) {
	if err := checkTotal(entries, arrays); err != nil {
		return nil, err
	}
	values, r := map[string]float64{}, arrayReader{arrays: arrays}
	for _, e := range entries {
		numbers, err := r.take(&e)
		if err != nil {
			return nil, err
		}
		for i, name := range e.weights() {
			if _, twice := values[name]; twice {
				return nil, fmt.Errorf("%s: named twice", name)
			}
			values[name] = numbers[i]
		}
	}
	return values, nil
}

// checkTotal compares how many numbers there are with how many are wanted.
func checkTotal(entries []Entry, arrays []Array) error {
	have, want := 0, 0
	var list []string
	var unread error
	for _, a := range arrays {
		if unread == nil {
			unread = a.Err
		}
		if have += len(a.Values); a.Err == nil {
			list = append(list, fmt.Sprintf("%s %d", a.Name, len(a.Values)))
		}
	}
	for _, e := range entries {
		want += e.numbers()
	}
	if have == want {
		return nil
	}
	if have == 0 && unread != nil {
		return unread
	}
	const shown = 12
	if len(list) > shown {
		list = append(list[:shown], fmt.Sprintf("and %d more", len(list)-shown))
	}
	file := "no source"
	if len(arrays) > 0 {
		file = arrays[0].File
	}
	return fmt.Errorf("%s: it holds %d numbers, the names want %d: choose among its arrays (-array): %s", file, have, want, strings.Join(list, ", "))
}

// An arrayReader takes numbers from one array after the other.
type arrayReader struct {
	arrays []Array
	used   int // numbers of the first of arrays
}

// take returns the numbers of an entry, which must be of one array and of its
// kind.
func (r *arrayReader) take(e *Entry) ([]float64, error) {
	for len(r.arrays) > 0 && r.used == len(r.arrays[0].Values) {
		r.arrays, r.used = r.arrays[1:], 0
	}
	if len(r.arrays) == 0 { // the totals agree, so it wants none
		return nil, nil
	}
	a := &r.arrays[0]
	left := a.Values[r.used:]
	switch n := e.numbers(); {
	case len(left) < n:
		return nil, fmt.Errorf("%s:%d: %s has %d numbers left, %s wants %d", a.File, a.Line, a.Name, len(left), e, n)
	case e.Tapered && !a.Pairs:
		return nil, fmt.Errorf("%s:%d: %s is not in pairs, and %s is tapered: name its halves, %s.mg and %s.eg", a.File, a.Line, a.Name, e, e.Name, e.Name)
	case !e.Tapered && a.Pairs && len(a.Values) > 2:
		return nil, fmt.Errorf("%s:%d: %s is in pairs, and %s is not: add \"tapered\"", a.File, a.Line, a.Name, e)
	default:
		r.used += n
		return left[:n], nil
	}
}
