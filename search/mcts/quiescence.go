package mcts

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// quiescence returns the score of the iteration's position in the mover's view when nothing but
// captures and promotions to a queen is played that do not lose material, and all moves out of check.
func (w *worker) quiescence() search.Score {
	w.quiet[0].pos = w.pos
	return w.quiesce(0, -search.Infinity, search.Infinity)
}

// quiesce returns the score of a frame's position, fail-soft.
func (w *worker) quiesce(ply int, alpha, beta search.Score) search.Score {
	f := &w.quiet[ply]
	best, inCheck := -search.Infinity, f.pos.InCheck()
	if !inCheck || ply == deepestQuiet {
		best = search.Score(w.evaluator.Evaluate(&f.pos)).White(f.pos.SideToMove())
		if best >= beta || ply == deepestQuiet {
			return best
		}
	}
	f.list(inCheck)
	for i := range f.moves {
		m := f.pick(i)
		if !inCheck && !board.SEE(&f.pos, m, 0) {
			continue
		}
		next := &w.quiet[ply+1]
		w.made++
		w.evaluator.Push(&f.pos, m)
		next.pos = f.pos
		next.pos.Make(m)
		score := -w.quiesce(ply+1, -beta, -max(alpha, best))
		w.evaluator.Pop()
		if best = max(best, score); best >= beta {
			return best
		}
	}
	if best == -search.Infinity {
		return search.MatedIn(ply)
	}
	return best
}

// list generates the moves to be searched, with their ranks.
func (f *quietFrame) list(inCheck bool) {
	if inCheck {
		f.moves = f.pos.LegalMoves(f.moves[:0])
	} else {
		f.moves = f.pos.NoisyMoves(f.moves[:0])
	}
	n := 0
	for _, m := range f.moves {
		if pt := m.Promotion(); pt != board.NoPieceType && pt != board.Queen {
			continue
		}
		f.moves[n], f.ranks[n] = m, f.rank(m)
		n++
	}
	f.moves = f.moves[:n]
}

// rank is the larger the more valuable the piece that is taken is, and the less the one that takes.
func (f *quietFrame) rank(m board.Move) int {
	rank := board.SEEValues[m.Promotion()]
	if victim := f.pos.PieceAt(m.To()); victim != board.NoPiece && !m.IsCastle() {
		rank += board.SEEValues[victim.Type()]
	}
	return 8*rank - int(f.pos.PieceAt(m.From()).Type())
}

// pick brings the best of the moves from i on to i and returns it.
func (f *quietFrame) pick(i int) board.Move {
	best := i
	for j := i + 1; j < len(f.moves); j++ {
		if f.ranks[j] > f.ranks[best] {
			best = j
		}
	}
	f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
	f.ranks[i], f.ranks[best] = f.ranks[best], f.ranks[i]
	return f.moves[i]
}
