package alphabeta

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// alphaBeta returns the score of the position at ply, in the mover's view, searched
// depth half-moves deep. The score is exact between alpha and beta; outside it is a
// bound, and as tight a one as was found ("fail-soft"). It means nothing once the
// worker has stopped. cut says that the caller expects a score of at least beta.
//
// Sources: D. Knuth, R. Moore, An Analysis of Alpha-Beta Pruning, Artificial
// Intelligence 6 (1975); T. Marsland, M. Campbell, Parallel Search of Strongly
// Ordered Game Trees, Computing Surveys 14 (1982), for the null windows.
func (w *worker) alphaBeta(ply, depth int, alpha, beta search.Score, cut bool) search.Score {
	f := &w.frames[ply]
	f.pv.n = 0
	if w.path.IsDraw(&f.pos) {
		return 0
	}
	inCheck := f.pos.InCheck()
	if inCheck {
		depth += w.checkExtension(ply)
	}
	if depth <= 0 || ply >= search.MaxPly-1 {
		return w.quiesce(ply, alpha, beta)
	}
	if alpha, beta = w.mateDistance(ply, alpha, beta); alpha >= beta {
		return alpha
	}
	n := node{ply: ply, depth: depth, alpha: alpha, beta: beta, pv: !isNull(alpha, beta), cut: cut, inCheck: inCheck}
	var decided bool
	if n.e, decided = w.recall(ply, depth, alpha, beta); decided {
		return n.e.score
	}
	if score, ok := w.tabled(ply); ok {
		return score
	}
	w.appraise(&n)
	if score, ok := w.decide(&n); ok {
		return score
	}
	w.internalReduction(&n)
	return w.searchMoves(&n)
}

// checkExtension is by how much deeper a position in check is searched: the answers are few
// and forced. But not forever: a series of checks may be long.
//
// Source: D. Levy, D. Broughton, M. Taylor, The SEX Algorithm in Computer Chess, ICCA Journal
// 12 (1989).
func (w *worker) checkExtension(ply int) int {
	if w.uses(CheckExtension) && ply < 2*w.rootDepth {
		return 1
	}
	return 0
}

// mateDistance returns the window at ply without the scores that cannot be reached: no mate is
// nearer than the next half-move, and none that is farther than one already found matters.
//
// Source: T. Romstad, Glaurung 2 (2007); Chessprogramming wiki, Mate Distance Pruning.
func (w *worker) mateDistance(ply int, alpha, beta search.Score) (low, high search.Score) {
	if !w.uses(MateDistance) {
		return alpha, beta
	}
	return max(alpha, search.MatedIn(ply)), min(beta, search.MateIn(ply+1))
}

// searchMoves searches the moves of a node and keeps the result in the table.
func (w *worker) searchMoves(n *node) search.Score {
	extension, score, decided := w.singular(n)
	if decided {
		return score
	}
	f := &w.frames[n.ply]
	w.pickMoves(n.ply, n.e.move, false)
	f.tried, f.taken = f.tried[:0], f.taken[:0]
	best, bestMove, low := -search.Infinity, board.NoMove, n.alpha
	for m := f.picker.pick(w.scratch); m != board.NoMove; m = f.picker.pick(w.scratch) {
		if m == n.excluded {
			continue
		}
		quiet := !isNoisy(&f.pos, m)
		if w.skips(n, m, quiet, best) {
			best = max(best, w.hope(n))
			continue
		}
		depth := n.depth - 1
		if m == n.e.move {
			depth += extension
		}
		score := w.searchMove(n, m, quiet, depth, low)
		if w.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > low {
				low, bestMove = score, m
				f.pv.set(m, &w.frames[n.ply+1].pv)
			}
			if score >= n.beta {
				w.refuted(n.ply, m, n.depth)
				break
			}
		}
		f.failed(m, quiet)
	}
	if best == -search.Infinity {
		return w.noMove(n)
	}
	w.keep(n, best, bestMove)
	return best
}

// keep puts the result of a node into the table, and what it teaches into the correction
// of such positions. Without one of the moves it is not the position's.
func (w *worker) keep(n *node, best search.Score, bestMove board.Move) {
	if n.excluded != board.NoMove {
		return
	}
	b := boundOf(best, n.alpha, n.beta)
	w.learnCorrection(n, best, bestMove, b)
	w.table.store(w.frames[n.ply].pos.Key(), n.ply, entry{bestMove, best, n.e.static, n.depth, b})
}

// searchMove makes a move of a node and searches it to a depth: all but the first with a
// null window at first, which is enough to prove that they are no better, and late ones
// less deep before that.
func (w *worker) searchMove(n *node, m board.Move, quiet bool, depth int, alpha search.Score) (score search.Score) {
	n.count++
	less := depth
	if n.count >= lateMove(n) && n.depth >= 3 {
		less = reduced(depth, w.reduction(n, m, quiet))
	}
	if !w.move(n.ply, m) {
		return 0
	}
	if w.frames[n.ply+1].pos.InCheck() {
		less = min(less+1, depth) // a check may mate
	}
	narrow := n.count > 1 && w.uses(PVS)
	if narrow {
		score = w.searchNarrow(n, less, depth, alpha)
	}
	if !narrow || score > alpha && score < n.beta {
		score = -w.alphaBeta(n.ply+1, depth, -n.beta, -alpha, !n.pv && !n.cut)
	}
	w.unmove()
	return score
}

// searchNarrow searches the position after a move with a null window, at less depth and,
// where that says that the move is good, at the full one.
func (w *worker) searchNarrow(n *node, less, depth int, alpha search.Score) search.Score {
	if less < depth {
		score := -w.alphaBeta(n.ply+1, less, -alpha-1, -alpha, true)
		if score <= alpha || w.stopped {
			return score
		}
	}
	return -w.alphaBeta(n.ply+1, depth, -alpha-1, -alpha, n.pv || !n.cut)
}

// failed notes a move that did not refute the node's position.
func (f *frame) failed(m board.Move, quiet bool) {
	if quiet {
		f.tried = append(f.tried, m)
	} else {
		f.taken = append(f.taken, m)
	}
}

// noMove returns the score of a position without a legal move; if one was left out, that
// nothing else is above alpha.
func (w *worker) noMove(n *node) search.Score {
	if n.excluded != board.NoMove {
		return n.alpha
	}
	return w.gameOver(n.ply)
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
