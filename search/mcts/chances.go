package mcts

import (
	"math"

	"example.org/centipawn/search/mcts/bandit"
)

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
