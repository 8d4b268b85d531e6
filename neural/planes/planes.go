// Package planes is how a network sees positions and moves: planes of 64 numbers, and a number for each
// move, both from the mover's side, so that a position and its mirror image with colours exchanged are
// the same.
//
// Source: D. Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and
// Go through self-play", Science 362 (2018), supplement: 8 × 8 × 73 moves; the 19 planes are those of
// the program SigmaZero, which has no history.
package planes

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/enum"
)

// An Encoding says which planes a position has.
type Encoding uint8

const (
	// Paper has 19: six of the mover's pieces, pawn to king, six of the opponent's; then, the same on all
	// squares, the mover's rights to castle, on the king's side and the queen's, and the opponent's; the
	// square of an en passant capture; whether fifty moves without a capture or a pawn's move have
	// passed; whether White moves.
	Paper Encoding = iota
	// Draws has three more: whether the position has been on the board before, and twice before; and
	// how much of the fifty moves has passed, 0 to 1.
	Draws
	// Printed has the 19 planes that the paper's text names, where its program has others: in place of the
	// square of an en passant capture and of the claim of fifty moves there are the number of the move / 100
	// and the half-move clock / 100, 1 at most. So it does not see whether a pawn can be taken en passant.
	Printed
)

var names = []string{"paper", "draws", "printed"}

// String returns the encoding's name in files and flags.
func (e Encoding) String() string { return enum.Name(names, e) }

// MarshalText returns the name.
func (e Encoding) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText takes a name. The error lists the names.
func (e *Encoding) UnmarshalText(text []byte) error { return enum.Parse(e, names, text) }

// squares is the number of squares of a plane.
const squares = 64

// The planes, the first one of what has several.
const (
	own       = 0
	theirs    = 6
	castling  = 12
	enPassant = 16
	fifty     = 17
	white     = 18
	once      = 19
	twice     = 20
	clock     = 21

	moveNumber = 16 // of Printed
	noProgress = 17
)

// Planes returns the number of planes.
func (e Encoding) Planes() int {
	if e == Draws {
		return clock + 1
	}
	return white + 1
}

// Size returns how many numbers a position has: planes × 64.
func (e Encoding) Size() int { return e.Planes() * squares }

// Claim is the half-move clock at which a draw can be claimed.
const Claim = 100

// Encode sets dst to the planes of a position, plane·64 + square, that has been on the board this many
// times before.
func (e Encoding) Encode(p *board.Position, before int, dst []float32) {
	if len(dst) != e.Size() {
		panic(fmt.Sprintf("planes: %d numbers for encoding %v, which has %d", len(dst), e, e.Size()))
	}
	clear(dst)
	us := p.SideToMove()
	for pt := board.Pawn; pt <= board.King; pt++ {
		set(dst, own+int(pt), us, p.Pieces(us, pt))
		set(dst, theirs+int(pt), us, p.Pieces(us^1, pt))
	}
	for i, c := range []board.Color{us, us ^ 1} {
		rooks := p.CastlingRooks() & p.ByColor(c)
		for rooks != 0 {
			side := 0 // the king's
			if rooks.Pop() < p.King(c) {
				side = 1
			}
			fill(dst, castling+2*i+side, 1)
		}
	}
	fill(dst, white, truth(us == board.White))
	if e == Printed {
		fill(dst, moveNumber, ofHundred(p.FullmoveNumber()))
		fill(dst, noProgress, ofHundred(p.HalfmoveClock()))
		return
	}
	if sq := p.EnPassant(); sq != board.NoSquare {
		dst[enPassant*squares+int(view(us, sq))] = 1
	}
	fill(dst, fifty, truth(p.HalfmoveClock() >= Claim))
	if e == Draws {
		fill(dst, once, truth(before > 0))
		fill(dst, twice, truth(before > 1))
		fill(dst, clock, ofHundred(p.HalfmoveClock()))
	}
}

// Counters is what the planes of counters tell apart: the half-move clock and, of Printed, the number of the
// move, both up to 100; 0 if there is no such plane.
func (e Encoding) Counters(p *board.Position) (halfmoves, moves int) {
	switch e {
	case Draws:
		return min(p.HalfmoveClock(), Claim), 0
	case Printed:
		return min(p.HalfmoveClock(), Claim), min(p.FullmoveNumber(), Claim)
	}
	return 0, 0
}

// ofHundred is a counter as a plane has it.
func ofHundred(n int) float32 { return float32(min(n, Claim)) / Claim }

// set puts 1 on squares of a plane, as the mover sees them.
func set(dst []float32, plane int, us board.Color, on board.Bitboard) {
	for on != 0 {
		dst[plane*squares+int(view(us, on.Pop()))] = 1
	}
}

// fill puts a number on all squares of a plane.
func fill(dst []float32, plane int, v float32) {
	for i := range dst[plane*squares:][:squares] {
		dst[plane*squares+i] = v
	}
}

func truth(yes bool) float32 {
	if yes {
		return 1
	}
	return 0
}

// view returns a square as the mover sees it: Black from the other side.
func view(us board.Color, sq board.Square) board.Square {
	if us == board.Black {
		return sq ^ 56
	}
	return sq
}
