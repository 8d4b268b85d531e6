package alphabeta

import (
	"centipawn/board"
	"centipawn/search"
)

// alphaBeta returns the score of the position at ply, in the mover's view, searched
// depth half-moves deep. The score is exact between alpha and beta; outside it is a
// bound, and as tight a one as was found ("fail-soft"). It means nothing once the
// worker has stopped.
//
// Sources: D. Knuth, R. Moore, An Analysis of Alpha-Beta Pruning, Artificial
// Intelligence 6 (1975); T. Marsland, M. Campbell, Parallel Search of Strongly
// Ordered Game Trees, Computing Surveys 14 (1982), for the null windows.
func (w *worker) alphaBeta(ply, depth int, alpha, beta search.Score) search.Score {
	f := &w.frames[ply]
	f.pv.n = 0
	if w.path.IsDraw(&f.pos) {
		return 0
	}
	inCheck := f.pos.InCheck()
	if inCheck && w.uses(CheckExtension) && ply < 2*w.rootDepth {
		depth++ // but not forever: a series of checks may be long
	}
	if depth <= 0 || ply >= search.MaxPly-1 {
		return w.quiesce(ply, alpha, beta)
	}
	if w.uses(MateDistance) {
		alpha, beta = max(alpha, search.MatedIn(ply)), min(beta, search.MateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	e, decided := w.recall(ply, depth, alpha, beta)
	if decided {
		return e.score
	}
	if isNull(alpha, beta) && !inCheck {
		if score, ok := w.tryPass(ply, depth, beta, &e); ok {
			return score
		}
	}
	return w.searchMoves(ply, depth, alpha, beta, &e)
}

// isNull reports whether a window only asks whether a score is above alpha. Wider
// ones belong to the principal variation, which is searched to its end.
func isNull(alpha, beta search.Score) bool { return beta-alpha == 1 }

// nearFifty is the half-move clock from which on the table is not trusted: it does
// not know the clock, and the draw is near.
const nearFifty = 90

// recall returns what the table knows of the position at ply, and whether that
// decides the node.
func (w *worker) recall(ply, depth int, alpha, beta search.Score) (e entry, decided bool) {
	p := &w.frames[ply].pos
	e, ok := w.table.probe(p.Key(), ply)
	decided = ok && isNull(alpha, beta) && e.cuts(alpha, beta, depth) && w.uses(TableCutoffs) && p.HalfmoveClock() < nearFifty
	return e, decided
}

// tryPass lets the enemy move twice: if the position is still too good for him,
// so it is with a move of ours. Not where the static evaluation is below beta, after
// another null move, and without a piece: there passing may be better than any move
// (zugzwang).
//
// Source: C. Donninger, Null Move and Deep Search, ICCA Journal 16 (1993).
func (w *worker) tryPass(ply, depth int, beta search.Score, e *entry) (score search.Score, ok bool) {
	f := &w.frames[ply]
	if !w.uses(NullMove) || depth < 2 || f.passed || beta.IsMate() || !hasPiece(&f.pos) {
		return 0, false
	}
	if e.static == unknown {
		e.static = w.evaluate(ply)
	}
	if e.static < beta || !w.pass(ply) {
		return 0, false
	}
	score = -w.alphaBeta(ply+1, depth-3-depth/3, -beta, 1-beta)
	w.unpass()
	if score >= beta && score.IsMate() {
		score = beta // a mate after a null move is no mate
	}
	return score, score >= beta && !w.stopped
}

// hasPiece reports whether the side to move has more than king and pawns.
func hasPiece(p *board.Position) bool {
	us := p.SideToMove()
	return p.ByColor(us)&^(p.Pieces(us, board.Pawn)|p.Pieces(us, board.King)) != 0
}

// searchMoves searches the moves of a node and keeps the result in the table.
func (w *worker) searchMoves(ply, depth int, alpha, beta search.Score, e *entry) search.Score {
	f := &w.frames[ply]
	w.pickMoves(ply, e.move, false)
	f.tried = f.tried[:0]
	best, bestMove, low := -search.Infinity, board.NoMove, alpha
	for m := f.picker.pick(w.scratch); m != board.NoMove; m = f.picker.pick(w.scratch) {
		score := w.searchMove(ply, m, depth, low, beta, best == -search.Infinity)
		if w.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > low {
				low, bestMove = score, m
				f.pv.set(m, &w.frames[ply+1].pv)
			}
			if score >= beta {
				w.refuted(f, m, depth)
				break
			}
		}
		if !isNoisy(&f.pos, m) {
			f.tried = append(f.tried, m)
		}
	}
	if best == -search.Infinity {
		return w.noMove(ply)
	}
	w.table.store(f.pos.Key(), ply, entry{bestMove, best, e.static, depth, boundOf(best, alpha, beta)})
	return best
}

// pickMoves starts the picker of a node.
func (w *worker) pickMoves(ply int, table board.Move, forcing bool) {
	f := &w.frames[ply]
	f.picker.see, f.picker.history, f.picker.killers = w.uses(SEE), &w.history, f.killers
	f.picker.start(&f.pos, table, forcing)
}

// searchMove makes a move at ply and searches it: all but the first with a null
// window at first, which is enough to prove that they are no better.
func (w *worker) searchMove(ply int, m board.Move, depth int, alpha, beta search.Score, first bool) (score search.Score) {
	if !w.move(ply, m) {
		return 0
	}
	narrow := !first && w.uses(PVS)
	if narrow {
		score = -w.alphaBeta(ply+1, depth-1, -alpha-1, -alpha)
	}
	if !narrow || score > alpha && score < beta {
		score = -w.alphaBeta(ply+1, depth-1, -beta, -alpha)
	}
	w.unmove()
	return score
}

// refuted learns from the move that was too good for the enemy.
func (w *worker) refuted(f *frame, m board.Move, depth int) {
	if isNoisy(&f.pos, m) {
		return
	}
	if w.uses(Killers) {
		f.killers.add(m)
	}
	if w.uses(History) {
		w.history.cutoff(f.pos.SideToMove(), m, f.tried, depth)
	}
}

// noMove returns the score of a position without a legal move.
func (w *worker) noMove(ply int) search.Score {
	if w.frames[ply].pos.InCheck() {
		return search.MatedIn(ply)
	}
	return 0
}
