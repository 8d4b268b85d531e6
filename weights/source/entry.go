package source

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"centipawn/weights"
)

// An Entry says what the next numbers of a source are.
type Entry struct {
	Name    string // of a term; of a piece-square table without the square
	Squares []int  // of a table, in the source's order; nil: a term
	Tapered bool   // a pair for each
	Side    string // "mg" or "eg": only this half of tapered terms
}

// ReadNames reads what the numbers of a source are, one entry a line, in their
// order:
//
//	tempo                  a number: a plain term
//	material.pawn tapered  a pair
//	material.pawn.mg       a number: half a pair; .eg has to come, too
//	pst.pawn[64] tapered   64 pairs: a table
//	pst.pawn.mg[64]        64 numbers: half a table
//
// A # begins a comment. Errors are file:line: what: why.
func ReadNames(name string, r io.Reader, opt Options) ([]Entry, error) {
	var entries []Entry
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		e, err := parseEntry(fields, opt)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		entries = append(entries, e)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("%s: no names", name)
	}
	return entries, nil
}

func parseEntry(fields []string, opt Options) (Entry, error) {
	e := Entry{Name: fields[0], Tapered: len(fields) == 2 && fields[1] == "tapered"}
	if len(fields) > 2 || len(fields) == 2 && !e.Tapered {
		return e, fmt.Errorf("%s: want a name, and \"tapered\" or nothing", strings.Join(fields, " "))
	}
	var table bool
	if e.Name, table = strings.CutSuffix(e.Name, "[64]"); table {
		for sq := range 64 {
			e.Squares = append(e.Squares, sq)
		}
		opt.squares(e.Squares)
	}
	for _, side := range []string{"mg", "eg"} {
		if base, ok := strings.CutSuffix(e.Name, "."+side); ok {
			e.Name, e.Side = base, side
		}
	}
	switch {
	case strings.ContainsAny(e.Name, "[]"):
		return e, fmt.Errorf("%s: a table is NAME[64]", fields[0])
	case e.Side != "" && e.Tapered:
		return e, fmt.Errorf("%s: half of a pair is one number: omit \"tapered\"", fields[0])
	}
	return e, weights.ValidName(e.Name)
}

// entriesOf returns a file's terms as entries: neighbours of one table together.
func entriesOf(f *weights.File, opt Options) []Entry {
	var entries []Entry
	for n, t := range f.AllTerms() {
		name, board := weights.GroupOf(t.Name)
		if !board || n >= len(f.Terms) {
			entries = append(entries, Entry{Name: t.Name, Tapered: t.Tapered})
			continue
		}
		if n := len(entries); n > 0 && entries[n-1].Squares != nil && entries[n-1].Name == name && entries[n-1].Tapered == t.Tapered {
			entries[n-1].Squares = append(entries[n-1].Squares, weights.Square(t.Name))
			continue
		}
		entries = append(entries, Entry{Name: name, Squares: []int{weights.Square(t.Name)}, Tapered: t.Tapered})
	}
	for _, e := range entries {
		opt.squares(e.Squares)
	}
	return entries
}

// numbers is how many the entry takes.
func (e *Entry) numbers() int {
	n := max(1, len(e.Squares))
	if e.Tapered {
		n *= 2
	}
	return n
}

// String is the entry as it stands in a file of names.
func (e *Entry) String() string {
	s := e.Name
	if e.Side != "" {
		s += "." + e.Side
	}
	if e.Squares != nil {
		s += fmt.Sprintf("[%d]", len(e.Squares))
	}
	if e.Tapered {
		s += " tapered"
	}
	return s
}

// terms returns the names of the terms that the entry names, in its order.
func (e *Entry) terms() []string {
	if e.Squares == nil {
		return []string{e.Name}
	}
	var names []string
	for _, sq := range e.Squares {
		names = append(names, e.Name+"."+weights.SquareName(sq))
	}
	return names
}

// weights returns the names of the weights that the entry's numbers are for.
func (e *Entry) weights() []string {
	var names []string
	for _, term := range e.terms() {
		switch {
		case e.Tapered:
			names = append(names, term+".mg", term+".eg")
		case e.Side != "":
			names = append(names, term+"."+e.Side)
		default:
			names = append(names, term)
		}
	}
	return names
}
