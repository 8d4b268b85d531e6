package mcts

// playFrom plays games from the leaf of another worker.
func (h *helper) playFrom(at *worker) {
	h.pos, h.depth, h.undone = h.root, 0, false
	for _, i := range at.line[1 : at.depth+1] {
		h.follow(i)
	}
	h.value, h.longest = h.games()
	for ; h.depth > 0; h.depth-- {
		h.evaluator.Pop()
		h.path.Pop()
	}
	h.moved.Add(h.made)
	h.made = 0
}

// shared returns the mean of the values of games from the iteration's leaf, those of helpers included, and the most
// half-moves of one.
func (w *worker) shared() (value float64, longest int) {
	for _, h := range w.crew {
		h.leaf <- w
	}
	value, longest = w.games()
	if w.undone && len(w.crew) > 0 {
		w.done.Store(true) // so that helpers end, too
	}
	for _, h := range w.crew {
		<-h.played
		value, longest, w.undone = value+h.value, max(longest, h.longest), w.undone || h.undone
	}
	return value / float64(len(w.crew)+1), longest
}
