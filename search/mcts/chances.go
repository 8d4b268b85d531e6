package mcts

import (
	"math"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/search/mcts/bandit"
)

// Chances is how often a move is drawn for its evaluation, where moves are drawn by that: T is the temperature.
type Chances uint8

// The chances. Of a move to a position that is worth v to the side that moves, from 0 to 1, and f = 1 − v to the
// other side.
const (
	Softmax Chances = iota // e^(v/T)
	Inverse                // f^(−1/T): 1/f at T = 1, 1/f² at T = ½
)

var chancesNames = []string{"softmax", "inverse"}

func (c Chances) String() string { return enum.Name(chancesNames, c) }

// smallestInverse is the f below which a move is drawn no more often, so that one that is as good as won does not
// take all.
const smallestInverse = 0.001

// drawEvaluated draws an index by values to the side that moves; it overwrites them.
//
// Source: Lishex, "evaluation-based sampling", whose text draws a child with a chance inverse to f, the child's
// evaluation, which is that of the side to move there.
func (w *worker) drawEvaluated(values []float64) int {
	if w.opt.Chances == Inverse {
		for i, v := range values {
			values[i] = -math.Log(max(1-v, smallestInverse))
		}
	}
	return bandit.Softmax(values, w.opt.Temperature, w.random)
}
