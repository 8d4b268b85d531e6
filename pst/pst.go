// Package pst holds piece-square tables: how they are indexed, mirrored and
// printed, and the published values of PeSTO.
//
// A table gives a piece's value by its square, from White's view: index 0 is
// a1, 7 is h1, 63 is h8 ([board.Square]). Black reads it with the ranks
// flipped. Values are centipawns.
package pst

import (
	"fmt"
	"strings"

	"example.org/centipawn/board"
)

// A Value is a middlegame and an endgame value in centipawns.
type Value struct{ MG, EG int16 }

// A Table is a piece's value by its square, from White's view.
type Table [64]Value

// join makes a Table of two published tables, whose rank 8 comes first.
func join(mg, eg *[64]int16) (t Table) {
	for sq := range board.Square(64) {
		t[sq] = Value{mg[sq.Flip()], eg[sq.Flip()]}
	}
	return t
}

// At returns the value of a piece of color c on sq.
func (t *Table) At(c board.Color, sq board.Square) Value {
	if c == board.Black {
		sq = sq.Flip()
	}
	return t[sq]
}

// An Evaluation is material and piece-square tables: the whole of PeSTO's.
type Evaluation struct {
	Material [board.King + 1]Value // by board.PieceType
	Squares  [board.King + 1]Table // by board.PieceType, without the material
}

// Value returns what a white piece on sq is worth, material and square together.
func (e *Evaluation) Value(pt board.PieceType, sq board.Square) Value {
	m, v := e.Material[pt], e.Squares[pt][sq]
	return Value{m.MG + v.MG, m.EG + v.EG}
}

// A Balancer sums an [Evaluation] over the pieces on the board. Each piece's
// middlegame and endgame value, material and square together, are packed into
// one number, so that a piece costs one addition.
type Balancer struct {
	packed [16][64]int32 // by board.Piece and square: mg<<16 + eg, Black's negative
}

// Balancer returns the evaluation made ready for summing.
func (e *Evaluation) Balancer() *Balancer {
	b := &Balancer{}
	for pt := board.Pawn; pt <= board.King; pt++ {
		for sq := range board.Square(64) {
			v := e.Value(pt, sq)
			packed := int32(v.MG)<<16 + int32(v.EG)
			b.packed[board.NewPiece(board.White, pt)][sq] = packed
			b.packed[board.NewPiece(board.Black, pt)][sq.Flip()] = -packed
		}
	}
	return b
}

// Balance returns the sum over White's pieces minus that over Black's, before the
// phase blends the two. It holds sums of ±32,767, more than any pieces are worth
// that a legal position has.
func (b *Balancer) Balance(p *board.Position) (mg, eg int) {
	sum := int32(0)
	for pieces := p.Occupied(); pieces != 0; {
		sq := pieces.Pop()
		sum += b.packed[p.PieceAt(sq)&15][sq&63]
	}
	low := int16(sum) // the carry of a negative endgame sum is in the upper half
	return int((sum - int32(low)) >> 16), int(low)
}

// String prints the table as a person looks at a board, rank 8 on top, each
// square as mg/eg.
func (t *Table) String() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d ", rank+1)
		for file := range 8 {
			v := t[board.NewSquare(file, rank)]
			fmt.Fprintf(&b, "%10s", fmt.Sprintf("%d/%d", v.MG, v.EG))
		}
		b.WriteByte('\n')
	}
	b.WriteString("  ")
	for file := range 8 {
		fmt.Fprintf(&b, "%10c", 'a'+file)
	}
	b.WriteByte('\n')
	return b.String()
}
