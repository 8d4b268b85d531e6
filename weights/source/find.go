package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A locator finds weights among arrays by their names, whatever the spelling:
// pst.knight is PSTKnight, pst_knight and PST_KNIGHT.
type locator struct {
	opt    Options
	named  map[string][]*scan.Array
	lines  map[int][]*scan.Array // by the line of their names
	order  map[string]Options    // of boards whose entry says it
	rows   map[string][]int      // sizes of numbered names, by their base and number of indices
	terms  map[string]weights.Term
	placed map[string]bool // weights of terms that have a place
	found  []location

	inOrder bool    // terms that share a name without numbers may share an array, in the file's order
	taken   []Taken // what was so
}

// locate returns where every weight of the file stands: where an entry places it, else by
// name. A term's number, or its pair, has the term's name; Mobility.3.27 is
// Mobility[3][27], too; piece-square tables are arrays of 64 or of
// as many squares as there are terms. A pair may also be two numbers or arrays whose names
// have mg and eg at an end, or an array of two halves.
func locate(f *weights.File, arrays []scan.Array, opt Options) *locator {
	l := newLocator(arrays, opt)
	l.locate(f)
	return l
}

func newLocator(arrays []scan.Array, opt Options) *locator {
	l := &locator{
		opt: opt, named: map[string][]*scan.Array{}, lines: map[int][]*scan.Array{}, order: map[string]Options{},
		rows: map[string][]int{}, terms: map[string]weights.Term{}, placed: map[string]bool{},
	}
	for i := range arrays {
		a := &arrays[i]
		name := spelling(a.Name)
		l.named[name], l.lines[a.Line] = append(l.named[name], a), append(l.lines[a.Line], a)
	}
	return l
}

func (l *locator) locate(f *weights.File) {
	l.measure(f)
	for _, e := range l.opt.Names {
		if e.Squares == nil {
			continue
		}
		for _, b := range e.boards() {
			l.order[b.Name] = Options{RankEight: b.rankEight()}
		}
	}
	for _, e := range l.opt.Names {
		if e.Place != "" {
			l.place(&e)
		}
	}
	for _, g := range f.Groups() {
		switch g = l.rest(g); {
		case len(g.Terms) == 0:
		case g.Board:
			l.board(g)
		default:
			l.family(g)
		}
	}
	l.part()
}

// part notes the numbers that the names of two weights find, such as Mob110 of Mob.1.10 and Mob.11.0.
// Places may do so.
func (l *locator) part() {
	owner := map[spot]*location{}
	for i := range l.found {
		c := &l.found[i]
		for _, s := range c.spots {
			other := owner[s]
			if other == nil {
				owner[s] = c
			} else if a, b := c.weight.Name, other.weight.Name; a != b && !l.placed[a] && !l.placed[b] {
				c.shared(s, b)
				other.shared(s, a)
			}
		}
	}
}

// measure notes the terms, and how far the numbers in their names go.
func (l *locator) measure(f *weights.File) {
	for _, t := range f.Terms {
		l.terms[t.Name] = t
		name := t.Name
		if group, board := weights.GroupOf(name); board {
			name = group
		}
		base, path := weights.Indices(name)
		key := rowsKey(base, len(path))
		for len(l.rows[key]) < len(path) {
			l.rows[key] = append(l.rows[key], 0)
		}
		for level, at := range path {
			l.rows[key][level] = max(l.rows[key][level], at+1)
		}
	}
}

func rowsKey(base string, levels int) string { return fmt.Sprintf("%s/%d", spelling(base), levels) }

// rest returns the terms of a group that no entry places.
func (l *locator) rest(g weights.Group) weights.Group {
	g.Terms = slices.DeleteFunc(slices.Clone(g.Terms), func(t weights.Term) bool { return l.placed[t.Weights()[0].Name] })
	return g
}

// place finds the terms of an entry where it says.
func (l *locator) place(e *Entry) {
	name, path, err := parsePlace(e.Place)
	if err != nil {
		return
	}
	same := l.called(name, e.Name)
	for n := len(path); n > 0; n-- { // Table[2] = …, or a key
		if keyed := l.called(name+"."+dotted(path[:n]), e.Name); len(keyed) > 0 {
			same, path = keyed, path[n:]
			break
		}
	}
	for _, part := range e.boards() {
		var rows []int
		if len(path) == 0 {
			rows = slices.Concat(e.Of, e.Sizes)
		}
		inside := slices.Concat(e.At, part.path)
		l.placeIn(&part.Entry, same, path, inside, rows[:min(len(rows), len(inside))])
	}
}

