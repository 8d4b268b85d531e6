package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/winprob"
)

// The lengths of a game in viriformat.
const (
	// MaxPlies is how many half-moves a game may have: beyond it a file is taken
	// to be something else.
	MaxPlies = 8192

	// MaxGame is the length of the longest game in bytes.
	MaxGame = Size + (MaxPlies+1)*moveSize

	moveSize = 4 // of a move and its score; of the zeros at the end
)

// The faults of a game, beside those of records and moves.
var (
	ErrLong     = fmt.Errorf("longer than %d half-moves", MaxPlies)
	ErrUnending = errors.New("the bytes end before the game does")
)

// A Game is a game of viriformat.
type Game struct {
	Start board.Position
	WDL   uint8 // White's points, doubled: 0 lost, 1 drawn, 2 won
	Moves []Move
}

// A Move is what was played, and the score of the position before it.
type Move struct {
	Move  board.Move
	Score winprob.Score // White-relative
}

// Positions yields the positions of the game before each of its moves, and the
// move. The position is valid until the next one.
func (g *Game) Positions(yield func(*board.Position, Move) bool) {
	p := g.Start
	for _, m := range g.Moves {
		if !yield(&p, m) {
			return
		}
		p.Make(m.Move)
	}
}

// ParseGame reads a game, from its first byte to the zeros at its end, into g,
// whose memory it reuses. After a fault g holds what was read before it; the
// error of a move names its ply, the first being 1. The score of the start,
// which repeats that of the first move or is 0, is not read.
func ParseGame(b []byte, g *Game) (err error) {
	g.Moves = g.Moves[:0]
	if len(b) < Size+moveSize {
		return ErrUnending
	}
	if len(b) > MaxGame {
		return ErrLong
	}
	if g.Start, g.WDL, err = readBoard((*[Size]byte)(b)); err != nil {
		return err
	}
	p := g.Start
	var buf [board.MaxMoves]board.Move
	for b = b[Size:]; len(b) >= moveSize; b = b[moveSize:] {
		if binary.LittleEndian.Uint32(b) == 0 {
			break
		}
		m, err := readMove(b, p.LegalMoves(buf[:0]))
		if err != nil {
			return fmt.Errorf("ply %d: %w", len(g.Moves)+1, err)
		}
		p.Make(m.Move)
		g.Moves = append(g.Moves, m)
	}
	if len(b) != moveSize {
		return ErrUnending
	}
	return nil
}

// readMove reads a move and its score.
func readMove(b []byte, legal []board.Move) (m Move, err error) {
	code := binary.LittleEndian.Uint16(b)
	m.Move = unpackMove(code)
	if !slices.Contains(legal, m.Move) {
		return m, fmt.Errorf("%w: %v (%#04x)", board.ErrIllegalMove, m.Move, code)
	}
	m.Score, err = readScore(b[2:])
	return m, err
}

// Append appends the game to dst, or says why the format cannot hold it.
func (g *Game) Append(dst []byte) ([]byte, error) {
	if len(g.Moves) > MaxPlies {
		return dst, ErrLong
	}
	var start [Size]byte
	if err := Marlin.Encode(&Record{Position: g.Start, WDL: g.WDL}, &start); err != nil {
		return dst, err
	}
	out := append(dst, start[:]...)
	var buf [board.MaxMoves]board.Move
	ply := 0
	for p, m := range g.Positions {
		ply++
		score, err := Centipawns(m.Score)
		if err != nil {
			return dst, fmt.Errorf("ply %d: %w", ply, err)
		}
		if !slices.Contains(p.LegalMoves(buf[:0]), m.Move) {
			return dst, fmt.Errorf("ply %d: %w: %v", ply, board.ErrIllegalMove, m.Move)
		}
		out = binary.LittleEndian.AppendUint16(out, packMove(m.Move))
		out = binary.LittleEndian.AppendUint16(out, uint16(score))
	}
	return append(out, make([]byte, moveSize)...), nil
}

// The bits of a move: from, to, promotion piece less knight, kind.
const (
	toShift    = 6
	promoShift = 12
	kindShift  = 14
)

const (
	enPassantKind = 1 + iota
	castleKind
	promotionKind
)

// unpackMove returns the move of a code, legal or not.
func unpackMove(code uint16) board.Move {
	from, to := board.Square(code&63), board.Square(code>>toShift&63)
	switch code >> kindShift {
	case enPassantKind:
		return board.NewEnPassant(from, to)
	case castleKind:
		return board.NewCastle(from, to)
	case promotionKind:
		return board.NewPromotion(from, to, board.Knight+board.PieceType(code>>promoShift&3))
	}
	return board.NewMove(from, to)
}

// packMove is the reverse of unpackMove.
func packMove(m board.Move) uint16 {
	code := uint16(m.From()) | uint16(m.To())<<toShift
	switch {
	case m.IsEnPassant():
		code |= enPassantKind << kindShift
	case m.IsCastle():
		code |= castleKind << kindShift
	case m.IsPromotion():
		code |= promotionKind<<kindShift | uint16(m.Promotion()-board.Knight)<<promoShift
	}
	return code
}
