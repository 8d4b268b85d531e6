package filter

import (
	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

const noScore = winprob.NoScore

// mirroredTree makes the mirror image of a tree a tree of its own: its intercepts have the other
// sign.
const mirroredTree = 1 << 31

// Mirror returns a sample with the colours exchanged: the board is turned upside
// down, the labels change sides. It is of the same game, so that a split keeps it
// with the one that it mirrors.
func Mirror(s *datasets.Sample) datasets.Sample {
	m := *s
	m.Position = s.Position.Mirror()
	m.Score = s.Score.Neg()
	m.Result = reversed(s.Result)
	m.Offset = -s.Offset
	if s.Side != datasets.SideToMove {
		m.Side = datasets.SideWhite + datasets.SideBlack - s.Side
	}
	if s.Tree != 0 {
		m.Tree = s.Tree ^ mirroredTree
	}
	m.Root, m.Via = "", ""      // of the other colour
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
