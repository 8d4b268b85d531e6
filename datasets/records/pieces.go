package records

import (
	"encoding/binary"
	"fmt"

	"example.org/centipawn/board"
)

// unmovedRook is the code of a rook that may still castle.
const unmovedRook = 6

// The first fields of both layouts.
const (
	piecesAt   = 8  // half bytes
	piecesEnd  = 24 // after them
	piecesRoom = 2 * (piecesEnd - piecesAt)
)

// readPieces puts the pieces on the board. Codes from limit on have no meaning.
func readPieces(b *[Size]byte, limit byte, s *board.Setup) error {
	occ := board.Bitboard(binary.LittleEndian.Uint64(b[:]))
	if n := occ.Count(); n > piecesRoom {
		return fmt.Errorf("%w: %d squares", ErrPieces, n)
	}
	for i := 0; occ != 0; i++ {
		sq := occ.Pop()
		code := b[piecesAt+i/2] >> (i % 2 * 4) & 15
		kind := code & 7
		if kind >= limit {
			return fmt.Errorf("%w: no piece has the code %d, on %v", ErrPieces, code, sq)
		}
		if kind == unmovedRook {
			s.Castling |= board.SquareBB(sq)
			kind = byte(board.Rook)
		}
		s.Pieces[sq] = board.NewPiece(board.Color(code>>3), board.PieceType(kind))
	}
	return nil
}

// writePieces writes the pieces of p, with those that may still castle marked. The
// bytes were 0.
func writePieces(b *[Size]byte, p *board.Position, castling board.Bitboard) {
	occ := p.Occupied()
	binary.LittleEndian.PutUint64(b[:], uint64(occ))
	for i := 0; occ != 0; i++ {
		sq := occ.Pop()
		pc := p.PieceAt(sq)
		code := byte(pc.Type()) | byte(pc.Color())<<3
		if castling.Has(sq) {
			code += unmovedRook - byte(board.Rook)
		}
		b[piecesAt+i/2] |= code << (i % 2 * 4)
	}
}
