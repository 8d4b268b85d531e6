// Package catalog writes what the terms of a set are, for people: name, formula,
// unit and source of each from its definition, and a board on which it counts.
//
// No example is written by hand: of the positions that distinguish sets it
// takes one where the term counts, and takes every piece off the board that the
// term does not need. So a new term has its picture, a user's too.
package catalog

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/board/oracle"
	"example.org/centipawn/features"
)

// An Entry is a term, or a table of terms whose names differ in their last part
// alone, a square or a number.
type Entry struct {
	Name     string // of the term; of a table with * in place of the last part
	Members  []string
	Define   features.Definition // of the term; of a table's first member that has an example
	Example  *Example            // nil if it counts in no position
	Shown    string              // the member that the example shows
	Families string              // its family
	Sums     []string            // that the counts go to; nil: linear
	Even     bool                // the count is of the position, not White's less Black's
}

// Entries returns the entries of a set by family, in the order of the terms.
func Entries(set *features.Set) []Entry {
	l := newLooker(set, features.Probes())
	var all []Entry
	first := features.Term(0)
	for _, family := range set.Families() {
		for group := range Groups(family.Terms) {
			e := Entry{Name: group.Name, Define: group.Terms[0], Families: family.Name, Sums: family.Sums, Even: family.Symmetric}
			for i, def := range group.Terms {
				e.Members = append(e.Members, def.Name)
				if e.Example == nil {
					if x, ok := l.example(first+features.Term(i), family.Symmetric); ok {
						e.Define, e.Example, e.Shown = def, &x, def.Name
					}
				}
			}
			all = append(all, e)
			first += features.Term(len(group.Terms))
		}
	}
	return all
}

// A Group is a term, or a table: terms in a row whose names differ in their last part alone, a
// square or a number.
type Group struct {
	Name  string // of the term; of a table with * in place of the last part
	Terms []features.Definition
}

// Groups goes over the groups of terms.
func Groups(terms []features.Definition) iter.Seq[Group] {
	return func(yield func(Group) bool) {
		for len(terms) > 0 {
			name, n := table(terms[0].Name), 1
			for n < len(terms) && table(terms[n].Name) == name {
				n++
			}
			if n == 1 {
				name = terms[0].Name
			}
			if !yield(Group{name, terms[:n]}) {
				return
			}
			terms = terms[n:]
		}
	}
}

// table returns the name of the table that a term would be in.
func table(name string) string {
	at := strings.LastIndexByte(name, '.')
	last := name[at+1:]
	if OfSquare(name) || strings.Trim(last, "0123456789") == "" {
		return name[:at+1] + "*"
	}
	return name
}

// OfSquare reports whether a term counts on one square: the last part of its name is one.
func OfSquare(name string) bool {
	_, err := board.ParseSquare(name[strings.LastIndexByte(name, '.')+1:])
	return err == nil
}

// Write writes the entries as a table in Markdown. Pictures are looked for in the folder
// given, relative to the text, under [Entry.File].
func Write(w io.Writer, entries []Entry, folder string) error {
	if _, err := io.WriteString(w, "| term | what is counted, for one side | unit | source | here it counts |\n| :--- | :--- | :--- | :--- | :--- |\n"); err != nil {
		return err
	}
	for _, e := range entries {
		if _, err := fmt.Fprintf(w, "| `%s`%s | %s | %s | %s | %s |\n", e.Name, e.size(), e.Define.Formula, e.Define.Unit, e.Define.Source, e.shown(folder)); err != nil {
			return err
		}
	}
	return nil
}

// size says how many terms a table has.
func (e *Entry) size() string {
	if len(e.Members) == 1 {
		return ""
	}
	return fmt.Sprintf(", %d terms; of `%s`:", len(e.Members), e.Define.Name)
}

// shown is the cell with the picture.
func (e *Entry) shown(folder string) string {
	if e.Example == nil {
		return "no example among the fixed positions"
	}
	return fmt.Sprintf(`<img src="%s/%s" width="144" alt="%s"><br>%s: %+g`, folder, e.File(), e.Example.Position.FEN(), e.Shown, e.Example.Count)
}

// File is the name of the entry's picture.
func (e *Entry) File() string {
	return strings.TrimSuffix(strings.TrimSuffix(e.Name, "*"), ".") + ".svg"
}

// Draw writes the picture of an entry that has an example.
func (e *Entry) Draw(w io.Writer) error { return oracle.Draw(w, &e.Example.Position) }
