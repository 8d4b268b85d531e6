package openings

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/centipawn/board"
)

// BookOptions say how a book is used. The zero value takes all openings, in an order
// that the seed 0 has shuffled.
type BookOptions struct {
	Seed       uint64 // of the order
	Sequential bool   // in the order of the file
	Plies      int    // half-moves taken of each game of a PGN file; 0: all; of an EPD file 0 is asked for
}

// A Book is a source of openings read from a file. It keeps their text and moves and
// makes positions of them when it is asked: about 80 bytes an opening.
type Book struct {
	name       string // of the file without folder and compression
	starts     []byte // FENs, one after the other; empty for the start position of standard chess
	moves      []board.Move
	entries    []entry // and one more, where all end
	order      []uint32
	duplicates int
	chess960   bool
}

// An entry is where an opening begins in starts and moves, and its line in the file.
type entry struct{ start, move, line uint32 }

// Len returns the number of openings, duplicates not counted.
func (b *Book) Len() int { return len(b.order) }

// Duplicates returns how many openings of the file are omitted because an earlier
// one leads to the same position.
func (b *Book) Duplicates() int { return b.duplicates }

// Chess960 reports whether an opening of the book is of Chess960.
func (b *Book) Chess960() bool { return b.chess960 }

// Opening implements [Source]. After the last opening the first comes again.
func (b *Book) Opening(pair int) (Opening, error) {
	if pair < 0 {
		return Opening{}, fmt.Errorf("%s: opening of pair %d: pass 0 or more", b.name, pair)
	}
	return b.opening(int(b.order[pair%len(b.order)]))
}

// opening returns an opening by its place in the file.
func (b *Book) opening(i int) (Opening, error) {
	e, next := b.entries[i], b.entries[i+1]
	o := Opening{Start: board.Start(), Moves: b.moves[e.move:next.move:next.move], Name: fmt.Sprintf("%s:%d", b.name, e.line)}
	if e.start == next.start {
		return o, nil
	}
	var err error
	if o.Start, err = board.ParseFEN(string(b.starts[e.start:next.start])); err != nil {
		return o, fmt.Errorf("%s: %w", o.Name, err) // it was read before
	}
	return o, nil
}

// add adds an opening, whose start is "" for that of standard chess.
func (b *Book) add(start string, moves []board.Move, line int) {
	b.entries[len(b.entries)-1].line = uint32(line)
	b.starts = append(b.starts, start...)
	b.moves = append(b.moves, moves...)
	b.entries = append(b.entries, entry{start: uint32(len(b.starts)), move: uint32(len(b.moves))})
}

// full reports whether the book can take no more.
func (b *Book) full(line int) bool {
	return len(b.starts)+len(b.moves)+line > math.MaxUint32-1<<20
}

// shuffle puts the openings into the order in which they are given.
func (b *Book) shuffle(opt BookOptions) {
	b.order = make([]uint32, len(b.entries)-1)
	for i := range b.order {
		b.order[i] = uint32(i)
	}
	if opt.Sequential {
		return
	}
	lots := rand.New(rand.NewPCG(opt.Seed, uint64(len(b.order))))
	lots.Shuffle(len(b.order), func(i, j int) { b.order[i], b.order[j] = b.order[j], b.order[i] })
}
