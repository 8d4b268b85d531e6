// Package records reads and writes the binary layouts of labelled positions and
// games that programs for training evaluations exchange. All numbers are
// little-endian, a1 is square 0, and there is no header: a file is records, one
// after the other.
//
//	Marlin   marlinformat, the PackedBoard of marlinflow: 32 bytes a position,
//	         with castling rights (of Chess960 too), en passant square and counters
//	Bullet   bulletformat, the ChessBoard of bullet: 32 bytes a position as the
//	         side to move sees it, and nothing but the pieces
//	Game     viriformat: a Marlin of the start, and move by move what was played
//	         and the score of the position before it
//
// # Marlin
//
//	bytes  0–7   occupied squares
//	       8–23  a half byte for each of them, the low half first: 0 to 5 for pawn,
//	             knight, bishop, rook, queen, king, 6 for a rook that may still
//	             castle; 8 more for Black
//	       24    128 if Black is to move, and the en passant square, 64 for none
//	       25    half-moves since the last capture or pawn move
//	       26–27 number of the move; 0 is read as 1
//	       28–29 score, White's view
//	       30    0 if Black won, 1 for a draw, 2 if White won
//	       31    without a meaning; written as 0, not read
//
// An en passant square on which no capture is legal is dropped, as everywhere
// in this module. A clock beyond 255 cannot be written.
//
// # Bullet
//
//	bytes  0–7   occupied squares
//	       8–23  as above, without 6; 8 more for the opponent
//	       24–25 score, the mover's view
//	       26    0 if the mover lost, 1 for a draw, 2 if he won
//	       27    the mover's king
//	       28    the opponent's king, as the opponent sees it
//	       29–31 without a meaning; written as 0, not read
//
// With Black to move all squares are those of the flipped board. Which side it
// was, castling rights, en passant square and counters are lost: a position is
// read as White's to move, with the score and the result of White. Of a
// position with Black to move that is its [board.Position.Mirror], which is
// worth the same to the mover.
//
// # Scores
//
// A score has 16 bits and no code for a mate or for none. A mate, at whatever
// distance, is written as ±[MateScore], and every number beyond
// ±[winprob.MaxCentipawns] is read as a mate at an unknown distance, whatever
// program wrote it: they count from different numbers, in moves or in half-moves. A
// position without a score, or without a result, is refused: a 0 would be read
// as an even position or a lost game. The number −32768 is refused in reading,
// for it has no opposite.
//
// Sources: jnlt3, marlinflow; J. Williams, bulletformat, chess.rs; C. Bradshaw,
// viriformat, README and marlinformat.rs.
//
// The package imports board and winprob.
package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/winprob"
)

// Size is the length of a record of either [Layout] in bytes.
const Size = 32

// MateScore is the number of centipawns that stands for a mate. It is beyond
// what programs take for an evaluation, and small enough to be negated.
const MateScore = 32_000

// The faults of a record, beside those of package board.
var (
	ErrPieces = errors.New("pieces do not fit the occupied squares")
	ErrKing   = errors.New("wrong square of a king")
	ErrScore  = errors.New("bad score")
	ErrResult = errors.New("bad result")
	ErrClock  = errors.New("half-move clock too large")
)

// A Record is a labelled position.
type Record struct {
	Position board.Position
	Score    winprob.Score // White-relative
	WDL      uint8         // White's points, doubled: 0 lost, 1 drawn, 2 won
}

// Centipawns returns the number that stands for a score where mates have no
// code: ±[MateScore] for these. There is none for [winprob.NoScore].
func Centipawns(s winprob.Score) (int16, error) {
	if s == winprob.NoScore {
		return 0, fmt.Errorf("%w: none, and the layout has no code for none", ErrScore)
	}
	if sign := s.Mate(); sign != 0 {
		return int16(sign) * MateScore, nil
	}
	return int16(s), nil
}

// readScore is the reverse of [Centipawns], but for the distance of mates.
func readScore(b []byte) (winprob.Score, error) {
	v := int16(binary.LittleEndian.Uint16(b))
	if v == math.MinInt16 {
		return winprob.NoScore, fmt.Errorf("%w %d", ErrScore, v)
	}
	return winprob.Centipawns(int(v)), nil
}

// readResult reads a byte that is 0, 1 or 2.
func readResult(b byte) (wdl uint8, err error) {
	if b > 2 {
		return 0, fmt.Errorf("%w %d: want 0, 1 or 2", ErrResult, b)
	}
	return b, nil
}
