package mcts

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/handmade"
)

// informed returns the move of the inner search where it is asked, a random one elsewhere. A mate
// that the inner search has found ends the simulation with its value to the side to move.
//
// Source: A. Sadybakasov, the thesis of the presets mcc-sr, with the probability tested as
// "less than p", and a budget for each of the inner searches.
func (w *worker) informed(moves []board.Move, plies int) (m board.Move, value float64, over bool) {
	if plies > 0 && w.has(FirstMoveOnly) || !w.asks() {
		return w.anyOf(moves), 0, false
	}
	r := w.ask()
	switch {
	case w.undone:
		return r.Move, 0.5, true
	case r.Score.IsMate():
		return r.Move, w.expected(r.Score), true
	}
	return r.Move, 0, false
}

// asks reports whether the inner search is asked about the position.
func (w *worker) asks() bool {
	inner := &w.opt.Inner
	pieces := w.pos.Occupied().Count()
	return w.inner != nil && pieces >= inner.Fewest && pieces <= inner.Most && inner.Phase.holds(&w.pos) && w.random.Float64() < inner.Chance
}

// holds reports whether a position is of a phase.
func (f Phase) holds(p *board.Position) bool {
	return f == AnyPhase || (f == Middlegame) == (handmade.Middlegame(p) >= 0.5)
}

// ask lets the inner search look at the position; it ends when the search does that it is part of. If
// it fails there is no result, the iteration is given up, and the search ends.
func (w *worker) ask() search.Result {
	if w.undone = w.undone || w.wasted(); w.undone {
		return search.Result{}
	}
	w.question.Reset(w.pos)
	w.innerControl.Restart(w.pos.SideToMove())
	r := w.inner.Search(&w.question, w.innerControl, nil)
	if err := search.Err(w.inner); err != nil {
		w.fail(err)
		w.undone = true
		return search.Result{}
	}
	w.made += r.Nodes
	return r
}

// innerFirst puts the inner search's move before the others.
//
// Source: A. Sadybakasov, MCC-SSE, which opens no other.
func (w *worker) innerFirst(children []arena.Node) {
	if w.inner == nil {
		return
	}
	first := w.ask().Move
	for i := range children {
		if children[i].Move == first {
			arena.Swap(children, 0, i)
			return
		}
	}
}