// placeIn finds the terms of an entry below a path of arrays, whose indices are those of the
// source, and then inside by rank.
func (l *locator) placeIn(e *Entry, same []*scan.Array, path, inside, rows []int) {
	find := func(w *want) (all [][]location) {
		w.side = e.Side
		for _, a := range same {
			ranks, ok := a.Ranks(path)
			if !ok {
				continue
			}
			if found := w.in(a, slices.Concat(ranks, inside), rows, l.opt); found != nil {
				all = append(all, found)
			}
		}
		return all
	}
	switch g := l.claim(e); {
	case len(g.Terms) == 0:
	case g.Board:
		l.squares(g, find, same)
	default:
		var w want
		for i := range g.Terms {
			w.terms = append(w.terms, &g.Terms[i])
		}
		l.add(w, find(&w), same)
	}
}

// claim returns the terms that the entry names. They have a place now.
func (l *locator) claim(e *Entry) weights.Group {
	g := weights.Group{Name: e.Name, Board: e.Squares != nil, Tapered: e.pair()}
	for _, name := range e.terms() {
		if t, ok := l.terms[name]; ok && t.Tapered == g.Tapered {
			g.Terms = append(g.Terms, t)
			for _, w := range t.Weights() {
				l.placed[w.Name] = true
			}
		}
	}
	return g
}

// add takes the definitions of the wanted terms, or notes that there are none.
func (l *locator) add(w want, all [][]location, same []*scan.Array) bool {
	if len(all) == 0 {
		l.found = append(l.found, w.missing(same)...)
		return false
	}
	l.found = append(l.found, merge(all)...)
	return true
}

func (l *locator) board(g weights.Group) {
	l.squares(g, func(w *want) [][]location { return l.definitions(g.Name, w) }, l.near(g.Name))
}

// squares finds the terms of a board in tables of 64, or of as many squares as it has.
func (l *locator) squares(g weights.Group, find func(*want) [][]location, same []*scan.Array) {
	var definitions [][]location
	var w want
	opt, known := l.order[g.Name]
	if !known {
		opt = l.opt
	}
	for _, order := range orders(g, opt) {
		w = want{}
		squares := g.Squares()
		for _, sq := range order {
			w.terms = append(w.terms, squares[sq])
		}
		definitions = append(definitions, find(&w)...)
	}
	l.add(w, definitions, same)
}

// orders returns the squares of a table of 64, and those of a smaller one.
func orders(g weights.Group, opt Options) [][]int {
	all, own := make([]int, 64), []int{}
	for sq := range all {
		all[sq] = sq
	}
	for _, t := range g.Terms {
		own = append(own, weights.Square(t.Name))
	}
	slices.Sort(own)
	opt.squares(all)
	opt.squares(own)
	if len(own) == 64 {
		return [][]int{all}
	}
	return [][]int{all, own}
}

// family finds the terms of a group by the name in front of their last full stop.
func (l *locator) family(g weights.Group) {
	var names []string // in order
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
		l.run(prefix, runs[prefix])
	}
}

// run finds terms each under its own name; or all in the array of what their names share, where
// their numbers say which is which; or some.
func (l *locator) run(prefix string, terms []*weights.Term) {
	before := len(l.found)
	some, all := l.each(terms)
	if all {
		return
	}
	each := slices.Clone(l.found[before:])
	l.found = l.found[:before]
	slices.SortStableFunc(terms, func(a, b *weights.Term) int { return cmp.Compare(lastNumber(a), lastNumber(b)) })
	w := want{terms: terms}
	definitions := l.definitions(prefix, &w)
	unsaid := len(definitions) > 0 && !counted(terms)
	switch {
	case some && len(definitions) == 0:
		l.found = append(l.found, each...)
	case unsaid && !l.inOrder:
		l.found = append(l.found, w.unsaid(prefix, definitions[0][0].spots[0].array)...)
	default:
		if l.add(w, definitions, l.near(prefix)) && unsaid {
			l.taken = append(l.taken, w.taken(prefix, definitions[0][0].spots[0].array))
		}
	}
}

// counted reports whether the last numbers of terms in their order are 0, 1, 2 …, so that they say
// which number of an array each is.
func counted(terms []*weights.Term) bool {
	for i, t := range terms {
		if _, path := weights.Indices(t.Name); len(path) == 0 || path[len(path)-1] != i {
			return false
		}
	}
	return true
}

// each finds every term under its own name, or notes that none has one.
func (l *locator) each(terms []*weights.Term) (some, all bool) {
	all = true
	for _, t := range terms {
		w := want{terms: []*weights.Term{t}}
		found := l.add(w, l.definitions(t.Name, &w), l.near(t.Name))
		some, all = some || found, all && found
	}
	return some, all
}

