package alphaone

import (
	"example.org/centipawn/board"
	"example.org/centipawn/pst"
)

// balance is what the tapered evaluation sums over the pieces: PeSTO's material and
// squares in centipawns, White minus Black, and the phase of both together. A search
// carries it along from move to move.
type balance struct {
	mg, eg int32
	steps  int32 // of the phase, not clamped: 208 at the start, 0 with bare kings
}

// phaseSteps are the steps of tapered.AlphaOne by [board.PieceType], fullSteps
// those of all pieces: what a search adds and takes away, a table at hand.
var phaseSteps = [board.King + 1]int32{1, 8, 8, 16, 32, 0}

const fullSteps = 208

// pieces holds what each piece adds on each square, Black's pieces with the signs turned.
var pieces = func() (table [16][64]balance) {
	for pt := board.Pawn; pt <= board.King; pt++ {
		steps := phaseSteps[pt]
		for sq := range board.Square(64) {
			v := pst.PeSTO.Value(pt, sq)
			mg, eg := int32(v.MG), int32(v.EG)
			table[board.NewPiece(board.White, pt)][sq] = balance{mg, eg, steps}
			table[board.NewPiece(board.Black, pt)][sq.Flip()] = balance{-mg, -eg, steps}
		}
	}
	return table
}()

// newBalance sums over a position.
func newBalance(p *board.Position) (b balance) {
	for squares := p.Occupied(); squares != 0; {
		sq := squares.Pop()
		b.put(p.PieceAt(sq), sq)
	}
	return b
}

// put adds a piece.
func (b *balance) put(pc board.Piece, sq board.Square) {
	v := &pieces[pc&15][sq&63]
	b.mg += v.mg
	b.eg += v.eg
	b.steps += v.steps
}

// remove takes a piece away.
func (b *balance) remove(pc board.Piece, sq board.Square) {
	v := &pieces[pc&15][sq&63]
	b.mg -= v.mg
	b.eg -= v.eg
	b.steps -= v.steps
}

// play follows a move that is about to be made in p.
func (b *balance) play(p *board.Position, m board.Move) {
	from, to := m.From(), m.To()
	pc, captured := p.PieceAt(from), p.PieceAt(to)
	b.remove(pc, from)
	if captured != board.NoPiece {
		b.remove(captured, to) // of a castling it is the own rook
	}
	switch {
	case m.IsCastle():
		kingTo, rookTo := castled(m)
		b.put(pc, kingTo)
		b.put(captured, rookTo)
		return
	case m.IsEnPassant():
		b.remove(p.PieceAt(to^8), to^8)
	case m.IsPromotion():
		pc = board.NewPiece(pc.Color(), m.Promotion())
	}
	b.put(pc, to)
}

// castled returns where king and rook stand after a castling.
func castled(m board.Move) (king, rook board.Square) {
	rank := m.From() &^ 7
	if m.To() > m.From() {
		return rank | board.G1, rank | board.F1
	}
	return rank | board.C1, rank | board.D1
}

// published returns the tapered evaluation as published, in centipawns from White's
// view: the phase may leave [0, 1] after promotions. The sum is made in whole 208ths
// of a centipawn and divided once, so that equal positions of the paper's exact
// arithmetic are equal here and different ones are not.
func (b *balance) published() float64 {
	return float64(b.blend(b.steps)) / fullSteps
}

// clamped returns the tapered evaluation in whole centipawns from White's view, with
// a phase in [0, 1].
func (b *balance) clamped() int { return int(b.blend(min(b.steps, fullSteps)) / fullSteps) }

// blend returns the evaluation in 208ths of a centipawn.
func (b *balance) blend(steps int32) int32 { return b.mg*steps + b.eg*(fullSteps-steps) }
