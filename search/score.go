package search

import (
	"fmt"

	"example.org/centipawn/board"
)

// Score is what a position is worth to the side to move, in centipawns. A mate n
// half-moves away is worth Mate − n, being mated n − Mate.
type Score int32

// The range of scores, and of the half-moves that a search may be deep.
const (
	Infinity Score = 32500 // outside of every score
	Mate     Score = 32000 // the enemy is mated on the board
	MaxPly         = 128
)

// MateIn returns the score of a mate that the side to move gives at the
// half-move ply, counted from the root.
func MateIn(ply int) Score { return Mate - Score(ply) }

// MatedIn returns the score of being mated at the half-move ply, counted from
// the root.
func MatedIn(ply int) Score { return Score(ply) - Mate }

// IsMate reports whether the score is a forced mate, for either side.
func (s Score) IsMate() bool { return s >= MateIn(MaxPly) || s <= MatedIn(MaxPly) }

// MateMoves returns the number of moves to the mate as UCI counts them: full
// moves of the side that mates, negative if the side to move is mated, 0 if it is
// mated already. It means nothing for other scores.
func (s Score) MateMoves() int {
	if s > 0 {
		return int(Mate-s+1) / 2
	}
	return -int(Mate+s+1) / 2
}

// String returns the score as UCI writes it, "cp 13" or "mate -2".
func (s Score) String() string {
	if s.IsMate() {
		return fmt.Sprintf("mate %d", s.MateMoves())
	}
	return fmt.Sprintf("cp %d", int32(s))
}

// WhiteText writes a score of the given side from White's view, for a person: pawns, "+0.35", or moves to
// mate, "#-2".
func (s Score) WhiteText(side board.Color) string {
	s = s.White(side)
	if s.IsMate() {
		return fmt.Sprintf("#%+d", s.MateMoves())
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// White turns a score of the given side into White's, and White's into that
// side's. It is the one place of the module where the sign of a search's score
// turns.
func (s Score) White(side board.Color) Score {
	if side == board.Black {
		return -s
	}
	return s
}
