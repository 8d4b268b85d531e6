package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"centipawn/weights"
)

// Options says how tables stand in source code. The zero value works.
type Options struct {
	// RankEight: the first number of a piece-square table is a8's, then b8's, as
	// on a diagram seen by White. Otherwise it is a1's, then b1's.
	RankEight bool
}

// squares puts squares into the order of the source.
func (o Options) squares(list []int) {
	if o.RankEight {
		slices.SortFunc(list, func(a, b int) int { return cmp.Compare(a^56, b^56) })
	}
}

// A location is where a weight stands in source code: number index of an array;
// or why it does not.
type location struct {
	weight  weights.Named
	array   *Array // nil: nothing of its name; with a problem: what has it
	index   int
	twice   bool // there are two, which differ
	problem string
}

// A locator finds weights among arrays by their names, whatever the spelling:
// pst.knight is PSTKnight, pst_knight and PST_KNIGHT.
type locator struct {
	opt   Options
	named map[string][]*Array
	found []location
}

// locate returns where every weight of the file stands. A term's number, or its
// pair, has the term's name; terms that share what stands before the last full
// stop may share an array of that name, in the file's order; piece-square tables
// are arrays of 64 or of as many squares as there are terms. A pair may also be
// two numbers or arrays whose names end in mg and eg, or an array of two halves.
func locate(f *weights.File, arrays []Array, opt Options) []location {
	l := &locator{opt: opt, named: map[string][]*Array{}}
	for i := range arrays {
		name := spelling(arrays[i].Name)
		l.named[name] = append(l.named[name], &arrays[i])
	}
	for _, g := range f.Groups() {
		if g.Board {
			l.board(g)
		} else {
			l.family(g)
		}
	}
	return l.found
}

// spelling reduces a name to what all spellings of it have in common.
func spelling(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if isLetter(r) || isDigit(r) || r > '~' {
			return r
		}
		return -1
	}, name))
}

func (l *locator) board(g weights.Group) {
	all, own := make([]int, 64), []int{}
	squares := g.Squares()
	for sq := range all {
		all[sq] = sq
	}
	for _, t := range g.Terms {
		own = append(own, weights.Square(t.Name))
	}
	slices.Sort(own)
	var shapes [][]*weights.Term
	for _, order := range [][]int{all, own} {
		l.opt.squares(order)
		var slots []*weights.Term
		for _, sq := range order {
			slots = append(slots, squares[sq])
		}
		shapes = append(shapes, slots)
	}
	if !l.match(g.Name, shapes...) {
		l.missing(g.Name, shapes[1])
	}
}

func (l *locator) family(g weights.Group) {
	var names []string // what stands before the last full stop, in order
	runs := map[string][]*weights.Term{}
	for i := range g.Terms {
		t := &g.Terms[i]
		prefix := t.Name
		if dot := strings.LastIndexByte(t.Name, '.'); dot > 0 {
			prefix = t.Name[:dot]
		}
		if runs[prefix] == nil {
			names = append(names, prefix)
		}
		runs[prefix] = append(runs[prefix], t)
	}
	for _, prefix := range names {
		if run := runs[prefix]; !l.each(run) && !l.match(prefix, run) {
			l.missing(prefix, run)
		}
	}
}

// each finds every term of a run under its own name, or says that none has one.
func (l *locator) each(run []*weights.Term) bool {
	before := len(l.found)
	any := false
	for _, t := range run {
		if l.match(t.Name, []*weights.Term{t}) {
			any = true
		} else {
			l.missing(t.Name, []*weights.Term{t})
		}
	}
	if !any {
		l.found = l.found[:before]
	}
	return any
}

// match finds the terms of slots, nil where a square has none, in the arrays of
// a name: all as pairs, as two halves, or in arrays of their own. Of several
// definitions all must have the same numbers.
func (l *locator) match(name string, shapes ...[]*weights.Term) bool {
	var all [][]location
	for _, slots := range shapes {
		all = append(all, l.definitions(name, slots)...)
	}
	if len(all) == 0 {
		return false
	}
	for i, c := range all[0] {
		for _, other := range all[1:] {
			c.compare(other, i)
		}
		l.found = append(l.found, c)
	}
	return true
}

