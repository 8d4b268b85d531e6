package binpack

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"example.org/centipawn/board"
)

// The lengths of parts of a chain, in bytes.
const (
	positionSize = 24
	stemSize     = 32
	chainHead    = stemSize + 2
)

// The faults of chains.
var (
	errShort  = errors.New("the bytes end before the chain does")
	errPiece  = errors.New("no such piece")
	errSquare = errors.New("no such square among those of the piece")
	errResult = errors.New("bad result")
	errLater  = errors.New("half moves after a position without a move")
)

// A chain is read position by position.
type chain struct {
	pos    board.Position
	move   board.Move // NoMove: not known
	score  int16      // the mover's
	result int8       // the mover's: 1, 0, -1
	ply    uint16
	left   int // positions that follow
	read   int // number of the position, from 1
	bits   bitReader
}

// start reads the stem.
func (c *chain) start(b []byte) (err error) {
	*c = chain{read: 1}
	if len(b) < chainHead {
		return errShort
	}
	c.left = int(binary.BigEndian.Uint16(b[stemSize:]))
	c.bits = bitReader{data: b[chainHead:]}
	c.score = signed(binary.BigEndian.Uint16(b[26:]))
	state := binary.BigEndian.Uint16(b[28:])
	c.ply, c.result = state&0x3fff, int8(signed(state>>14))
	if c.result < -1 || c.result > 1 {
		return fmt.Errorf("%w %d: want -1, 0 or 1", errResult, c.result)
	}
	if c.pos, err = readPosition(b[:positionSize], int(c.ply), int(binary.BigEndian.Uint16(b[30:]))); err != nil {
		return err
	}
	if c.move, err = readMove(binary.BigEndian.Uint16(b[positionSize:])); err != nil {
		return err
	}
	if c.move == board.NoMove && c.left > 0 {
		return errLater
	}
	return c.check()
}

// check refuses an illegal move.
func (c *chain) check() error {
	if c.move != board.NoMove && !c.pos.IsLegal(c.move) {
		return fmt.Errorf("%w: %v in %s", board.ErrIllegalMove, c.move, c.pos.FEN())
	}
	return nil
}

// next moves on to the next position. There must be one left.
func (c *chain) next() (err error) {
	c.pos.Make(c.move)
	c.read++
	c.left--
	c.ply++
	c.result = -c.result
	if c.move, err = c.nextMove(); err != nil {
		return err
	}
	change, err := c.bits.groups()
	if err != nil {
		return err
	}
	c.score = -c.score + signed(change)
	return c.check()
}

// nextMove reads a move.
func (c *chain) nextMove() (board.Move, error) {
	us := c.pos.SideToMove()
	from, err := c.pick(c.pos.ByColor(us), errPiece)
	if err != nil {
		return board.NoMove, err
	}
	switch pt := c.pos.PieceAt(from).Type(); pt {
	case board.Pawn:
		return c.pawnMove(from, us)
	case board.King:
		return c.kingMove(from, us)
	default:
		to, err := c.pick(board.Attacks(pt, from, c.pos.Occupied())&^c.pos.ByColor(us), errSquare)
		return board.NewMove(from, to), err
	}
}

// pick reads which of some squares is meant.
func (c *chain) pick(squares board.Bitboard, fault error) (board.Square, error) {
	n, err := c.index(squares.Count(), fault)
	return nth(squares, n), err
}

// index reads a number below n.
func (c *chain) index(n int, fault error) (int, error) {
	if n == 0 {
		return 0, fault
	}
	i, err := c.bits.take(bits.Len(uint(n - 1)))
	if err == nil && int(i) >= n {
		err = fmt.Errorf("%w: number %d of %d", fault, i, n)
	}
	return int(i), err
}

// nth returns the n-th of some squares, the first being 0.
func nth(squares board.Bitboard, n int) board.Square {
	for ; n > 0; n-- {
		squares &= squares - 1
	}
	return squares.First()
}

func (c *chain) pawnMove(from board.Square, us board.Color) (board.Move, error) {
	squares := pawnSquares(&c.pos, from, us)
	if from.Rank() != lastRank(us) {
		to, err := c.pick(squares, errSquare)
		if err == nil && to == c.pos.EnPassant() {
			return board.NewEnPassant(from, to), nil
		}
		return board.NewMove(from, to), err
	}
	n, err := c.index(4*squares.Count(), errSquare)
	return board.NewPromotion(from, nth(squares, n/4), board.Knight+board.PieceType(n%4)), err
}

