package filter

import (
	"fmt"
	"math"

	"example.org/centipawn/datasets"
)

// Unscored drops positions without a score.
func Unscored() Filter {
	return Filter{"no score", func(s *datasets.Sample) Verdict { return dropIf(s.Score == noScore) }}
}

// Unresolved drops positions with neither a result nor an expected score.
func Unresolved() Filter {
	return Filter{"no result", func(s *datasets.Sample) Verdict {
		return dropIf(s.Result == datasets.Unknown && math.IsNaN(float64(s.Expected)))
	}}
}

// Mates drops positions whose score is a mate.
func Mates() Filter {
	return Filter{"mate", func(s *datasets.Sample) Verdict { return dropIf(s.Score.Mate() != 0) }}
}

// Score drops positions whose score, of either side, is out of the range of
// centipawns. A mate is more than any number; positions without a score are kept.
func Score(centipawns Range) Filter {
	return Filter{fmt.Sprintf("score outside ±%v", centipawns), func(s *datasets.Sample) Verdict {
		size, ok := magnitude(s)
		return dropIf(ok && !centipawns.Holds(size))
	}}
}

// AgainstResult drops positions in which the side that lost the game was more
// than bound centipawns ahead: it did not lose because of the position. A mate is
// more than any bound.
func AgainstResult(bound int) Filter {
	return Filter{fmt.Sprintf("score over %d for the loser", bound), func(s *datasets.Sample) Verdict {
		size, ok := magnitude(s)
		lost := s.Score > 0 && s.Result == datasets.BlackWins || s.Score < 0 && s.Result == datasets.WhiteWins
		return dropIf(ok && lost && size > float64(bound))
	}}
}

// magnitude returns the size of a score in centipawns, and whether there is one.
func magnitude(s *datasets.Sample) (size float64, ok bool) {
	if s.Score.Mate() != 0 {
		return math.Inf(1), true
	}
	return math.Abs(float64(s.Score)), s.Score != noScore
}
