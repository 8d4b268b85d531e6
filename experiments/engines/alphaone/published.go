package alphaone

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// The published search. Values are centipawns of the side to move; the paper's
// program keeps White's view and writes every branch twice, which is the same.

// mated is the value of being mated on the board, and mateBound the distance from 0
// beyond which a value is a mate.
const (
	mated     = -24000
	mateBound = 23000
)

// publishedRoot searches every move of the root in the order of generation, each with
// an open window: nothing that is found helps another move. The first of the best
// wins. An ended search leaves the best of the moves that were finished.
func (s *Searcher) publishedRoot(depth int) float64 {
	root, best := &s.frames[0], math.Inf(-1)
	s.listGenerated(root)
	root.moves.keep(s.only)
	for m := root.moves.next(); m != board.NoMove; m = root.moves.next() {
		next := s.advance(0, m)
		v := -s.alphaBeta(1, depth-1, math.Inf(-1), math.Inf(1))
		s.pop()
		if s.expired {
			break
		}
		if v > best {
			best = v
			root.line.set(m, &next.line)
		}
	}
	return best
}

// advance is push with the position's key noted for the fivefold repetition.
func (s *Searcher) advance(ply int, m board.Move) *frame {
	next := s.push(ply, m)
	s.keys = append(s.keys[:s.past+ply], next.p.Key())
	return next
}

// alphaBeta returns the value of a node, fail-soft. A mate loses one centipawn with
// every half-move between it and the root's moves; the window knows nothing of it.
func (s *Searcher) alphaBeta(ply, depth int, alpha, beta float64) float64 {
	if !s.enter(ply) {
		return 0
	}
	s.nodes.Main++
	f := &s.frames[ply]
	if over, value := s.gameOver(f); over {
		return value
	}
	if depth <= 0 {
		return s.quiesce(ply, quiescenceDepth, alpha, beta)
	}
	best := math.Inf(-1)
	s.listMoves(f)
	for m := f.moves.next(); m != board.NoMove; m = f.moves.next() {
		next := s.advance(ply, m)
		v := -s.alphaBeta(ply+1, depth-1, -beta, -alpha)
		s.pop()
		if s.expired {
			return 0
		}
		if v > mateBound {
			v--
		} else if v < -mateBound {
			v++
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

// gameOver reports whether the game ends by itself, and its value: mate, stalemate,
// dead position, seventy-five moves, the same position five times. Draws that a
// player has to claim are not seen.
func (s *Searcher) gameOver(f *frame) (over bool, value float64) {
	switch f.p.Status() {
	case board.Ongoing:
		return s.isFivefold(&f.p), 0
	case board.Checkmate:
		return true, mated
	}
	return true, 0
}

// fivefold is how often a position stands when the game is over.
const fivefold = 5

func (s *Searcher) isFivefold(p *board.Position) bool {
	clock := p.HalfmoveClock()
	if clock < 4*(fivefold-1) {
		return false
	}
	return board.Repetitions(s.keys[max(0, len(s.keys)-1-clock):]) >= fivefold
}

// quiesce returns the value of a node by captures alone, fail-hard. The side to move
// may always stand pat, even in check; when the depth is used up it returns alpha
// without looking at the position.
func (s *Searcher) quiesce(ply, depth int, alpha, beta float64) float64 {
	if !s.enter(ply) {
		return 0
	}
	s.nodes.Quiescence++
	if depth <= 0 {
		return alpha
	}
	f := &s.frames[ply]
	standPat := s.evaluate(f)
	if standPat >= beta {
		return beta
	}
	alpha = max(alpha, standPat)
	s.listCaptures(f)
	for m := f.moves.next(); m != board.NoMove; m = f.moves.next() {
		s.push(ply, m)
		v := -s.quiesce(ply+1, depth-1, -beta, -alpha)
		s.pop()
		if s.expired || v >= beta {
			return beta
		}
		alpha = max(alpha, v)
	}
	return alpha
}

// evaluate returns the evaluation for the side to move.
func (s *Searcher) evaluate(f *frame) float64 {
	v := 0.0
	switch {
	case s.evaluator != nil:
		v = float64(s.evaluator.Evaluate(&f.p))
	case s.static != nil:
		v = s.static(&f.p, f.sum.published())
	default:
		v = f.sum.published()
	}
	if f.p.SideToMove() == board.Black {
		return -v
	}
	return v
}

// toScore turns a value of the root's side to move into a score. A mate on the board
// after the root's move is worth 24000 and loses one with every half-move more.
func toScore(v float64) search.Score {
	plies := int(-mated-math.Abs(v)) + 1
	switch {
	case v > mateBound:
		return search.MateIn(plies)
	case v < -mateBound:
		return search.MatedIn(plies)
	}
	return search.Score(math.Round(v))
}
