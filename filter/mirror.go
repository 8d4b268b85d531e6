package filter

import (
	"centipawn/board"
	"centipawn/datasets"
	"centipawn/winprob"
)

const noScore = winprob.NoScore

// Mirror returns a sample with the colours exchanged: the board is turned upside
// down, the labels change sides. It is of the same game, so that a split keeps it
// with the one that it mirrors.
func Mirror(s *datasets.Sample) datasets.Sample {
	m := *s
	m.Position = s.Position.Mirror()
	m.Score = s.Score.Neg()
	m.Result = reversed(s.Result)
	m.Expected = 1 - s.Expected // NaN stays NaN
	if s.Move != board.NoMove {
		m.Move = s.Move ^ board.NewMove(board.A8, board.A8) // the last rank is the first
	}
	return m
}

// reversed returns a result with the colours exchanged.
func reversed(r datasets.Result) datasets.Result {
	switch r {
	case datasets.WhiteWins:
		return datasets.BlackWins
	case datasets.BlackWins:
		return datasets.WhiteWins
	}
	return r
}
