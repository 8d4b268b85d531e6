package board

import (
	"math/bits"
	"strings"
)

// Bitboard is a set of squares, bit n standing for square n.
type Bitboard uint64

// Files, as sets.
const (
	FileA Bitboard = 0x0101010101010101 << iota
	FileB
	FileC
	FileD
	FileE
	FileF
	FileG
	FileH
)

// Ranks, White's first to eighth.
const (
	Rank1 Bitboard = 0xff << (8 * iota)
	Rank2
	Rank3
	Rank4
	Rank5
	Rank6
	Rank7
	Rank8
)

// LightSquares holds b1, a2 and every other square of their colour.
const LightSquares Bitboard = 0x55aa55aa55aa55aa

// DarkSquares holds a1 and every other square of its colour.
const DarkSquares = ^LightSquares

// SquareBB returns the set of one square; it is empty for NoSquare.
func SquareBB(sq Square) Bitboard { return 1 << sq }

// FileMask returns file f, 0..7.
func FileMask(f int) Bitboard { return FileA << (f & 7) }

// RankMask returns rank r, 0..7.
func RankMask(r int) Bitboard { return Rank1 << (8 * (r & 7)) }

// Count returns the number of squares.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// One returns 1 if there is a square in b, else 0.
func (b Bitboard) One() int {
	if b == 0 {
		return 0
	}
	return 1
}

// Several reports whether there are at least two squares.
func (b Bitboard) Several() bool { return b&(b-1) != 0 }

// First returns the lowest square, NoSquare if the set is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Last returns the highest square, NoSquare if the set is empty.
func (b Bitboard) Last() Square {
	if b == 0 {
		return NoSquare
	}
	return Square(bits.Len64(uint64(b)) - 1)
}

// Pop removes the lowest square and returns it, NoSquare if the set is empty.
func (b *Bitboard) Pop() Square {
	sq := b.First()
	*b &= *b - 1
	return sq
}

// Has reports whether sq is in the set.
func (b Bitboard) Has(sq Square) bool { return b>>sq&1 != 0 }

// North returns every square one step towards rank 8; rank 8 drops out.
func (b Bitboard) North() Bitboard { return b << 8 }

// South returns every square one step towards rank 1; rank 1 drops out.
func (b Bitboard) South() Bitboard { return b >> 8 }

// East returns every square one step towards the h-file, which drops out.
func (b Bitboard) East() Bitboard { return b &^ FileH << 1 }

// West returns every square one step towards the a-file, which drops out.
func (b Bitboard) West() Bitboard { return b &^ FileA >> 1 }

// Forward returns every square one step ahead, seen from c.
func (b Bitboard) Forward(c Color) Bitboard {
	if c == White {
		return b.North()
	}
	return b.South()
}

// Widen returns the set and its neighbours to the east and west.
func (b Bitboard) Widen() Bitboard { return b | b.East() | b.West() }

// Beside returns the squares next to those of b on their ranks.
func (b Bitboard) Beside() Bitboard { return b.East() | b.West() }

// FillNorth returns the set and all squares north of it, file by file.
func (b Bitboard) FillNorth() Bitboard {
	b |= b << 8
	b |= b << 16
	return b | b<<32
}

// FillSouth returns the set and all squares south of it, file by file.
func (b Bitboard) FillSouth() Bitboard {
	b |= b >> 8
	b |= b >> 16
	return b | b>>32
}

// FillFiles returns every file that has a square of the set.
func (b Bitboard) FillFiles() Bitboard { return b.FillNorth().FillSouth() }

// FrontSpan returns all squares strictly ahead of the set on the same files,
// seen from c.
func (b Bitboard) FrontSpan(c Color) Bitboard {
	if c == White {
		return b.North().FillNorth()
	}
	return b.South().FillSouth()
}

// Flip returns the set as the other side sees it: rank 1 and rank 8 change
// places, and so on.
func (b Bitboard) Flip() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// String draws the set, rank 8 first, 'x' for a member and '.' for the others.
func (b Bitboard) String() string {
	var s strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if b.Has(NewSquare(file, rank)) {
				s.WriteByte('x')
			} else {
				s.WriteByte('.')
			}
		}
		s.WriteByte('\n')
	}
	return s.String()
}
