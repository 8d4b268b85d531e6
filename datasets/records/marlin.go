package records

import (
	"encoding/binary"
	"fmt"
	"math"

	"example.org/centipawn/board"
)

// noEnPassant is the square that means none.
const noEnPassant = 64

func decodeMarlin(b *[Size]byte, r *Record) error {
	score, err := readScore(b[28:])
	if err != nil {
		return err
	}
	p, wdl, err := readBoard(b)
	if err != nil {
		return err
	}
	*r = Record{Position: p, Score: score, WDL: wdl}
	return nil
}

// readBoard reads all but the score.
func readBoard(b *[Size]byte) (p board.Position, wdl uint8, err error) {
	if wdl, err = readResult(b[30]); err != nil {
		return p, 0, err
	}
	s := board.NewSetup()
	if err = readPieces(b, unmovedRook+1, &s); err != nil {
		return p, 0, err
	}
	s.SideToMove = board.Color(b[24] >> 7)
	if ep := b[24] & 127; ep != noEnPassant {
		s.EnPassant = board.Square(ep)
	}
	s.Halfmoves, s.Fullmoves = int(b[25]), int(binary.LittleEndian.Uint16(b[26:]))
	p, err = s.Position()
	return p, wdl, err
}

func encodeMarlin(r *Record, score int16, b *[Size]byte) error {
	p := &r.Position
	if clock := p.HalfmoveClock(); clock > math.MaxUint8 {
		return fmt.Errorf("%w: %d, %v has room for %d", ErrClock, clock, Marlin, math.MaxUint8)
	}
	*b = [Size]byte{24: byte(p.SideToMove())<<7 | noEnPassant, 25: byte(p.HalfmoveClock()), 30: r.WDL}
	if ep := p.EnPassant(); ep != board.NoSquare {
		b[24] = byte(p.SideToMove())<<7 | byte(ep)
	}
	writePieces(b, p, p.CastlingRooks())
	binary.LittleEndian.PutUint16(b[26:], uint16(p.FullmoveNumber()))
	binary.LittleEndian.PutUint16(b[28:], uint16(score))
	return nil
}
