package alphaone

import (
	"example.org/centipawn/board"
	"example.org/centipawn/pst"
)

// ordered is a move with its place among the others of its position: the greatest
// number is searched first. From the top: its value, its place in the order of
// generation, and the move itself. No two moves have the same place, so that every
// way of sorting keeps equal values in the order of generation.
type ordered uint64

// The parts of an ordered.
const (
	rankShift  = 16
	valueShift = 33
	valueBias  = 1 << 15 // values are within ±32,767
)

func newOrdered(p *board.Position, m board.Move, value int) ordered {
	return ordered(value+valueBias)<<valueShift | ordered(generationRank(p, m))<<rankShift | ordered(m)
}

func (o ordered) move() board.Move { return board.Move(o) }

func (o ordered) value() int { return int(o>>valueShift) - valueBias }

// The classes of moves in the order of generation, the last class first.
const (
	enPassant = iota
	doubleStep
	singleStep
	pawnCapture
	castling
	officer
	evasion // of a king in check
)

// generationRank returns a move's place in the order of generation, the first move
// the highest: by class, within a class from h8 down to a1 by the square left, then
// by the square reached, promotions from queen to knight. The square that a
// castling reaches is the rook's.
func generationRank(p *board.Position, m board.Move) uint32 {
	rank := generationClass(p, m)<<14 | uint32(m&0xfff)<<2
	if m.IsPromotion() {
		rank |= uint32(m.Promotion() - board.Knight)
	}
	return rank
}

func generationClass(p *board.Position, m board.Move) uint32 {
	from, to := m.From(), m.To()
	switch pt := p.PieceAt(from).Type(); {
	case m.IsCastle():
		return castling
	case pt == board.King && p.InCheck():
		return evasion
	case pt != board.Pawn:
		return officer
	case m.IsEnPassant():
		return enPassant
	case (from^to)&7 != 0:
		return pawnCapture
	case from^to == 16:
		return doubleStep
	}
	return singleStep
}

// What the ordering adds for a check, and what it gives a promotion instead of all
// else, in centipawns.
const (
	checkValue     = 50
	promotionValue = 1<<15 - 1
)

// orderValues are the values of the pieces in the ordering, in centipawns.
var orderValues = [board.King + 1]int16{100, 300, 350, 500, 900, 24000}

// A captureTable is what a capture counts by the capturing piece and the captured one,
// [board.NoPieceType] if none stands on the square.
type captureTable [board.King + 1][board.NoPieceType + 1]int16

// gains are the captured piece's value less the capturing piece's, so that a king
// captures last. They order the main search. In en passant the square is empty:
// 0. (A later state of the published program gives it 100.)
var gains = newCaptureTable(func(attacker, victim board.PieceType) int16 {
	return orderValues[victim] - orderValues[attacker]
})

// mvvLva is most valuable victim, least valuable attacker. It orders quiescence; en
// passant is 0 here too.
var mvvLva = newCaptureTable(func(attacker, victim board.PieceType) int16 {
	return 10*int16(victim+1) + int16(board.King-attacker)
})

func newCaptureTable(value func(attacker, victim board.PieceType) int16) (t captureTable) {
	for attacker := range t {
		for victim := range board.King {
			t[attacker][victim] = value(board.PieceType(attacker), victim)
		}
	}
	return t
}

// value returns what the table says of a move that is no castling.
func (t *captureTable) value(p *board.Position, m board.Move) int {
	return int(t[p.PieceAt(m.From()).Type()][p.PieceAt(m.To()).Type()])
}

// squareValues are PeSTO's tables by [board.Piece] and square from the mover's view,
// for the middlegame and for the endgame.
var squareValues = func() (tables [2][16][64]int16) {
	for pt := board.Pawn; pt <= board.King; pt++ {
		for _, c := range []board.Color{board.White, board.Black} {
			pc := board.NewPiece(c, pt)
			for sq := range board.Square(64) {
				v := pst.PeSTO.Squares[pt].At(c, sq)
				tables[0][pc][sq], tables[1][pc][sq] = v.MG, v.EG
			}
		}
	}
	return tables
}()

// A valuer values the moves of one position for the ordering of the main search.
type valuer struct {
	p       *board.Position
	squares *[16][64]int16
	checks  checkSquares
}

func newValuer(p *board.Position) valuer {
	v := valuer{p: p, squares: &squareValues[0], checks: newCheckSquares(p)}
	if p.ByType(board.Queen) == 0 {
		v.squares = &squareValues[1]
	}
	return v
}

// value returns the gain of a capture, the change of the piece's square, and 50 for a
// check; for a promotion more than for all others.
func (v *valuer) value(m board.Move) int {
	if m.IsPromotion() {
		return promotionValue
	}
	from, to := m.From(), m.To()
	pc := v.p.PieceAt(from)
	value := 0
	if m.IsCastle() {
		to, _ = castled(m)
	} else {
		value = gains.value(v.p, m)
	}
	value += int(v.squares[pc&15][to&63]) - int(v.squares[pc&15][from&63])
	if v.checks.has(m) {
		value += checkValue
	}
	return value
}

// checkSquares says which moves of a position give check.
type checkSquares struct {
	p       *board.Position
	king    board.Square                   // the enemy's
	direct  [board.King + 1]board.Bitboard // from where a piece of a kind attacks it
	shields board.Bitboard                 // own pieces between it and an own slider
}

func newCheckSquares(p *board.Position) checkSquares {
	us := p.SideToMove()
	king, occ := p.King(us.Other()), p.Occupied()
	c := checkSquares{p: p, king: king}
	diagonal, straight := board.BishopAttacks(king, occ), board.RookAttacks(king, occ)
	c.direct = [...]board.Bitboard{
		board.PawnAttacks(us.Other(), king), board.KnightAttacks(king), diagonal, straight, diagonal | straight, 0,
	}
	own, queens := p.ByColor(us), p.ByType(board.Queen)
	behind := board.BishopAttacks(king, occ&^(diagonal&own)) & (p.ByType(board.Bishop) | queens)
	behind |= board.RookAttacks(king, occ&^(straight&own)) & (p.ByType(board.Rook) | queens)
	for behind &= own; behind != 0; {
		c.shields |= board.Between(king, behind.Pop()) & own
	}
	return c
}

// has reports whether m, which is no promotion, gives check.
func (c *checkSquares) has(m board.Move) bool {
	if m.IsCastle() || m.IsEnPassant() { // two pieces leave their lines
		next := *c.p
		next.Make(m)
		return next.InCheck()
	}
	from, to := m.From(), m.To()
	return c.direct[c.p.PieceAt(from).Type()].Has(to) || c.shields.Has(from) && !board.Line(c.king, from).Has(to)
}
