package alphabeta

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// quiesce returns the score of the position at ply, in the mover's view, when
// nothing but captures and promotions is played that do not lose material; a side
// may always stop and take the static evaluation. In check all moves are searched.
// Fail-soft, as alphaBeta.
//
// Source: L. Harris, The Heuristic Search and the Game of Chess, IJCAI 4 (1975); D. Beal, A
// Generalised Quiescence Search Algorithm, Artificial Intelligence 43 (1990).
func (w *worker) quiesce(ply int, alpha, beta search.Score) search.Score {
	f := &w.frames[ply]
	f.pv.n = 0
	w.selDepth = max(w.selDepth, ply)
	if ply >= search.MaxPly-1 {
		return w.evaluate(ply)
	}
	e, decided := w.recall(ply, 0, alpha, beta)
	if decided {
		return e.score
	}
	stood := w.standPat(ply, &e)
	best, bestMove := w.quiesceMoves(ply, e.move, stood, alpha, beta)
	switch {
	case w.stopped:
		return 0
	case best == -search.Infinity:
		return search.MatedIn(ply)
	case w.leaf != nil && w.id == 0 && best == stood:
		w.leaf(&f.pos)
	}
	w.table.store(f.pos.Key(), ply, entry{bestMove, best, e.static, 0, boundOf(best, alpha, beta)})
	return best
}

// standPat returns what a side has that plays no capture: the corrected static evaluation,
// whose raw value it notes in e, and −Infinity in check, where there is no choice.
func (w *worker) standPat(ply int, e *entry) search.Score {
	if w.frames[ply].pos.InCheck() {
		return -search.Infinity
	}
	if e.static == unknown {
		e.static = w.evaluate(ply)
	}
	return w.corrected(ply, e.static)
}

// quiesceMoves searches the moves of a position in quiescence and returns the best score, that
// of standing pat included, and the move that raised alpha. Both mean nothing once the worker
// has stopped.
func (w *worker) quiesceMoves(ply int, table board.Move, stood, alpha, beta search.Score) (best search.Score, bestMove board.Move) {
	f := &w.frames[ply]
	inCheck := stood == -search.Infinity
	best, low := stood, max(alpha, stood)
	w.pickMoves(ply, table, !inCheck)
	for best < beta {
		m := f.picker.pick(w.scratch)
		if m == board.NoMove {
			break
		}
		if most, ok := w.hopeless(f, m, stood, low); ok {
			best = max(best, most)
			continue
		}
		if !w.move(ply, m) {
			break
		}
		score := -w.quiesce(ply+1, -beta, -low)
		w.unmove()
		if w.stopped {
			break
		}
		if inCheck {
			w.evaded(f, score)
		}
		best = max(best, score)
		if score > low {
			low, bestMove = score, m
			f.pv.set(m, &w.frames[ply+1].pv)
		}
	}
	return best, bestMove
}

// hopeless reports whether a capture cannot bring a side that stands pat up to low, with what
// it takes and a margin, and returns how far it comes at most ("delta pruning").
//
// Source: J. Schaeffer, Experiments in Search and Knowledge, thesis, University of Waterloo
// (1986), for the last half-move; in quiescence E. Heinz, Extended Futility Pruning, ICCA
// Journal 21 (1998).
func (w *worker) hopeless(f *frame, m board.Move, stood, low search.Score) (most search.Score, ok bool) {
	if !w.uses(Delta) || stood == -search.Infinity || m.IsPromotion() || low.IsMate() {
		return 0, false
	}
	most = stood + w.numbers[deltaMargin] + w.victim(f, m)
	return most, most <= low
}

// evaded leaves out the other quiet moves out of check, once one move is searched that is not
// mated: a quiet evasion is seldom better than a capture.
//
// Source: M. Chaly, Stockfish (2022), there after two.
func (w *worker) evaded(f *frame, score search.Score) {
	if w.uses(Evasions) && score > search.MatedIn(search.MaxPly) {
		f.picker.noQuiet, f.picker.sparing = true, false
	}
}

// victim returns what a capture takes, in the evaluator's unit.
func (w *worker) victim(f *frame, m board.Move) search.Score {
	pt := board.Pawn // en passant
	if pc := f.pos.PieceAt(m.To()); pc != board.NoPiece {
		pt = pc.Type()
	}
	return search.Score(float64(board.SEEValues[pt]) * w.scale)
}

// Quiesce returns what quiescence makes of a position, centipawns in White's view,
// and the moves to the quiet position whose static evaluation that is. It searches
// with a full window and without the table: the result depends on the position, the
// evaluation and the options alone; techniques that the base search does without are off.
// Being mated at once in check is scored as by
// search.MatedIn. The line is the caller's.
func (s *Searcher) Quiesce(p *board.Position) (score int, line []board.Move) {
	if s.quiet == nil {
		s.quiet = newWorker(s.newEvaluator())
		unlimited := search.NewControl(search.Limits{}, board.White, 0)
		s.quiet.task = &task{control: unlimited, table: new(table), workers: []*worker{s.quiet}}
	}
	w := s.quiet
	w.options = s.opt
	w.options.Off |= Base
	w.place(search.NewGame(*p))
	value := w.quiesce(0, -search.Infinity, search.Infinity)
	pv := &w.frames[0].pv
	return int(value.White(p.SideToMove())), slices.Clone(pv.moves[:pv.n])
}
