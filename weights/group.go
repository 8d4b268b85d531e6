package weights

import (
	"strings"
)

// A Group is terms that belong together by name: a family, the terms with the
// same text before the first full stop, or a board, the terms name.a1 to
// name.h8 of a piece-square table.
type Group struct {
	Name    string // of a board without the square; "" for the terms whose name has no full stop
	Board   bool
	Tapered bool // all terms of a group are of one kind
	Terms   []Term
}

// Groups returns the file's terms in groups, in the order in which the first
// term of each group stands in the file.
func (f *File) Groups() []Group {
	type key struct {
		name           string
		board, tapered bool
	}
	var groups []Group
	at := make(map[key]int)
	for _, t := range f.Terms {
		name, board := groupName(t.Name)
		k := key{name, board, t.Tapered}
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k] = i
			groups = append(groups, Group{Name: name, Board: board, Tapered: t.Tapered})
		}
		groups[i].Terms = append(groups[i].Terms, t)
	}
	return groups
}

func groupName(term string) (name string, board bool) {
	if dot := strings.LastIndexByte(term, '.'); dot > 0 && Square(term) >= 0 {
		return term[:dot], true
	}
	if family, _, ok := strings.Cut(term, "."); ok {
		return family, false
	}
	return "", false
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
// file has no term for the square, as on the first and last rank of pawns.
func (g Group) Squares() [64]*Term {
	var squares [64]*Term
	for i := range g.Terms {
		if sq := Square(g.Terms[i].Name); sq >= 0 {
			squares[sq] = &g.Terms[i]
		}
	}
	return squares
}

// boardLines draws a board as White sees it, the eighth rank on top: the cell
// of every square, of equal width. Lines have no line break at the end.
func boardLines(cell func(sq int) string) []string {
	lines := make([]string, 0, 9)
	width := 0
	for sq := range 64 {
		width = max(width, len(cell(sq)))
	}
	for rank := 7; rank >= 0; rank-- {
		line := string(rune('1' + rank))
		for file := range 8 {
			line += "  " + padLeft(cell(rank*8+file), width)
		}
		lines = append(lines, line)
	}
	files := " "
	for file := range 8 {
		files += "  " + padLeft(string(rune('a'+file)), width)
	}
	return append(lines, files)
}
