package alphabeta

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Where a move can be singular: the least depth, and how much less deep the entry of the
// table may be.
const (
	singularDepth = 7
	singularLess  = 3
)

// singular searches a node without the move of the table, less deep and with a window below
// its score. If all other moves stay below, that one is singular, and extended. If others
// reach beta the node is decided (multi-cut); if the table's move is above beta all the same,
// it is searched less deep.
//
// Sources: T. Anantharaman, M. Campbell, F. Hsu, Singular Extensions: Adding Selectivity to
// Brute-Force Searching, Artificial Intelligence 43 (1990); Y. Björnsson, T. Marsland,
// Multi-Cut Pruning in Alpha-Beta Search, Theoretical Computer Science 252 (2001); in this
// form Stockfish (2010 to 2019).
func (w *worker) singular(n *node) (extension int, score search.Score, decided bool) {
	e := &n.e
	if !w.uses(Singular) || n.depth < singularDepth || n.ply == 0 || n.excluded != board.NoMove || n.ply >= 2*w.rootDepth ||
		e.bound&lower == 0 || e.depth < n.depth-singularLess || e.score.IsMate() || !w.frames[n.ply].pos.IsLegal(e.move) {
		return 0, 0, false
	}
	beta := e.score - w.numbers[singularMargin]*search.Score(n.depth)/100
	others := *n
	others.depth, others.alpha, others.beta = (n.depth-1)/2, beta-1, beta
	others.excluded, others.pv, others.count = e.move, false, 0
	score = w.searchMoves(&others)
	switch {
	case w.stopped:
		return 0, 0, true
	case score < beta && !n.pv && score < beta-w.numbers[singularDouble] && n.ply < w.rootDepth:
		return 2, 0, false
	case score < beta:
		return 1, 0, false
	case !w.uses(MultiCut):
		return 0, 0, false
	case score >= n.beta && !score.IsMate():
		return 0, score, true
	case e.score >= n.beta || n.cut:
		return -1, 0, false
	}
	return 0, 0, false
}
