package mcts

import (
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/bandit"
)

// renewNoise gives a root that is kept from another search the noise of this one.
func (w *worker) renewNoise() {
	if nodes, _ := w.tree.ChildrenOf(arena.Root); w.opt.Noise > 0 && w.opt.AsksPolicy() && len(nodes) > 0 {
		w.mixNoise(nodes)
	}
}

// mixNoise mixes the priors of the root's children with shares that are drawn: their sum stays 1.
func (w *worker) mixNoise(children []arena.Node) {
	for i, v := range w.dirichlet(len(children)) {
		c := &children[i]
		c.Prior = float32((1-w.opt.Noise)*float64(c.Prior) + w.opt.Noise*v)
	}
	w.tree.Noisy = true
}

// dirichlet draws n numbers whose sum is 1, by the symmetric Dirichlet distribution of α. They hold
// until the next ones are drawn.
func (w *worker) dirichlet(n int) []float64 {
	bandit.Dirichlet(w.noise[:n], w.opt.NoiseAlpha, w.source)
	return w.noise[:n]
}

// multipliedNoise returns what the n children's priors are multiplied by at a visit of the root with the
// fault of that name, nil elsewhere.
func (w *worker) multipliedNoise(n int) []float64 {
	if w.depth > 0 || !w.has(MultipliedNoise) {
		return nil
	}
	return w.dirichlet(n)
}
