package eval

import (
	"centipawn/board"
	"centipawn/features"
	"centipawn/tapered"
)

// A men is how many men of each kind and colour there are, bishops on light and
// dark squares apart: four bits each.
type men uint64

// A total is what is kept of a position as moves are made and taken back.
type total struct {
	squares tapered.Packed // the sum of the families that depend on squares
	men     men
	step    int // of the phase, before it is clamped
}

// A table is what men add to a total, by [board.Piece]; nothing where none stands.
type table struct {
	squares [16][64]tapered.Packed
	men     [16][2]men // by the colour of the square
	steps   [16]int
}

// newTable counts every man on every square alone.
func newTable(set *features.Set, t *features.Tally) *table {
	sum := func(p *board.Position) tapered.Packed {
		t.Start(p)
		set.CountPart(features.OnSquares, t)
		return t.Sum()
	}
	table := new(table)
	for color := board.White; color <= board.Black; color++ {
		for pt := board.Pawn; pt <= board.King; pt++ {
			pc := board.NewPiece(color, pt)
			for sq := range board.Square(64) {
				if with, without, ok := features.Alone(pc, sq); ok {
					table.squares[pc][sq] = sum(&with) - sum(&without)
					table.men[pc][shade(sq)] = oneMan(pc, sq)
					table.steps[pc] = set.Phase().Step(&with) - set.Phase().Step(&without)
				}
			}
		}
	}
	return table
}

// shade returns 0 for a dark square, 1 for a light one.
func shade(sq board.Square) int { return int(sq^sq>>3) & 1 }

// oneMan returns the count of one man.
func oneMan(pc board.Piece, sq board.Square) men {
	place := int(pc.Color())*6 + int(pc.Type())
	switch {
	case pc.Type() == board.King:
		return 0 // each side has one
	case pc.Type() == board.Bishop && shade(sq) == 1:
		place = int(pc.Color())*6 + int(board.King)
	}
	return 1 << (4 * place)
}

// of returns the total of a position.
func (table *table) of(p *board.Position) (sum total) {
	for rest := p.Occupied(); rest != 0; {
		sq := rest.Pop()
		table.put(&sum, p.PieceAt(sq), sq)
	}
	return sum
}

// put adds a man to a total.
func (table *table) put(t *total, pc board.Piece, sq board.Square) {
	t.squares += table.squares[pc&15][sq&63]
	t.men += table.men[pc&15][shade(sq)]
	t.step += table.steps[pc&15]
}

// remove takes a man off a total, nothing for [board.NoPiece].
func (table *table) remove(t *total, pc board.Piece, sq board.Square) {
	t.squares -= table.squares[pc&15][sq&63]
	t.men -= table.men[pc&15][shade(sq)]
	t.step -= table.steps[pc&15]
}

// after sets next to the total after a move in p, given the one before.
func (table *table) after(next, before *total, p *board.Position, m board.Move) {
	from, to := m.From(), m.To()
	man := p.PieceAt(from)
	switch {
	case m.IsCastle():
		q := *p
		q.Make(m)
		*next = table.of(&q)
	case m.IsPromotion():
		*next = *before
		table.remove(next, man, from)
		table.remove(next, p.PieceAt(to), to)
		table.put(next, board.NewPiece(man.Color(), m.Promotion()), to)
	case m.IsEnPassant():
		*next = *before
		table.remove(next, man, from)
		table.remove(next, p.PieceAt(to^8), to^8)
		table.put(next, man, to)
	default:
		*next = *before
		next.squares += table.squares[man&15][to&63] - table.squares[man&15][from&63]
		table.remove(next, p.PieceAt(to), to)
	}
}
