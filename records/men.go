package records

import (
	"encoding/binary"
	"fmt"

	"centipawn/board"
)

// unmovedRook is the code of a rook that may still castle.
const unmovedRook = 6

// The first fields of both layouts.
const (
	menAt   = 8  // half bytes
	menEnd  = 24 // behind them
	menRoom = 2 * (menEnd - menAt)
)

// readMen puts the men on the board. Codes from limit on have no meaning.
func readMen(b *[Size]byte, limit byte, s *board.Setup) error {
	occ := board.Bitboard(binary.LittleEndian.Uint64(b[:]))
	if n := occ.Count(); n > menRoom {
		return fmt.Errorf("%w: %d squares", ErrMen, n)
	}
	for i := 0; occ != 0; i++ {
		sq := occ.Pop()
		code := b[menAt+i/2] >> (i % 2 * 4) & 15
		kind := code & 7
		if kind >= limit {
			return fmt.Errorf("%w: no man has the code %d, on %v", ErrMen, code, sq)
		}
		if kind == unmovedRook {
			s.Castling |= board.SquareBB(sq)
			kind = byte(board.Rook)
		}
		s.Men[sq] = board.NewPiece(board.Color(code>>3), board.PieceType(kind))
	}
	return nil
}

// writeMen writes the men of p, with those that may still castle marked. The
// bytes were 0.
func writeMen(b *[Size]byte, p *board.Position, castling board.Bitboard) {
	occ := p.Occupied()
	binary.LittleEndian.PutUint64(b[:], uint64(occ))
	for i := 0; occ != 0; i++ {
		sq := occ.Pop()
		pc := p.PieceAt(sq)
		code := byte(pc.Type()) | byte(pc.Color())<<3
		if castling.Has(sq) {
			code += unmovedRook - byte(board.Rook)
		}
		b[menAt+i/2] |= code << (i % 2 * 4)
	}
}
