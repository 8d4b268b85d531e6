package alphaone

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// correctedRoot returns the score of the root.
func (s *Searcher) correctedRoot(depth int) search.Score {
	return s.negamax(0, depth, -search.Infinity, search.Infinity)
}

// negamax returns the score of a node, fail-soft. An ended search leaves at the root
// the best of the moves that were finished.
func (s *Searcher) negamax(ply, depth int, alpha, beta search.Score) search.Score {
	f := &s.frames[ply]
	if ply > 0 {
		if !s.enter(ply) {
			return 0
		}
		s.nodes.Main++
		if s.path.IsDraw(&f.p) {
			return 0
		}
	}
	if f.p.CountMoves() == 0 {
		return lost(&f.p, ply)
	}
	if depth <= 0 {
		return s.resolve(ply, quiescenceDepth, alpha, beta)
	}
	s.listMoves(f)
	if ply == 0 {
		f.moves.keep(s.only)
	}
	best := -search.Infinity
	for m := f.moves.next(); m != board.NoMove; m = f.moves.next() {
		next := s.push(ply, m)
		s.path.Push(&next.p)
		v := -s.negamax(ply+1, depth-1, -beta, -alpha)
		s.path.Pop()
		if s.expired {
			return best
		}
		if v > best {
			best = v
			f.line.set(m, &next.line)
		}
		if alpha = max(alpha, best); beta <= alpha {
			break
		}
	}
	return best
}

// lost returns the score of a position without a move: mate, or a draw by stalemate.
func lost(p *board.Position, ply int) search.Score {
	if p.InCheck() {
		return search.MatedIn(ply)
	}
	return 0
}

// resolve is the quiescence search, fail-soft.
func (s *Searcher) resolve(ply, depth int, alpha, beta search.Score) search.Score {
	if !s.enter(ply) {
		return 0
	}
	s.nodes.Quiescence++
	f := &s.frames[ply]
	best := search.MatedIn(ply)
	if depth <= 0 || !f.p.InCheck() {
		best = search.Score(f.sum.clamped()).White(f.p.SideToMove())
	}
	if depth <= 0 || best >= beta {
		return best
	}
	alpha = max(alpha, best)
	s.listForcing(f)
	for m := f.moves.next(); m != board.NoMove && best < beta; m = f.moves.next() {
		s.push(ply, m)
		best = max(best, -s.resolve(ply+1, depth-1, -beta, -alpha))
		if s.expired {
			return 0
		}
		alpha = max(alpha, best)
	}
	return best
}

// listForcing lists captures and promotions, in check all evasions, with the most
// valuable victims first.
func (s *Searcher) listForcing(f *frame) {
	moves := s.legal[:0]
	if f.p.InCheck() {
		moves = f.p.LegalMoves(moves)
	} else {
		moves = f.p.NoisyMoves(moves)
	}
	f.moves.clear()
	for _, m := range moves {
		f.moves.add(&f.p, m, mvvLva.value(&f.p, m))
	}
}
