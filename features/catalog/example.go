package catalog

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// An Example is a position in which a term counts, with as few pieces as can be.
type Example struct {
	Position board.Position
	Count    float64
}

// tries is how many positions an example is looked for in: of some, pieces cannot be
// taken away one by one.
const tries = 12

// example looks for an example among some positions: in those where the term counts
// least, whatever it does not need is taken off the board, piece by piece, and the one
// with the fewest pieces left is taken. A symmetric count may be below 0 for both colours.
func (l *looker) example(term features.Term, symmetric bool) (best Example, found bool) {
	for _, x := range l.least(term) {
		if x.Count < 0 && !symmetric {
			x = Example{x.Position.Mirror(), -x.Count}
		}
		x.Position = Reduce(x.Position, func(p *board.Position) bool { return l.count(p, term) == x.Count })
		if !found || x.Position.Occupied().Count() < best.Position.Occupied().Count() {
			best, found = x, true
		}
	}
	return best, found
}

// least returns the first positions in which the term counts as little as it ever
// does, but not nothing.
func (l *looker) least(term features.Term) (list []Example) {
	for i := range l.positions {
		n := l.counts[i][term]
		if n == 0 {
			continue
		}
		if len(list) > 0 && math.Abs(n) < math.Abs(list[0].Count) {
			list = list[:0]
		}
		if len(list) == 0 || len(list) < tries && math.Abs(n) == math.Abs(list[0].Count) {
			list = append(list, Example{l.positions[i], n})
		}
	}
	return list
}

// A looker counts the terms of a set on positions.
type looker struct {
	set       *features.Set
	tally     *features.Tally
	positions []board.Position
	counts    [][]float64 // by position and term
}

func newLooker(set *features.Set, positions []board.Position) *looker {
	l := &looker{set: set, tally: set.NewTrace(), positions: positions}
	for i := range positions {
		l.tally.Reset()
		set.Count(&positions[i], l.tally)
		row := make([]float64, len(set.Terms()))
		for term := range row {
			row[term] = l.tally.Trace().Count(features.Term(term))
		}
		l.counts = append(l.counts, row)
	}
	return l
}

// count counts a term.
func (l *looker) count(p *board.Position, term features.Term) float64 {
	l.tally.Reset()
	l.set.Count(p, l.tally)
	return l.tally.Trace().Count(term)
}

// Reduce takes pieces off the board, as long as the position that is left is as it should be.
func Reduce(p board.Position, right func(p *board.Position) bool) board.Position {
	for again := true; again; {
		again = false
		for pieces := p.Occupied() &^ p.ByType(board.King); pieces != 0; {
			if next, ok := Without(&p, board.SquareBB(pieces.Pop())); ok && right(&next) {
				p, again = next, true
			}
		}
	}
	return p
}

// Without returns the position with some squares empty, without castling rights and en passant
// square; ok is false if it is not legal, mate or stalemate.
func Without(p *board.Position, empty board.Bitboard) (next board.Position, ok bool) {
	s := board.NewSetup()
	s.SideToMove = p.SideToMove()
	for sq := range board.Square(64) {
		if !empty.Has(sq) {
			s.Pieces[sq] = p.PieceAt(sq)
		}
	}
	next, err := s.Position()
	if err != nil {
		return next, false
	}
	status := next.Status()
	return next, status != board.Checkmate && status != board.Stalemate
}
