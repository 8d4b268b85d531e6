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
	term := features.Term(0)
	for _, family := range set.Families() {
		for range family.Terms {
			def := set.Terms()[term]
			name := table(def.Name)
			n := len(all)
			if n == 0 || all[n-1].Name != name || all[n-1].Families != family.Name {
				all = append(all, Entry{Name: name, Define: def, Families: family.Name, Sums: family.Sums, Even: family.Symmetric})
				n++
			}
			e := &all[n-1]
			e.Members = append(e.Members, def.Name)
			if e.Example == nil {
				if x, ok := l.example(term, family.Symmetric); ok {
					e.Define, e.Example, e.Shown = def, &x, def.Name
				}
			}
			term++
		}
	}
	for i := range all {
		if len(all[i].Members) == 1 {
			all[i].Name = all[i].Members[0]
		}
	}
	return all
}

// table returns the name of the table that a term would be in.
func table(name string) string {
	at := strings.LastIndexByte(name, '.')
	last := name[at+1:]
	if _, err := board.ParseSquare(last); err == nil || strings.Trim(last, "0123456789") == "" {
		return name[:at+1] + "*"
	}
	return name
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