// compare looks whether another definition, where the weight is number i too, has another
// number: which of them the program uses is not known here.
func (c *location) compare(other []location, i int) {
	if i >= len(other) || other[i].weight.Name != c.weight.Name {
		i = slices.IndexFunc(other, func(o location) bool { return o.weight.Name == c.weight.Name })
	}
	number, second := c.array.Values[c.index], other[i].array.Values[other[i].index]
	if number != second && !c.twice {
		c.twice = true
		c.problem = fmt.Sprintf("defined twice: %g, and %g at %s: leave one", number, second, other[i].where())
	}
}

// definitions returns where the terms of slots stand, once for every array or pair of
// arrays of the name that has as many numbers.
func (l *locator) definitions(name string, slots []*weights.Term) (all [][]location) {
	n, tapered := len(slots), slices.ContainsFunc(slots, func(t *weights.Term) bool { return t != nil && t.Tapered })
	for _, a := range l.named[spelling(name)] {
		switch {
		case !tapered && len(a.Values) == n:
			all = append(all, places(slots, func(i, _ int) (*Array, int) { return a, i }))
		case tapered && len(a.Values) == 2*n && a.Pairs:
			all = append(all, places(slots, func(i, side int) (*Array, int) { return a, 2*i + side }))
		case tapered && len(a.Values) == 2*n:
			all = append(all, places(slots, func(i, side int) (*Array, int) { return a, n*side + i }))
		}
	}
	if !tapered {
		return all
	}
	mg, eg := l.ofLength(name+"mg", n), l.ofLength(name+"eg", n)
	for i := range max(len(mg), len(eg)) {
		if len(mg) > 0 && len(eg) > 0 {
			halves := [...]*Array{mg[min(i, len(mg)-1)], eg[min(i, len(eg)-1)]}
			all = append(all, places(slots, func(i, side int) (*Array, int) { return halves[side], i }))
		}
	}
	return all
}

// ofLength returns the arrays of that name with n numbers.
func (l *locator) ofLength(name string, n int) (list []*Array) {
	for _, a := range l.named[spelling(name)] {
		if len(a.Values) == n {
			list = append(list, a)
		}
	}
	return list
}

// places returns where the weights of slots stand: at returns that of slot i, side 0
// (plain or middle game) or 1.
func places(slots []*weights.Term, at func(i, side int) (*Array, int)) (list []location) {
	for i, t := range slots {
		if t == nil {
			continue
		}
		for side, w := range t.Weights() {
			array, index := at(i, side)
			list = append(list, location{weight: w, array: array, index: index})
		}
	}
	return list
}

// missing notes that weights were not found, and what there is of their name.
func (l *locator) missing(name string, slots []*weights.Term) {
	var near *Array
	problem := "not in the source"
	if same := l.named[spelling(name)]; len(same) > 0 {
		near = same[0]
		switch {
		case near.Err != nil:
			problem = "an expression, or no numbers"
		case near.Pairs:
			problem = fmt.Sprintf("%d pairs, want %d", len(near.Values)/2, len(slots))
		default:
			problem = fmt.Sprintf("%d numbers, want %d", len(near.Values), len(slots))
		}
	}
	for _, t := range slots {
		if t == nil {
			continue
		}
		for _, w := range t.Weights() {
			l.found = append(l.found, location{weight: w, array: near, problem: problem})
		}
	}
}

// where returns file:line, "" of a weight that has none.
func (c *location) where() string {
	switch {
	case c.array == nil:
		return ""
	case c.problem != "" && !c.twice:
		return fmt.Sprintf("%s:%d", c.array.File, c.array.Line)
	}
	return c.array.where(c.index)
}