// lastRank is the rank before a pawn's promotion.
func lastRank(us board.Color) int {
	if us == board.White {
		return 6
	}
	return 1
}

// pawnSquares are those that a pawn takes on or moves to, checks and pins left aside.
func pawnSquares(p *board.Position, from board.Square, us board.Color) board.Bitboard {
	targets := p.ByColor(us.Other())
	if ep := p.EnPassant(); ep != board.NoSquare {
		targets |= board.SquareBB(ep)
	}
	squares := board.PawnAttacks(us, from) & targets
	step := board.SquareBB(from).Forward(us) &^ p.Occupied()
	squares |= step
	if from.Rank() == lastRank(us.Other()) {
		squares |= step.Forward(us) &^ p.Occupied()
	}
	return squares
}

func (c *chain) kingMove(from board.Square, us board.Color) (board.Move, error) {
	squares := board.KingAttacks(from) &^ c.pos.ByColor(us)
	rooks := c.pos.CastlingRooks() & c.pos.ByColor(us)
	n, err := c.index(squares.Count()+rooks.Count(), errSquare)
	if err != nil {
		return board.NoMove, err
	}
	if castling := n - squares.Count(); castling >= 0 {
		return board.NewCastle(from, nth(rooks, castling)), nil // to the a-file first
	}
	return board.NewMove(from, nth(squares, n)), nil
}

// signed is the number that was written as an unsigned one.
func signed(u uint16) int16 {
	if u&1 != 0 {
		return -int16(u>>1) - 1
	}
	return int16(u >> 1)
}

// A bitReader takes bits, the highest of a byte first.
type bitReader struct {
	data []byte
	used int // bits
}

// take returns the next n bits, 8 at most.
func (r *bitReader) take(n int) (v uint16, err error) {
	if r.used+n > 8*len(r.data) {
		return 0, errShort
	}
	for range n {
		v = v<<1 | uint16(r.data[r.used>>3]>>(7-r.used&7)&1)
		r.used++
	}
	return v, nil
}

// groups reads a number in groups of four bits, the lowest first, each after a bit that says whether
// another follows.
func (r *bitReader) groups() (v uint16, err error) {
	for shift := 0; shift < 16; shift += 4 {
		g, err := r.take(5)
		if err != nil {
			return 0, err
		}
		v |= g & 15 << shift
		if g>>4 == 0 {
			return v, nil
		}
	}
	return 0, errors.New("a score of more than 16 bits")
}

// bytes returns how many bytes were begun.
func (r *bitReader) bytes() int { return (r.used + 7) / 8 }

// The pieces that say more than what they are.
const (
	passedPawn = 12 + iota
	whiteRook
	blackRook
	kingToMove
)

// readPosition reads the squares of a position.
func readPosition(b []byte, ply, clock int) (board.Position, error) {
	s := board.NewSetup()
	s.Halfmoves, s.Fullmoves = clock, ply/2+1
	occupied := board.Bitboard(binary.BigEndian.Uint64(b))
	if n := occupied.Count(); n > 32 {
		return board.Position{}, fmt.Errorf("%d pieces", n)
	}
	for i := 0; occupied != 0; i++ {
		code := b[8+i/2] >> (4 * (i & 1)) & 15
		place(&s, occupied.Pop(), int(code))
	}
	return s.Position()
}

// place puts a piece on its square.
func place(s *board.Setup, sq board.Square, code int) {
	color, pt := board.Color(code&1), board.PieceType(code>>1)
	switch code {
	case passedPawn:
		pt, color = board.Pawn, board.White
		if sq.Rank() > 3 {
			color = board.Black
		}
		s.EnPassant = sq ^ 8
	case whiteRook, blackRook:
		pt, color = board.Rook, board.Color(code-whiteRook)
		s.Castling |= board.SquareBB(sq)
	case kingToMove:
		pt, color, s.SideToMove = board.King, board.Black, board.Black
	}
	s.Pieces[sq] = board.NewPiece(color, pt)
}

// readMove reads the move of a stem; zero is none.
func readMove(v uint16) (board.Move, error) {
	from, to := board.Square(v>>8&63), board.Square(v>>2&63)
	switch v >> 14 {
	case 1:
		return board.NewPromotion(from, to, board.Knight+board.PieceType(v&3)), nil
	case 2:
		return board.NewCastle(from, to), nil
	case 3:
		return board.NewEnPassant(from, to), nil
	}
	if v == 0 {
		return board.NoMove, nil
	}
	return board.NewMove(from, to), nil
}
