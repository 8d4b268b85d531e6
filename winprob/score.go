// Package winprob maps scores to expected scores: one type for centipawns and mates ([Score]), the
// logistic with its K ([FitK], [KByPhase]), a model of win, draw and loss ([FitWDL]), and
// calibration ([Reliability]). No other package has a logistic.
//
// The name is the field's: win probability stands for the expected score, in which a win counts 1,
// a draw ½ and a loss 0. How many draws there are only the WDL model says. Scores are
// White-relative.
package winprob

import "fmt"

// A Score is a label or an evaluation: centipawns, a forced mate, or nothing.
// It is White-relative, and its coding is that of the score array of a matrix:
//
//	-32768            no score
//	-9998 … 9998      centipawns
//	±31000            a forced mate or a won ending at an unknown distance
//	±(32000 − n)      mate in n moves, n ≤ 999; n = 0 is mate on the board
//
// A mate is not a number of centipawns: the fit decides what it is worth.
type Score int16

const (
	// NoScore is the score of a position that has none.
	NoScore Score = -32768

	// MaxCentipawns is the largest magnitude of a score that is not a mate.
	// Programs print 9999, 12800, 15265, 20000, 32000 and the like for mates
	// and tablebase wins; no evaluation function comes to a hundred pawns.
	MaxCentipawns = 9998

	// MaxMate is the longest mate, in moves, whose distance a Score can hold.
	MaxMate = 999

	mated   Score = 32000 // mate on the board, the winner's view
	decided Score = 31000 // won, the distance unknown
)

// Centipawns returns the score of cp centipawns for White. Beyond
// ±MaxCentipawns it is a decided game at an unknown distance.
func Centipawns(cp int) Score {
	switch {
	case cp > MaxCentipawns:
		return decided
	case cp < -MaxCentipawns:
		return -decided
	}
	return Score(cp)
}

// MateIn returns the score of a forced mate in n moves by the side whose sign
// is given: +1 White, -1 Black. n = 0 is mate on the board; a distance beyond
// MaxMate, or a negative one, is unknown.
func MateIn(sign, n int) Score {
	if n < 0 || n > MaxMate {
		return Score(sign) * decided
	}
	return Score(sign) * (mated - Score(n))
}

// Mate returns +1 if s says that White mates, -1 if Black does, and 0 if s is
// not a mate.
func (s Score) Mate() (sign int) {
	switch {
	case s == NoScore:
		return 0
	case s > MaxCentipawns:
		return 1
	case s < -MaxCentipawns:
		return -1
	}
	return 0
}

// MateDistance returns the number of moves of a mate, and whether s is a mate
// whose distance is known.
func (s Score) MateDistance() (moves int, known bool) {
	if s.Mate() == 0 {
		return 0, false
	}
	n := int(mated - max(s, -s))
	return n, n <= MaxMate
}

// Neg returns the score from the other side's view.
func (s Score) Neg() Score {
	if s == NoScore {
		return NoScore
	}
	return -s
}

// String returns s as data sets write it: "+35", "-120", "0", "#+3", "#-0",
// "#+" for a mate at an unknown distance and "?" for no score.
func (s Score) String() string {
	sign := s.Mate()
	switch n, known := s.MateDistance(); {
	case s == NoScore:
		return "?"
	case s == 0:
		return "0"
	case sign == 0:
		return fmt.Sprintf("%+d", int16(s))
	case !known:
		return fmt.Sprintf("#%+d", sign)[:2]
	case sign > 0:
		return fmt.Sprintf("#+%d", n)
	default:
		return fmt.Sprintf("#-%d", n)
	}
}
