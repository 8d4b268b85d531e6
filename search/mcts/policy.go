package mcts

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/search/mcts/arena"
)

// setPriors sets the priors of the children of the iteration's position, whose sum is 1: the softmax
// of the policy's logits, divided by the temperature.
func (w *worker) setPriors(children []arena.Node) {
	if w.opt.Priors == EqualPriors {
		for i := range children {
			children[i].Prior = 1 / float32(len(children))
		}
		return
	}
	logits, top := w.weights[:len(children)], math.Inf(-1)
	w.remember()
	w.policy.Start(&w.pos)
	for i := range children {
		logits[i] = w.policy.Logit(children[i].Move) / w.opt.Temperature
		top = max(top, logits[i])
	}
	sum := 0.0
	for i, v := range logits {
		logits[i] = math.Exp(v - top)
		sum += logits[i]
	}
	if w.opt.CheckShare > 0 {
		sum = w.liftChecks(children, logits, sum)
	}
	for i := range children {
		children[i].Prior = float32(logits[i] / sum)
	}
}

// liftChecks gives moves that give check at least their share of the sum of weights, and returns the
// new sum: a policy fitted to games of strong players hardly looks at the sacrifices that mate.
func (w *worker) liftChecks(children []arena.Node, weights []float64, sum float64) float64 {
	checks, least := board.NewChecks(&w.pos), w.opt.CheckShare*sum
	for i := range children {
		if weights[i] < least && checks.Gives(children[i].Move) {
			sum += least - weights[i]
			weights[i] = least
		}
	}
	return sum
}
