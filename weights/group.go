package weights

import (
	"math"
	"strconv"
	"strings"
)

// A Group is terms that belong together by name: a family, the terms with the
// same text before the first full stop, or a board, the terms name.a1 to
// name.h8 of a piece-square table.
type Group struct {
	Name      string // of a board without the square; "" for the terms whose name has no full stop
	Board     bool
	Tapered   bool // all terms of a group are of one kind
	Nonlinear bool // they are of other sums than linear, or parameters
	Terms     []Term
}

// Groups returns the file's terms in groups, in the order in which the first
// term of each group stands in the file.
func (f *File) Groups() []Group {
	type key struct {
		name                      string
		board, tapered, nonlinear bool
	}
	var groups []Group
	at, squares := make(map[key]int), make(map[key]int)
	keyOf := func(t Term) key {
		name, board := GroupOf(t.Name)
		return key{name, board, t.Tapered, !t.Linear()}
	}
	for _, t := range f.Terms {
		squares[keyOf(t)]++
	}
	for _, t := range f.Terms {
		k := keyOf(t)
		k.board = k.board && (!k.nonlinear || squares[k] >= leastSquares)
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k] = i
			groups = append(groups, Group{Name: k.name, Board: k.board, Tapered: k.tapered, Nonlinear: k.nonlinear})
		}
		groups[i].Terms = append(groups[i].Terms, t)
	}
	return groups
}

// leastSquares is how many terms of squares make a board in another sum than linear: fewer are terms like
// others. Half a board is a mirrored one.
const leastSquares = 32

// GroupOf returns the name of a term's group, and whether that is a board.
func GroupOf(term string) (name string, board bool) {
	if dot := strings.LastIndexByte(term, '.'); dot > 0 && Square(term) >= 0 {
		return term[:dot], true
	}
	if family, _, ok := strings.Cut(term, "."); ok {
		return family, false
	}
	return "", false
}

// Indices splits the numbers from the end of a name: Mobility.3.27 is 3, 27 of Mobility.
func Indices(name string) (base string, path []int) {
	for {
		dot := strings.LastIndexByte(name, '.')
		n, err := strconv.Atoi(name[dot+1:])
		if dot <= 0 || err != nil || n < 0 || strconv.Itoa(n) != name[dot+1:] {
			return name, path
		}
		name, path = name[:dot], append([]int{n}, path...)
	}
}

// Square returns the square at the end of a term's name, 0 for name.a1, 1 for
// name.b1 and so on to 63 for name.h8; −1 where there is none.
func Square(term string) int {
	dot := strings.LastIndexByte(term, '.')
	if dot < 0 || len(term)-dot != 3 {
		return -1
	}
	file, rank := term[dot+1]-'a', term[dot+2]-'1' // below: wraps past 7
	if file > 7 || rank > 7 {
		return -1
	}
	return int(rank)*8 + int(file)
}

// Squares returns a board's terms by square, a1 first, then b1; nil where the
// file has no term for the square, as on the first and last rank of pawns. On a
// folded board ([Group.Folded]) a square of files e to h has the term of its
// mirror image.
func (g Group) Squares() [64]*Term {
	var squares [64]*Term
	for i := range g.Terms {
		if sq := Square(g.Terms[i].Name); sq >= 0 {
			squares[sq] = &g.Terms[i]
		}
	}
	if g.Folded() {
		for sq := range squares {
			if sq%8 >= 4 {
				squares[sq] = squares[sq^7]
			}
		}
	}
	return squares
}

// Folded reports whether the board has terms on files a to d only, on all four
// wherever a rank has any, and on the ranks 2 to 7 at least: terms of mirrored
// tables.
func (g Group) Folded() bool {
	var files [8]uint8 // bit by bit, by rank
	for _, t := range g.Terms {
		if sq := Square(t.Name); sq >= 0 {
			files[sq/8] |= 1 << (sq % 8)
		}
	}
	for rank, have := range files {
		if outer := rank == 0 || rank == 7; have != 0x0f && !(outer && have == 0) {
			return false
		}
	}
	return g.Board
}

// A Side is one of the values of a board's terms: the only one of plain terms,
// middle game or endgame of tapered ones.
type Side struct {
	Name string // "", "mg" or "eg"
	Of   func(Term) Weight
}

// Sides returns one side if the board is plain, else two.
func (g Group) Sides() []Side {
	if !g.Tapered {
		return []Side{{"", func(t Term) Weight { return t.Value }}}
	}
	return []Side{
		{"mg", func(t Term) Weight { return t.MG }},
		{"eg", func(t Term) Weight { return t.EG }},
	}
}

// Mean returns the mean of a board over the ranks 2 to 7, of the weights that of
// selects: of a table that holds its piece's value, about that value. On ranks 1
// and 8 stand no pawns, and other pieces for reasons that are not their own.
// Squares that were frozen do not count, unless all were.
func (g Group) Mean(of func(Term) Weight) float64 {
	mean := func(counts func(t Term, sq int) bool) float64 {
		sum, n := 0.0, 0
		for _, t := range g.Terms {
			if sq := Square(t.Name); sq >= 0 && counts(t, sq) {
				sum += of(t).Value
				n++
			}
		}
		return sum / float64(n)
	}
	inner := func(sq int) bool { return sq >= 8 && sq < 56 }
	for _, counts := range []func(t Term, sq int) bool{
		func(t Term, sq int) bool { return inner(sq) && of(t).Bound != BoundFrozen },
		func(t Term, sq int) bool { return inner(sq) },
		func(t Term, sq int) bool { return true },
	} {
		if m := mean(counts); !math.IsNaN(m) {
			return m
		}
	}
	return 0
}
