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

// recall returns what the table knows of the position at ply, and whether that
// decides the node.
func (w *worker) recall(ply, depth int, alpha, beta search.Score) (e entry, decided bool) {
	p := &w.frames[ply].pos
	e, ok := w.table.probe(p.Key(), ply)
	decided = ok && isNull(alpha, beta) && e.cuts(alpha, beta, depth) && w.uses(TableCutoffs) && p.HalfmoveClock() < nearFifty
	return e, decided
}

// pickMoves starts the picker of a node.
func (w *worker) pickMoves(ply int, table board.Move, forcing bool) {
	f := &w.frames[ply]
	f.picker.see, f.picker.history, f.picker.killers = w.uses(SEE), &w.history, f.killers
	f.picker.followUps, f.picker.captures = w.followUps(ply), nil
	if w.uses(CaptureHistory) {
		f.picker.captures = &w.captures
	}
	f.picker.start(&f.pos, table, forcing)
}

// isNull reports whether a window only asks whether a score is above alpha. Wider
// ones belong to the principal variation, which is searched to its end.
func isNull(alpha, beta search.Score) bool { return beta-alpha == 1 }

// nearFifty is the half-move clock from which on the table is not trusted: it does
// not know the clock, and the draw is near.
const nearFifty = 90
