package candidates

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// List returns the candidates: by kind, those of a kind in the order of their columns. Terms on
// single squares are candidates as tables alone; what is net in the sets is not asked under a
// condition or of the side to move, because a set's net terms are products of numbers of pieces
// already. A term is not asked under a condition that, on [features.Probes], is always true or
// never where it counts.
func (d *Columns) List() []Candidate {
	l := &lister{columns: d, base: d.base, groups: groupsOf(d.base), names: map[string]bool{}}
	l.families()
	l.tables()
	l.terms()
	if d.facts != nil {
		l.where()
		l.movers()
		l.ahead()
	}
	l.products()
	return l.list
}

// A lister makes the list.
type lister struct {
	columns *Columns
	base    []Base
	groups  []group
	names   map[string]bool
	list    []Candidate
}

// add adds a candidate. A name that is taken gets its kind.
func (l *lister) add(x Candidate) {
	if l.names[x.Name] {
		x.Name += " (" + string(x.Kind) + ")"
	}
	l.names[x.Name] = true
	x.Own = !slices.ContainsFunc(x.Columns, func(column int) bool { return !l.base[column].Own })
	if len(x.Factors) == 0 && x.Unit == "" {
		x.Unit, x.Source = l.base[x.Columns[0]].Unit, l.base[x.Columns[0]].Source
	}
	l.list = append(l.list, x)
}

// members returns the columns by family, and the families in their order.
func (l *lister) members(even bool) (names []string, columns map[string][]int) {
	columns = map[string][]int{}
	for i := range l.base {
		b := &l.base[i]
		if b.Even != even {
			continue
		}
		if columns[b.Family] == nil {
			names = append(names, b.Family)
		}
		columns[b.Family] = append(columns[b.Family], i)
	}
	return names, columns
}

// families adds the families of several terms.
func (l *lister) families() {
	names, members := l.members(false)
	for _, name := range names {
		if columns := members[name]; len(columns) > 1 {
			l.add(Candidate{Name: name, Kind: Family, Columns: columns, Condition: -1, Formula: l.listed("the family "+name, columns)})
		}
	}
}

// listed says what several terms count together.
func (l *lister) listed(what string, columns []int) string {
	var names []string
	for _, g := range l.groups {
		if slices.Contains(columns, g.columns[0]) {
			names = append(names, g.name)
		}
	}
	const most = 8
	if n := len(names) - most; n > 1 {
		names = append(names[:most], fmt.Sprintf("and %d more", n))
	}
	return fmt.Sprintf("the %d terms of %s: %s", len(columns), what, strings.Join(names, ", "))
}

// tables adds the tables that are not whole families.
func (l *lister) tables() {
	for _, g := range l.groups {
		b := &l.base[g.columns[0]]
		if len(g.columns) > 1 && !b.Even && !l.wholeFamily(&g) {
			l.add(Candidate{Name: g.name, Kind: Table, Columns: g.columns, Condition: -1, Formula: l.says(&g)})
		}
	}
}

// wholeFamily reports whether there is no other term of a group's family.
func (l *lister) wholeFamily(g *group) bool {
	_, members := l.members(false)
	return len(members[l.base[g.columns[0]].Family]) == len(g.columns)
}

// says says what a group counts.
func (l *lister) says(g *group) string {
	b := &l.base[g.columns[0]]
	if len(g.columns) == 1 {
		return b.says()
	}
	return fmt.Sprintf("a table of %d terms, such as %s: %s", len(g.columns), b.Name, b.says())
}

// terms adds the terms, without those of single squares.
func (l *lister) terms() {
	for _, g := range l.groups {
		if l.base[g.columns[0]].Even || g.ofSquares(l.base) {
			continue
		}
		for _, i := range g.columns {
			b := &l.base[i]
			l.add(Candidate{Name: b.Name, Kind: Term, Columns: []int{i}, Condition: -1, Formula: b.says()})
		}
	}
}

