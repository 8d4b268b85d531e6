package records

import (
	"encoding/binary"
	"fmt"

	"example.org/centipawn/board"
)

func decodeBullet(b *[Size]byte, r *Record) error {
	score, err := readScore(b[24:])
	if err != nil {
		return err
	}
	wdl, err := readResult(b[26])
	if err != nil {
		return err
	}
	s := board.NewSetup()
	if err = readPieces(b, unmovedRook, &s); err != nil {
		return err
	}
	p, err := s.Position()
	if err != nil {
		return err
	}
	if err = checkKing(b[27], p.King(board.White)); err == nil {
		err = checkKing(b[28]^56, p.King(board.Black))
	}
	if err != nil {
		return err
	}
	*r = Record{Position: p, Score: score, WDL: wdl}
	return nil
}

// checkKing compares the square that a record names with the king's.
func checkKing(named byte, king board.Square) error {
	if board.Square(named) != king {
		return fmt.Errorf("%w: the record says %d, the king is on %d (%v)", ErrKing, named, king, king)
	}
	return nil
}

func encodeBullet(r *Record, score int16, b *[Size]byte) {
	p, wdl := r.Position, r.WDL
	if p.SideToMove() == board.Black {
		p, score, wdl = p.Mirror(), -score, 2-wdl
	}
	*b = [Size]byte{26: wdl, 27: byte(p.King(board.White)), 28: byte(p.King(board.Black).Flip())}
	writePieces(b, &p, 0)
	binary.LittleEndian.PutUint16(b[24:], uint16(score))
}
