package export

import (
	"slices"

	"example.org/centipawn/weights"
)

// A table is terms that become one array: a board, boards with a number in their name, or
// terms with numbers at the end of theirs.
type table struct {
	name  string
	sizes []int           // of the numbers; of none it is one board
	board bool            // 64 for each
	terms []*weights.Term // in the order of the numbers and squares; nil: there is none
	group weights.Group   // of a single board
}

// A section is a group of the file: terms that are constants each, and tables.
type section struct {
	weights.Group
	tables []table
}

// sections returns the file's groups with the tables that their terms make.
func sections(f *weights.File) (list []section) {
	used := uses(f)
	boards := map[string]int{} // by base: index of the section that has them
	for _, g := range f.Groups() {
		switch base, path := weights.Indices(g.Name); {
		case !g.Board:
			list = append(list, families(g, used))
		case len(path) == 0 || used[base] > 1:
			squares := g.Squares()
			list = append(list, section{Group: g, tables: []table{{name: g.Name, board: true, terms: squares[:], group: g}}})
		default:
			at, known := boards[base]
			if !known {
				at = len(list)
				boards[base] = at
				list = append(list, section{Group: g, tables: []table{{name: base, board: true}}})
			}
			list[at].tables[0].place(path, squaresOf(g))
		}
	}
	return list
}

func squaresOf(g weights.Group) []*weights.Term {
	squares := g.Squares()
	return squares[:]
}

// uses counts for each base of numbered names the shapes that have it: as a name of its own,
// by the number of indices, by kind. A base of more than one is not a table.
func uses(f *weights.File) map[string]int {
	type shape struct {
		base                      string
		levels                    int
		board, tapered, nonlinear bool
	}
	seen, used := map[shape]bool{}, map[string]int{}
	for _, g := range f.Groups() {
		for _, t := range g.Terms {
			name := t.Name
			if g.Board {
				name = g.Name
			}
			base, path := weights.Indices(name)
			s := shape{base, len(path), g.Board, g.Tapered, g.Nonlinear}
			if !seen[s] {
				seen[s] = true
				used[base]++
			}
		}
	}
	return used
}

// families takes the numbered terms of a group for tables.
func families(g weights.Group, used map[string]int) section {
	s := section{Group: g}
	s.Terms = nil
	found := map[string]*table{}
	var order []string
	for i := range g.Terms {
		base, path := weights.Indices(g.Terms[i].Name)
		if len(path) == 0 || used[base] > 1 {
			s.Terms = append(s.Terms, g.Terms[i])
			continue
		}
		if found[base] == nil {
			found[base] = &table{name: base}
			order = append(order, base)
		}
		found[base].sizes = larger(found[base].sizes, path)
	}
	dense := density(g, found)
	for i := range g.Terms {
		base, path := weights.Indices(g.Terms[i].Name)
		switch {
		case len(path) == 0 || found[base] == nil:
		case !dense[base]:
			s.Terms = append(s.Terms, g.Terms[i])
		default:
			found[base].place(path, []*weights.Term{&g.Terms[i]})
		}
	}
	for _, base := range order {
		if dense[base] {
			s.tables = append(s.tables, *found[base])
		}
	}
	return s
}

// density says which families fill at least a quarter of their array, and are more than one
// term.
func density(g weights.Group, found map[string]*table) map[string]bool {
	count := map[string]int{}
	for _, t := range g.Terms {
		base, _ := weights.Indices(t.Name)
		count[base]++
	}
	dense := map[string]bool{}
	for base, t := range found {
		size := 1
		for _, n := range t.sizes {
			size = min(size, 1<<20) * min(n, 1<<20)
		}
		dense[base] = count[base] > 1 && size <= 4*count[base]+16
	}
	return dense
}

// larger returns sizes that hold a path, too.
func larger(sizes, path []int) []int {
	sizes = append(slices.Clone(sizes), make([]int, max(0, len(path)-len(sizes)))...)
	for level, at := range path {
		sizes[level] = max(sizes[level], at+1)
	}
	return sizes
}

// place puts terms at a path, and lets the table grow if it must.
func (t *table) place(path []int, terms []*weights.Term) {
	sizes := larger(t.sizes, path)
	if !slices.Equal(sizes, t.sizes) || t.terms == nil {
		t.grow(sizes, len(terms))
	}
	at := 0
	for level, i := range path {
		at = at*t.sizes[level] + i
	}
	copy(t.terms[at*len(terms):], terms)
}

// grow makes room for sizes with n terms each.
func (t *table) grow(sizes []int, n int) {
	old := t.terms
	was := t.sizes
	size := n
	for _, s := range sizes {
		size *= s
	}
	t.terms, t.sizes = make([]*weights.Term, size), sizes
	for i := range len(old) / n {
		rest, at, step := i, 0, 1
		for level := len(was) - 1; level >= 0; level-- {
			at += rest % was[level] * step
			rest /= was[level]
			step *= sizes[level]
		}
		copy(t.terms[at*n:], old[i*n:(i+1)*n])
	}
}

// dimensions returns the sizes of the array.
func (t *table) dimensions() []int {
	if t.board {
		return append(slices.Clone(t.sizes), 64)
	}
	return t.sizes
}
