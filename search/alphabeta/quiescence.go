package alphabeta

import (
	"slices"

	"centipawn/board"
	"centipawn/search"
)

// quiesce returns the score of the position at ply, in the mover's view, when
// nothing but captures and promotions is played that do not lose material; a side
// may always stop and take the static evaluation. In check all moves are searched.
// Fail-soft, as alphaBeta.
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
	best, low, stood := -search.Infinity, alpha, -search.Infinity
	inCheck := f.pos.InCheck()
	if !inCheck {
		if e.static == unknown {
			e.static = w.evaluate(ply)
		}
		best = w.corrected(ply, e.static)
		low, stood = max(alpha, best), best
	}
	hope := best + w.numbers[deltaMargin]
	bestMove := board.NoMove
	w.pickMoves(ply, e.move, !inCheck)
	for best < beta {
		m := f.picker.pick(w.scratch)
		if m == board.NoMove {
			break
		}
		if !inCheck && w.uses(Delta) && !m.IsPromotion() && !low.IsMate() {
			if most := hope + w.victim(f, m); most <= low {
				best = max(best, most)
				continue
			}
		}
		if !w.move(ply, m) {
			return 0
		}
		score := -w.quiesce(ply+1, -beta, -low)
		w.unmove()
		if w.stopped {
			return 0
		}
		if inCheck && w.uses(Evasions) && score > search.MatedIn(search.MaxPly) {
			f.picker.noQuiet, f.picker.sparing = true, false
		}
		best = max(best, score)
		if score > low {
			low, bestMove = score, m
			f.pv.set(m, &w.frames[ply+1].pv)
		}
	}
	if best == -search.Infinity {
		return search.MatedIn(ply)
	}
	if w.leaf != nil && w.id == 0 && best == stood {
		w.leaf(&f.pos)
	}
	w.table.store(f.pos.Key(), ply, entry{bestMove, best, e.static, 0, boundOf(best, alpha, beta)})
	return best
}

// victim returns what a capture takes, in the evaluator's unit.
func (w *worker) victim(f *frame, m board.Move) search.Score {
	pt := board.Pawn // en passant
	if pc := f.pos.PieceAt(m.To()); pc != board.NoPiece {
		pt = pc.Type()
	}
	return search.Score(float64(search.SEEValues[pt]) * w.scale)
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
