package filter

import (
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/datasets"
)

// Tables gives positions that endgame tables know the result of best play in place of their own, whatever
// their half-move clock: the game may have been lost on time, or by a blunder that no evaluation can see.
func Tables(t *syzygy.Tables) Filter {
	return Filter{"results by tables", func(s *datasets.Sample) Verdict {
		end, known := t.Probe(&s.Position)
		if !known {
			return Keep
		}
		result := resultOf(end, s.Position.SideToMove())
		if s.Result == result {
			return Keep
		}
		s.Result, s.Expected = result, datasets.NoExpected
		return Relabelled
	}}
}

// resultOf is the result of best play with this side to move.
func resultOf(end syzygy.WDL, side board.Color) datasets.Result {
	switch points := end.Expected(); {
	case points == 0.5:
		return datasets.Draw
	case (points == 1) == (side == board.White):
		return datasets.WhiteWins
	}
	return datasets.BlackWins
}

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
