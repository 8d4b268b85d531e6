package records

import (
	"fmt"
)

// A Layout is a way to lay out a position in [Size] bytes.
type Layout uint8

const (
	Marlin Layout = iota // marlinformat
	Bullet               // bulletformat
)

// String returns the layout's name.
func (l Layout) String() string { return [...]string{"marlinformat", "bulletformat"}[l] }

// Decode reads a record. It says what is wrong with one that holds no possible
// position, or labels without a meaning, and leaves r as it is.
func (l Layout) Decode(b *[Size]byte, r *Record) error {
	if l == Bullet {
		return decodeBullet(b, r)
	}
	return decodeMarlin(b, r)
}

// Encode writes a record, or says why the layout cannot hold it and leaves b as
// it is.
func (l Layout) Encode(r *Record, b *[Size]byte) error {
	if r.WDL > 2 {
		return fmt.Errorf("%w %d: want 0, 1 or 2", ErrResult, r.WDL)
	}
	score, err := Centipawns(r.Score)
	if err != nil {
		return err
	}
	if l == Bullet {
		encodeBullet(r, score, b)
		return nil
	}
	return encodeMarlin(r, score, b)
}
