package features

import (
	"fmt"
	"slices"

	"example.org/centipawn/internal/formula"
)

// MaxSums is the largest number of sums of a set beside linear.
const MaxSums = 8

// noSum stands for the sum linear.
const noSum = -1

// A layout says where the counts of a set's terms stand and to which sums they go. A
// term has a place, its number. One that White and Black count apart has another for
// Black's count, after the last term.
type layout struct {
	names  []string // of the sums beside linear, in the order of the families
	taper  [MaxSums]tapers
	places int    // number of places
	apart  int    // number of terms that are counted apart
	sums   []int8 // by place, noSum: linear; nil: all are
	terms  []Term // by place beyond the terms: the term that is counted there
	blacks []Term // by term: the place of Black's count, 0: it has none; nil: none has
}

// tapers says what terms a sum has.
type tapers struct{ plain, tapered bool }

// sum returns the sum of a place, noSum for linear.
func (l *layout) sum(place Term) int8 {
	if l.sums == nil {
		return noSum
	}
	return l.sums[place]
}

// term returns the term that is counted in a place.
func (l *layout) term(place Term) Term {
	if n := Term(l.places - len(l.terms)); place >= n {
		return l.terms[place-n]
	}
	return place
}

// black returns the place of Black's own count of a term.
func (l *layout) black(term Term) Term { return l.blacks[term] }

// checkSums reports what is wrong with the sums of a family.
func (f *Family) checkSums() error {
	switch n := len(f.Sums); {
	case f.Symmetric && n != 1:
		return fmt.Errorf("family %s: symmetric counts go to one sum, not %d: the formula makes of it what is White's and what Black's", f.Name, n)
	case n == 0:
		return nil
	case n > 2:
		return fmt.Errorf("family %s: %d sums: want none, one, or White's and Black's", f.Name, n)
	case n == 2 && f.Sums[0] == f.Sums[1]:
		return fmt.Errorf("family %s: White's and Black's own counts both go to %s: want two sums", f.Name, f.Sums[0])
	case f.Depends == OnSquares:
		return fmt.Errorf("family %s: its counts are added up square by square, which is of linear terms alone; leave Depends out", f.Name)
	}
	for _, name := range f.Sums {
		if !sumName.MatchString(name) {
			return fmt.Errorf("family %s: sum %q: want a name of a-z, 0-9 and '_' that begins with a letter", f.Name, name)
		}
		if name == formula.Linear || name == formula.MG || name == formula.EG {
			return fmt.Errorf("family %s: sum %s: the name has a meaning of its own; leave Sums out for the sum linear", f.Name, name)
		}
	}
	return nil
}

// layOut gives the terms their places and sums.
func (s *Set) layOut() error {
	l := &s.layout
	l.places = len(s.terms)
	first := Term(0)
	for _, f := range s.families {
		p := part{f.Count, first, len(f.Terms), &partSums{sums: [2]int8{noSum, noSum}}}
		for i, name := range f.Sums {
			sum, err := l.find(name, f.Terms)
			if err != nil {
				return err
			}
			p.sums[i] = sum
		}
		switch len(f.Sums) {
		case 1:
			p.sums[1] = p.sums[0]
			p.count = intoSum(f.Count, p.sums[0])
		case 2:
			p.black = Term(l.places) - first
			l.places += p.terms
			l.apart += p.terms
			tapered := func(d Definition) bool { return d.Taper == Tapered }
			p.count = intoSides(f.Count, p.sums, p.black, !slices.ContainsFunc(f.Terms, tapered))
		}
		s.all = append(s.all, p)
		on := f.Depends
		if on == OnPawns && len(f.Sums) > 0 {
			on = OnPawnsAndKings // an evaluator keeps sums with the kings alone
		}
		s.parts[on] = append(s.parts[on], p)
		first += Term(p.terms)
	}
	for i, t := range l.taper {
		if s.scale != nil && t.plain && t.tapered {
			return fmt.Errorf("the sum %s has plain and tapered terms: those of a set with an endgame scale are all of one kind", l.names[i])
		}
	}
	if len(l.names) > 0 {
		s.layOutSums()
	}
	return nil
}

// find returns the sum of a name, and notes the terms that it gets.
func (l *layout) find(name string, terms []Definition) (int8, error) {
	i := slices.Index(l.names, name)
	if i < 0 {
		if i = len(l.names); i == MaxSums {
			return 0, fmt.Errorf("more than %d sums", MaxSums)
		}
		l.names = append(l.names, name)
	}
	for _, def := range terms {
		t := &l.taper[i]
		t.plain = t.plain || def.Taper == Plain
		t.tapered = t.tapered || def.Taper == Tapered
	}
	return int8(i), nil
}

// layOutSums makes the tables by place and by term.
func (s *Set) layOutSums() {
	l := &s.layout
	l.sums, l.blacks = make([]int8, l.places), make([]Term, len(s.terms))
	for _, p := range s.all {
		for term := p.first; term < p.first+Term(p.terms); term++ {
			l.sums[term] = p.sums[0]
			if p.black == 0 {
				continue
			}
			l.sums[term+p.black] = p.sums[1]
			l.blacks[term] = term + p.black
			l.terms = append(l.terms, term)
		}
	}
}

// Sums returns the names of the sums beside linear, in the order of [Sums.Others]. The
// caller must not change them.
func (s *Set) Sums() []string { return s.layout.names }

// TaperedSums reports for each of [Set.Sums] whether it has tapered terms: if not, both
// parts of it are the same.
func (s *Set) TaperedSums() (list []bool) {
	for _, t := range s.layout.taper[:len(s.layout.names)] {
		list = append(list, t.tapered)
	}
	return list
}

// SumsOf returns the sums that a term's counts go to: none for linear, one, or White's
// and Black's.
func (s *Set) SumsOf(term Term) (names []string) {
	l := &s.layout
	if l.sum(term) == noSum {
		return nil
	}
	names = []string{l.names[l.sum(term)]}
	if place := l.blacks[term]; place != 0 {
		names = append(names, l.names[l.sum(place)])
	}
	return names
}

// A Column is where the counts of a term go in a row.
type Column struct {
	Term Term
	Sum  string // "": linear
}

// Columns returns what the columns of [Trace.AppendEntries] are: the terms, those that
// are counted by side with White's counts, and Black's after the last.
func (s *Set) Columns() []Column {
	list := make([]Column, s.layout.places)
	for place := range list {
		list[place].Term = s.layout.term(Term(place))
		if sum := s.layout.sum(Term(place)); sum != noSum {
			list[place].Sum = s.layout.names[sum]
		}
	}
	return list
}

// SumsThatDepend returns the indices of the sums beside linear that families add to whose
// counts depend on this.
func (s *Set) SumsThatDepend(on Dependence) (sums []int8) {
	for _, p := range s.parts[on] {
		for _, sum := range p.sums {
			if sum != noSum && !slices.Contains(sums, sum) {
				sums = append(sums, sum)
			}
		}
	}
	return sums
}
