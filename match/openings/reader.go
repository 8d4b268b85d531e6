package openings

import (
	"errors"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/search"
)

// A reader fills a book.
type reader struct {
	path string
	opt  BookOptions
	seen map[uint64]struct{} // keys of the positions that openings lead to
	book *Book
}

// fault is an error with file and line.
func (r *reader) fault(line int, err error) error {
	return &datasets.LineError{File: r.path, Line: line, Err: err}
}

// take adds the opening that g is, whose start is written as add wants it, unless its
// position is in the book.
func (r *reader) take(g *search.Game, start string, moves []board.Move, line int) error {
	if o := g.Outcome(); o != search.Ongoing {
		return r.fault(line, fmt.Errorf("the game is over: %v: omit the opening, or take fewer of its moves", o))
	}
	if r.book.full(line) {
		return r.fault(line, errors.New("the book is too long: pass one of less than 4 GB"))
	}
	key := g.Position().Key()
	if _, seen := r.seen[key]; seen {
		r.book.duplicates++
		return nil
	}
	r.seen[key] = struct{}{}
	r.book.chess960 = r.book.chess960 || (&Opening{Start: g.Start()}).Chess960()
	r.book.add(start, moves, line)
	return nil
}