// where adds groups under conditions.
func (l *lister) where() {
	for _, g := range l.groups {
		for i := range conditions {
			if c := &conditions[i]; l.sided(&g) && l.tells(&g, i) {
				l.add(Candidate{
					Name: g.name + " where " + c.Name, Kind: Where, Columns: g.columns, Condition: i,
					Formula: l.says(&g) + "; counted only if " + c.Sentence,
				})
			}
		}
	}
}

// sided reports whether it is known of a group what each side counts, or it is the engine's own.
func (l *lister) sided(g *group) bool {
	b := &l.base[g.columns[0]]
	return !b.Even && (!b.Net || b.Own)
}

// tells reports whether a condition is true of some of the fixed positions in which a group counts,
// and not of all; of the engine's own nothing is known.
func (l *lister) tells(g *group, condition int) bool {
	if l.base[g.columns[0]].Own {
		return true
	}
	seen, always := Facts(0), ^Facts(0)
	for _, column := range g.columns {
		seen |= l.columns.counter.seen[column]
		always &= l.columns.counter.always[column]
	}
	return seen.Has(condition) && !always.Has(condition)
}

// movers adds groups of the side to move.
func (l *lister) movers() {
	for _, g := range l.groups {
		if l.sided(&g) && !l.moverAlone(&g) {
			l.add(Candidate{
				Name: g.name + " of the side to move", Kind: Mover, Columns: g.columns, Condition: -1,
				Formula: l.says(&g) + "; counted for the side to move alone",
			})
		}
	}
}

// moverAlone reports whether a group counts nothing for the side that is not to move in any of the fixed positions.
func (l *lister) moverAlone(g *group) bool {
	if l.base[g.columns[0]].Own {
		return false
	}
	for _, p := range l.columns.counter.probes {
		for _, e := range p.entries {
			other := e.Black
			if p.facts.BlackToMove() {
				other = e.White
			}
			if other != 0 && slices.Contains(g.columns, int(e.Column)) {
				return false
			}
		}
	}
	return true
}

// ahead adds the counts of the position, each alone and by family.
func (l *lister) ahead() {
	const whose = " of the side ahead"
	const ends = "; counted for the side that is ahead in material (pawn 1, knight and bishop 3, rook 5, queen 9)"
	names, members := l.members(true)
	for _, name := range names {
		if columns := members[name]; len(columns) > 1 {
			l.add(Candidate{Name: name + whose, Kind: Ahead, Columns: columns, Condition: -1, Formula: l.listed("the family "+name, columns) + ends})
		}
	}
	for i := range l.base {
		if b := &l.base[i]; b.Even && !l.columns.counter.bySideAlways(i) {
			l.add(Candidate{Name: b.Name + whose, Kind: Ahead, Columns: []int{i}, Condition: -1, Formula: b.Formula + ends})
		}
	}
}

// products adds the squares of scalars and the products of two.
func (l *lister) products() {
	mine, theirs := scalarsOf(l.base, ourNames(), l.columns.count)
	all := append(slices.Clone(mine), theirs...)
	for _, s := range all {
		l.add(Candidate{
			Name: s.Name + " squared", Kind: Square, Columns: s.Columns, Factors: []*Scalar{s}, Condition: -1,
			Formula: "the square of a side's own count: " + s.Formula, Unit: s.Unit + "²", Source: s.Source,
		})
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			columns := slices.Concat(a.Columns, b.Columns)
			slices.Sort(columns)
			l.add(Candidate{
				Name: a.Name + " × " + b.Name, Kind: Product, Columns: slices.Compact(columns), Factors: []*Scalar{a, b}, Condition: -1,
				Formula: "the product of two counts of one side: (" + a.Formula + ") × (" + b.Formula + ")",
				Unit:    a.Unit + " × " + b.Unit, Source: both(a.Source, b.Source),
			})
		}
	}
}

// both returns two sources in one line.
func both(a, b string) string {
	if a == b {
		return a
	}
	return a + "; " + b
}

// ourNames are the names of the terms of [Sets].
var ourNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, s := range Sets() {
		for _, def := range s.Terms() {
			names[def.Name] = true
		}
	}
	return names
})
