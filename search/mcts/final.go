package mcts

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/bandit"
	"example.org/centipawn/winprob"
)

// result is what the tree says so far.
func (w *worker) result(depth int) search.Result {
	w.lock.RLock()
	defer w.lock.RUnlock()
	r := search.Result{Depth: depth, Nodes: w.counted(), Time: w.control.Elapsed()}
	best := w.best(arena.Root)
	if best == 0 {
		r.Move = w.any()
		r.PV = []board.Move{r.Move}
		return r
	}
	w.settle(&r, best)
	return r
}

// settle makes a child of the root the move of a result.
func (w *worker) settle(r *search.Result, child uint32) {
	r.Score, r.PV = w.score(&w.tree.Nodes[child]), w.principal(child)
	r.Move, r.Ponder = r.PV[0], board.NoMove
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	}
}

// any returns a move of a root that was never expanded.
func (w *worker) any() board.Move { return w.allowed(w.root.LegalMoves(nil))[0] }

// overScore is the score of a root without moves.
func (w *worker) overScore() search.Score {
	if w.root.InCheck() {
		return search.MatedIn(0)
	}
	return 0
}

// best returns the index of the child that is played at a node: one that wins by proof and soonest,
// else by the rule of the options, one that loses by proof only where all do, and the longest. It
// is 0 if there is no child.
func (w *worker) best(index uint32) uint32 {
	nodes, first := w.tree.ChildrenOf(index)
	best, most := uint32(0), math.Inf(-1)
	w.compare(nodes)
	for i := range nodes {
		if rank := w.rank(&nodes[i]) - w.penalty(&nodes[i]); rank > most {
			best, most = first+uint32(i), rank
		}
	}
	return best
}

// proofRank is added to the rank of moves that win by proof, and taken from that of those that lose.
const proofRank = 1e12

// rank says how good a child is to be played.
func (w *worker) rank(c *arena.Node) float64 {
	switch n := c.Visits.Load(); {
	case n > 0 && w.has(WhitesView):
		return w.worth(c, n)
	case c.Proved() == arena.Lost:
		return proofRank - float64(c.Distance())
	case c.Proved() == arena.Won:
		return float64(c.Distance()) - 2*proofRank
	case n == 0:
		return float64(c.Prior) - proofRank
	case w.opt.Final == BestValue:
		return w.worth(c, n)
	case w.opt.Final == Secure:
		return w.worth(c, n) - bandit.InverseRoot(n)
	default:
		return float64(n) + w.worth(c, n) // of equal visits the better value
	}
}

// principal returns the line of the tree that begins with the move to a node: each side plays its
// best move of those visited.
func (w *worker) principal(index uint32) (line []board.Move) {
	for index != 0 && len(line) < search.MaxPly {
		n := &w.tree.Nodes[index]
		if len(line) > 0 && n.Visits.Load() == 0 && n.Proved() == arena.Open {
			break
		}
		line = append(line, n.Move)
		index = w.best(index)
	}
	return line
}

// largestScore is the score of a value of 1 that is not a proof, in centipawns.
const largestScore = 9000

// score returns the score of a child to the side that plays it.
func (w *worker) score(c *arena.Node) search.Score {
	switch n := c.Visits.Load(); {
	case c.Proved() == arena.Lost:
		return search.MateIn(min(c.Distance()+1, search.MaxPly))
	case c.Proved() == arena.Won:
		return search.MatedIn(min(c.Distance()+1, search.MaxPly))
	case n == 0, c.Proved() == arena.Drawn && !w.has(HalfDraws):
		return 0
	default:
		mean := c.Mean(n)
		if w.has(WhitesView) && w.root.SideToMove() == board.Black {
			mean = 1 - mean
		}
		centipawns := w.centipawns(mean)
		return search.Score(math.Round(min(max(centipawns, -largestScore), largestScore)))
	}
}

// effort returns the share of the root's visits that went into a move.
func (w *worker) effort(m board.Move) float64 {
	w.lock.RLock()
	defer w.lock.RUnlock()
	nodes, _ := w.tree.ChildrenOf(arena.Root)
	for i := range nodes {
		if c := &nodes[i]; c.Move == m {
			return float64(c.Visits.Load()) / float64(max(w.tree.Nodes[arena.Root].Visits.Load(), 1))
		}
	}
	return 0
}

// centipawns returns what a value is worth in centipawns; it undoes [worker.expected], at the root.
func (w *worker) centipawns(value float64) float64 {
	if w.has(Pawns) {
		return 100 * (value - 0.5)
	}
	value = min(max(value, 0), 1)
	if w.opt.models() {
		return w.opt.Model.Centipawn(value, w.opt.Phase(&w.root))
	}
	return winprob.Centipawn(w.opt.K, value)
}

// drawsMove reports whether the move of a game is drawn in place of the best being played.
func (w *worker) drawsMove(g *search.Game) bool {
	return w.opt.MoveTemperature > 0 && len(g.Moves()) < w.opt.MovePlies
}

// redraw puts a move that is drawn by the visits of the root's moves in the place of the best one, which
// stays where a mate is proved. Moves that lose by proof are not drawn.
func (w *worker) redraw(r *search.Result) {
	nodes, first := w.tree.ChildrenOf(arena.Root)
	chances, some := w.weights[:len(nodes)], false
	for i := range nodes {
		chances[i] = math.Inf(-1)
		if n := nodes[i].Visits.Load(); n > 0 && nodes[i].Proved() != arena.Won {
			chances[i], some = math.Log(float64(n)), true
		}
	}
	if some && !r.Score.IsMate() {
		w.settle(r, first+uint32(bandit.Softmax(chances, w.opt.MoveTemperature, w.random)))
	}
}
