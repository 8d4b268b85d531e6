package alphabeta

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// A node is a position that is searched, with the window and what is known before its
// moves are.
type node struct {
	ply, depth  int
	alpha, beta search.Score
	pv          bool // of the principal variation: the window is open
	cut         bool // its parent expects it to fail high
	inCheck     bool
	improving   bool         // the static evaluation is above that of two half-moves ago
	eval        search.Score // the corrected static evaluation, or unknown
	e           entry        // of the table; its static evaluation is known, but for checks
	excluded    board.Move   // a move that is left out, or NoMove
	count       int          // of the moves searched
}

// appraise evaluates a node: the static evaluation, and what was learnt of such positions.
func (w *worker) appraise(n *node) {
	f := &w.frames[n.ply]
	f.static, n.eval = unknown, unknown
	if n.inCheck {
		return
	}
	if n.e.static == unknown {
		n.e.static = w.evaluate(n.ply)
		if n.ply > 0 && n.e.bound == noBound { // the node may be decided without a score to keep
			w.table.store(f.pos.Key(), n.ply, entry{static: n.e.static})
		}
	}
	f.static = w.corrected(n.ply, n.e.static)
	n.eval = f.static
	n.improving = w.improves(n.ply)
}

// improves reports whether the side to move stands better than at its last move, or the
// one before if it was in check then.
func (w *worker) improves(ply int) bool {
	for before := ply - 2; before >= max(ply-4, 0); before -= 2 {
		if last := w.frames[before].static; last != unknown {
			return w.frames[ply].static > last
		}
	}
	return false
}
