package mcts

import "example.org/centipawn/search"

// Search implements [search.Searcher]. A node of the limits is an iteration, or with [Moves] a move
// made; depth d is reached with 2^d iterations. A root whose result is proved ends the search.
func (s *Searcher) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	s.err = nil
	s.prepare()
	s.place(g, c)
	t := s.task(g, c)
	for _, w := range s.workers {
		w.begin(t, g)
	}
	first := s.workers[0]
	first.renewNoise()
	if n := t.root.CountMoves(); n == 0 {
		return search.Result{Score: first.overScore(), Time: c.Elapsed()}
	} else if n == 1 {
		c.OnlyMove()
	}
	finish := s.share(g, t)
	depth := first.deepen(report)
	finish(depth)
	first.shorten()
	s.err = t.err()
	r := first.result(depth)
	if first.drawsMove(g) {
		first.redraw(&r)
		first.reported = 0 // the last line is that of the move
	}
	if r.Nodes > first.reported {
		first.report(&r, report)
	}
	return r
}

// deepen makes iterations until the control has enough, the root is proved, or no more can be
// counted. It reports whenever their number has doubled, and returns the last depth.
func (w *worker) deepen(report func(*search.Info)) (depth int) {
	for depth = 1; w.iterateTo(1 << depth); depth++ {
		r := w.result(depth)
		w.report(&r, report)
		w.control.Effort(w.effort(r.Move))
		if w.control.Enough(depth, r.Move, r.Score) || depth == mostDoublings || w.settled() {
			return depth
		}
	}
	return max(depth-1, 1)
}

// mostDoublings bounds the visits of a node to what 32 bits hold.
const mostDoublings = 31

// iterateTo makes iterations until as many have ended, and reports whether that went well: false if
// the search is over before.
func (w *worker) iterateTo(target uint64) bool {
	for w.whole.Load() < target {
		if !w.advance() || w.settled() {
			return false
		}
	}
	return true
}

// help makes iterations for the first worker until that has finished.
func (w *worker) help() {
	for w.advance() {
	}
}

// advance makes an iteration; false if the search is over.
func (w *worker) advance() bool {
	if w.over() || !w.take() {
		return false
	}
	w.iterate()
	if w.undone {
		w.nodes.Add(^uint64(0))
		return false
	}
	w.whole.Add(1)
	if w.fill.Load() {
		w.makeRoom()
	}
	return true
}

// makeRoom recycles the tree, or stunts it if that is wanted or there is nothing old in it.
func (w *worker) makeRoom() {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.fill.Swap(false) && (w.opt.Full == Stunt || !w.tree.Recycle()) {
		w.stunted.Store(true)
	}
}

// report reports a result; report may be nil.
func (w *worker) report(r *search.Result, report func(*search.Info)) {
	w.reported = r.Nodes
	if report == nil {
		return
	}
	report(&search.Info{
		Depth: r.Depth, SelDepth: w.selDepth, MultiPV: 1, Score: r.Score, PV: r.PV,
		Nodes: r.Nodes, Time: w.control.Elapsed(), HashFull: w.tree.Full(),
	})
}
