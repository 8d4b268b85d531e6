package openings

import (
	"example.org/centipawn/board"
)

// An Opening is where a game begins.
type Opening struct {
	Start board.Position
	Moves []board.Move // made from Start before the players are asked; not to be written to
	Name  string       // where it comes from: "book.epd:17", "random 42/3"
}

// End returns the position after the moves.
func (o *Opening) End() board.Position {
	p := o.Start
	for _, m := range o.Moves {
		p.Make(m)
	}
	return p
}

// Chess960 reports whether the opening castles as in Chess960 only: to whatever plays
// standard chess it is another position.
func (o *Opening) Chess960() bool {
	rooks := o.Start.CastlingRooks()
	if rooks == 0 {
		return false
	}
	if rooks&^standardRooks != 0 {
		return true
	}
	white, black := rooks&board.Rank1 != 0, rooks&board.Rank8 != 0
	return white && o.Start.King(board.White) != board.E1 || black && o.Start.King(board.Black) != board.E8
}

// standardRooks are the squares of the rooks at the start of standard chess.
const standardRooks = board.Bitboard(1<<board.A1 | 1<<board.H1 | 1<<board.A8 | 1<<board.H8)

// A Source gives openings. It may be used by any number of goroutines at once, and
// what it gives depends on the number of the pair alone, not on what was asked
// before.
type Source interface {
	// Opening returns the opening of a pair, counted from 0: both its games begin
	// alike. The position after the moves is one to play on from.
	Opening(pair int) (Opening, error)
	// Len returns the number of openings before they come again; 0 if there is no
	// such number.
	Len() int
}

// None returns the source of no opening at all: every game begins in the start
// position of standard chess.
func None() Source { return none{} }

type none struct{}

func (none) Opening(int) (Opening, error) {
	return Opening{Start: board.Start(), Name: "start position"}, nil
}

func (none) Len() int { return 1 }