// lastNumber returns that at the end of a term's name, 0 without one.
func lastNumber(t *weights.Term) int {
	if _, path := weights.Indices(t.Name); len(path) > 0 {
		return path[len(path)-1]
	}
	return 0
}

// near returns the arrays that have the name, or its base.
func (l *locator) near(name string) []*scan.Array {
	if same := l.named[spelling(name)]; len(same) > 0 {
		return same
	}
	base, _ := weights.Indices(name)
	return l.named[spelling(base)]
}

// definitions returns where the wanted terms stand, once for every array or pair of
// arrays of the name that has as many numbers.
func (l *locator) definitions(name string, w *want) (all [][]location) {
	l.candidates(name, func(front string, path, rows []int) {
		spelled := spelling(front)
		for _, a := range closest(l.named[spelled], front) {
			all = append(all, inArray(w, a, path, rows, l.opt)...)
		}
		if w.halves() == 2 {
			all = append(all, l.halves(front, path, rows, w)...)
		}
	})
	return all
}

// closest returns the arrays whose numbers stand apart as in the name, or else those in which none
// do: Mob_11_0 is not Mob.1.10, and Mob110 may be.
func closest(same []*scan.Array, name string) []*scan.Array {
	var close, together []*scan.Array
	for _, a := range same {
		switch apart := numbersApart(a.Name); {
		case apart == numbersApart(name):
			close = append(close, a)
		case !strings.Contains(apart, "."):
			together = append(together, a)
		}
	}
	if len(close) == 0 {
		return together
	}
	return close
}

// candidates calls visit with the names that arrays may have, with the rest of the name as
// a path: mobility.3.27, mobility.3 at 27, and mobility at 3, 27.
func (l *locator) candidates(name string, visit func(front string, path, rows []int)) {
	base, path := weights.Indices(name)
	for levels := range len(path) + 1 {
		front := base
		for _, at := range path[:len(path)-levels] {
			front = fmt.Sprintf("%s.%d", front, at)
		}
		visit(front, path[len(path)-levels:], l.rows[rowsKey(front, levels)])
	}
}

// halves returns the definitions of tapered terms in pairs of arrays.
func (l *locator) halves(name string, path, rows []int, w *want) (all [][]location) {
	mg, eg := l.half(name, "mg", path, rows, w), l.half(name, "eg", path, rows, w)
	for i := range max(len(mg), len(eg)) {
		if len(mg) > 0 && len(eg) > 0 {
			all = append(all, interleave(mg[min(i, len(mg)-1)], eg[min(i, len(eg)-1)]))
		}
	}
	return all
}

// half returns the definitions of one half, in arrays with its name before, between or behind
// the words of the terms' name.
func (l *locator) half(name, side string, path, rows []int, w *want) (all [][]location) {
	one := want{terms: w.terms, side: side}
	words := strings.Split(name, ".")
	for at := len(words); at >= 0; at-- {
		spelled := spelling(strings.Join(words[:at], "") + side + strings.Join(words[at:], ""))
		for _, a := range l.named[spelled] {
			all = append(all, inArray(&one, a, path, rows, l.opt)...)
		}
	}
	return all
}

// inArray returns where the wanted terms stand below indices of an array, as the source has them.
func inArray(w *want, a *scan.Array, path, rows []int, opt Options) [][]location {
	ranks, ok := a.Ranks(path)
	if !ok {
		return nil
	}
	if found := w.in(a, ranks, rows, opt); found != nil {
		return [][]location{found}
	}
	return nil
}

// interleave puts the halves of each term together.
func interleave(mg, eg []location) (list []location) {
	for i := range mg {
		list = append(list, mg[i], eg[i])
	}
	return list
}

// called returns the arrays that a place means: of exactly this name, or else of any spelling
// of it; or those that their line or the names around them tell from others. Of several on a
// line it is the one that has the wanted name.
func (l *locator) called(place, wanted string) (same []*scan.Array) {
	all := l.named[spelling(place)]
	_, line, byLine := lineOf(place)
	switch {
	case byLine:
		all = l.lines[line]
	case isQualified(place) && spelling(lastName(place)) != spelling(place):
		all = slices.Concat(all, l.named[spelling(lastName(place))])
	}
	var namesake []*scan.Array
	for _, a := range all {
		if isAt(a, place) {
			same = append(same, a)
			if spelling(a.Name) == spelling(wanted) {
				namesake = append(namesake, a)
			}
		}
	}
	// What lasts counts before variables of functions.
	lasting := slices.DeleteFunc(slices.Clone(same), func(a *scan.Array) bool { return a.Stands == scan.Local })
	switch {
	case byLine && len(namesake) > 0:
		return namesake
	case !byLine && len(lasting) > 0:
		return lasting
	case len(same) > 0 || byLine || isQualified(place):
		return same
	}
	return all
}
