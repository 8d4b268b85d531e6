package mcts

import "example.org/centipawn/search/mcts/arena"

// tableRoom is the part of a value that tables leave to the evaluation of a won or lost position. They
// do not know the way: by them alone all moves that win are worth the same, and none comes nearer.
const tableRoom = 0.1

// tabled returns the value to the side to move of a position whose end tables know, whatever its
// half-move clock: of a draw a draw's, else a mixture that stays nearer to the end than any evaluation
// of a position that is not known.
//
// Source: A. Sadybakasov, MCC-SR-TB, whose simulations end in the tables with 1, ½ or 0.
func (w *worker) tabled() (value float64, known bool) {
	if w.opt.Tables == nil || w.has(TablesByRoot) && w.root.Occupied().Count() >= 8 {
		return 0, false
	}
	end, known := w.opt.Tables(&w.pos)
	switch {
	case !known:
		return 0, false
	case w.pos.CountMoves() == 0:
		return w.noMove(), true
	case end == 0.5:
		return w.drawValue(), true
	}
	expected := min(max(w.expected(w.static()), 0), 1) // a published fault leaves this range
	return end + tableRoom*(expected-end), true
}

// noMove returns the value of a position without a legal move.
func (w *worker) noMove() float64 {
	if w.pos.InCheck() {
		return arena.Lost.Value()
	}
	return w.drawValue()
}
