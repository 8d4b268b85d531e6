package eval

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// A headcount is how many pieces of each kind and colour there are, bishops on light and
// dark squares apart: four bits each.
type headcount uint64

// A total is what is kept of a position as moves are made and taken back.
type total struct {
	squares tapered.Packed // the sum of the families that depend on squares
	pieces  headcount
	step    int // of the phase, before it is clamped
}

// A table is what pieces add to a total, by [board.Piece]; nothing where none stands.
type table struct {
	squares [16][64]tapered.Packed
	pieces  [16][2]headcount // by the colour of the square
	steps   [16]int
}

// newTable counts every piece on every square alone.
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
				if with, without, ok := board.Alone(pc, sq); ok {
					table.squares[pc][sq] = sum(&with) - sum(&without)
					table.pieces[pc][shade(sq)] = onePiece(pc, sq)
					table.steps[pc] = set.Phase().Step(&with) - set.Phase().Step(&without)
				}
			}
		}
	}
	return table
}

// shade returns 0 for a dark square, 1 for a light one.
func shade(sq board.Square) int { return int(sq^sq>>3) & 1 }

// onePiece returns the count of one piece.
func onePiece(pc board.Piece, sq board.Square) headcount {
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

// put adds a piece to a total.
func (table *table) put(t *total, pc board.Piece, sq board.Square) {
	t.squares += table.squares[pc&15][sq&63]
	t.pieces += table.pieces[pc&15][shade(sq)]
	t.step += table.steps[pc&15]
}

// remove takes a piece off a total, nothing for [board.NoPiece].
func (table *table) remove(t *total, pc board.Piece, sq board.Square) {
	t.squares -= table.squares[pc&15][sq&63]
	t.pieces -= table.pieces[pc&15][shade(sq)]
	t.step -= table.steps[pc&15]
}

// after sets next to the total after a move in p, given the one before.
func (table *table) after(next, before *total, p *board.Position, m board.Move) {
	from, to := m.From(), m.To()
	piece := p.PieceAt(from)
	switch {
	case m.IsCastle():
		q := *p
		q.Make(m)
		*next = table.of(&q)
	case m.IsPromotion():
		*next = *before
		table.remove(next, piece, from)
		table.remove(next, p.PieceAt(to), to)
		table.put(next, board.NewPiece(piece.Color(), m.Promotion()), to)
	case m.IsEnPassant():
		*next = *before
		table.remove(next, piece, from)
		table.remove(next, p.PieceAt(to^8), to^8)
		table.put(next, piece, to)
	default:
		*next = *before
		next.squares += table.squares[piece&15][to&63] - table.squares[piece&15][from&63]
		table.remove(next, p.PieceAt(to), to)
	}
}
