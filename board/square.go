package board

import "fmt"

// Square is a square of the board: A1 = 0, B1 = 1, …, H8 = 63.
type Square uint8

// The squares, and NoSquare for the absence of one.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
	NoSquare
)

// NewSquare returns the square on a file and a rank, each 0..7.
func NewSquare(file, rank int) Square { return Square(rank<<3 | file&7) }

// ParseSquare reads a square's name, "a1" to "h8".
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, fmt.Errorf("%w: %.20q is not a square", ErrSyntax, s)
	}
	return NewSquare(int(s[0]-'a'), int(s[1]-'1')), nil
}

// File returns the file, 0 (the a-file) to 7.
func (sq Square) File() int { return int(sq & 7) }

// Rank returns the rank, 0 (White's first) to 7.
func (sq Square) Rank() int { return int(sq >> 3) }

// Flip returns the square as the other side sees it: a1 and a8 change places.
func (sq Square) Flip() Square { return sq ^ 56 }

// String returns the square's name, "e4", and "-" for NoSquare.
func (sq Square) String() string {
	if sq >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3)})
}

// Distance returns the moves of a king from s to another square on an empty board.
func (s Square) Distance(to Square) int {
	files, ranks := s.File()-to.File(), s.Rank()-to.Rank()
	return max(files, -files, ranks, -ranks)
}
