package mcts

// mixed returns (1 − λ) · evaluation + λ · simulation, both to the side to move at the iteration's leaf.
//
// Source: D. Silver et al., "Mastering the game of Go with deep neural networks and tree search" (Nature 529, 2016),
// whose λ is ½; its evaluation is a network's.
func (w *worker) mixed(simulation float64) float64 {
	if !w.opt.mixes() {
		return simulation
	}
	lambda := w.opt.Lambda
	return (1-lambda)*w.expected(w.static()) + lambda*simulation
}
