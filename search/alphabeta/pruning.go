package alphabeta

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// decide tries to decide a node without a search of its moves. Only nodes off the principal
// variation, out of check and in no mate's window are decided so.
func (w *worker) decide(n *node) (score search.Score, ok bool) {
	if n.pv || n.inCheck {
		return 0, false
	}
	if score, ok = w.razor(n); ok {
		return score, true
	}
	if score, ok = w.reverse(n); ok {
		return score, true
	}
	if score, ok = w.tryPass(n); ok || w.stopped {
		return score, ok
	}
	return w.probCut(n)
}

// razor asks quiescence where the evaluation is so far below alpha that only a capture can
// help.
//
// Source: J. Birmingham, P. Kent, Tree-Searching and Tree-Pruning Techniques, Advances in
// Computer Chess 1 (1977), who razor at any depth; with quiescence, at low depth, in Strelka (2007).
func (w *worker) razor(n *node) (score search.Score, ok bool) {
	if !w.uses(Razoring) || n.depth > int(w.numbers[razorDepth]) || n.alpha.IsMate() || n.eval+w.razorMargin(n.depth) > n.alpha {
		return 0, false
	}
	score = w.quiesce(n.ply, n.alpha, n.beta)
	return score, score <= n.alpha && !w.stopped
}

// razorMargin is what captures may bring at a depth.
func (w *worker) razorMargin(depth int) search.Score {
	return w.numbers[razorMargin] * search.Score(2+depth*depth) / 2
}

// reverse takes the evaluation for the score where it is so far above beta that no answer
// of the enemy is expected to bring it below.
//
// Source: E. Heinz, Extended Futility Pruning, ICCA Journal 21 (1998); of the side to move
// as "static null move pruning" since 2010.
func (w *worker) reverse(n *node) (score search.Score, ok bool) {
	if !w.uses(ReverseFutility) || n.depth > 8 || n.beta.IsMate() || n.eval.IsMate() {
		return 0, false
	}
	depth := n.depth
	if n.improving {
		depth--
	}
	score = n.eval - w.numbers[reverseMargin]*search.Score(depth)
	return score, score >= n.beta
}

// tryPass lets the enemy move twice: if the position is still too good for him,
// so it is with a move of ours. Not where the evaluation is below beta, after
// another null move, and without a piece: there passing may be better than any move
// (zugzwang).
//
// Source: C. Donninger, Null Move and Deep Search, ICCA Journal 16 (1993).
func (w *worker) tryPass(n *node) (score search.Score, ok bool) {
	f := &w.frames[n.ply]
	if !w.uses(NullMove) || w.verifying || n.depth < 2 || f.passed || n.beta.IsMate() || n.eval < n.beta || !hasPiece(&f.pos) {
		return 0, false
	}
	reduction := 3 + n.depth/3
	if w.uses(NullGrowth) {
		reduction += int(min((n.eval-n.beta)/w.numbers[nullSlope], 3))
	}
	if !w.pass(n.ply) {
		return 0, false
	}
	score = -w.alphaBeta(n.ply+1, n.depth-reduction, -n.beta, 1-n.beta, !n.cut)
	w.unpass()
	if score >= n.beta && score.IsMate() {
		score = n.beta // a mate after a null move is not a mate
	}
	if score < n.beta || w.stopped {
		return score, false
	}
	return score, w.verify(n, n.depth-reduction)
}

// verify reports whether a null move that has failed high is to decide the node: at once at a low depth, else if a search
// of the side's moves, to the depth that followed the null move and without null moves, fails high, too. In zugzwang it does
// not.
//
// Source: D. Tabibi, N. Netanyahu, Verified Null-Move Pruning, ICGA Journal 25 (2002); this form, which
// begins at a depth, is Stockfish's (2008).
func (w *worker) verify(n *node, depth int) bool {
	if from := w.options.NullVerification; from == 0 || n.depth < from {
		return true
	}
	w.verifying = true
	score := w.alphaBeta(n.ply, depth, n.beta-1, n.beta, n.cut)
	w.verifying = false
	return score >= n.beta && !w.stopped
}

// hasPiece reports whether the side to move has more than king and pawns.
func hasPiece(p *board.Position) bool {
	us := p.SideToMove()
	return p.ByColor(us)&^(p.Pieces(us, board.Pawn)|p.Pieces(us, board.King)) != 0
}

// probCutDepth is the least depth at which ProbCut is tried, and probCutLess by how much
// less deep it searches.
const (
	probCutDepth = 5
	probCutLess  = 4
)

// probCut looks for a capture whose score at less depth is so far above beta that it will
// be above it at the full depth, too.
//
// Source: M. Buro, ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm,
// ICCA Journal 18 (1995); by captures in Stockfish (2012).
func (w *worker) probCut(n *node) (score search.Score, ok bool) {
	if !w.uses(ProbCut) || n.depth < probCutDepth || n.beta.IsMate() {
		return 0, false
	}
	beta := n.beta + w.numbers[probCutMargin]
	if beta.IsMate() || n.e.bound != noBound && n.e.depth >= n.depth-probCutLess+1 && n.e.score < beta {
		return 0, false
	}
	f := &w.frames[n.ply]
	need := int(float64(beta-f.static) / w.scale)
	w.pickMoves(n.ply, n.e.move, true)
	for m := f.picker.pick(w.scratch); m != board.NoMove; m = f.picker.pick(w.scratch) {
		if need > 0 && !board.SEE(&f.pos, m, need) {
			continue
		}
		if score, ok = w.probe(n, m, beta); ok || w.stopped {
			return score, ok
		}
	}
	return 0, false
}

// probe searches a move less deep, first by quiescence, and reports whether it is at least
// beta.
func (w *worker) probe(n *node, m board.Move, beta search.Score) (score search.Score, ok bool) {
	if !w.move(n.ply, m) {
		return 0, false
	}
	score = -w.quiesce(n.ply+1, -beta, 1-beta)
	if score >= beta && !w.stopped {
		score = -w.alphaBeta(n.ply+1, n.depth-probCutLess, -beta, 1-beta, !n.cut)
	}
	w.unmove()
	if score < beta || w.stopped {
		return 0, false
	}
	w.table.store(w.frames[n.ply].pos.Key(), n.ply, entry{m, score, n.e.static, n.depth - probCutLess + 1, lower})
	return score, true
}

// skips reports whether a move of a node need not be searched. best is the best score so
// far: while all moves lose by a mate none is skipped, nor any out of check.
func (w *worker) skips(n *node, m board.Move, quiet bool, best search.Score) bool {
	if n.pv || n.inCheck || best <= search.MatedIn(search.MaxPly) || !hasPiece(&w.frames[n.ply].pos) {
		return false
	}
	if !quiet {
		return w.losesMuch(n, m)
	}
	depth := n.depth - 1 // at which it would be searched
	if depth > 0 {
		depth = reduced(depth, w.reduction(n, m, true))
	}
	late := w.isLate(n) || w.isFutile(n, depth)
	if late {
		w.skipQuiet(n)
	}
	if (late || w.failedElsewhere(n, m, depth)) && !w.spares(n, m) {
		return true
	}
	return w.losesPiece(n, m, depth)
}

// hope is the score that a quiet move that is skipped is expected to reach at most: more than
// this the node cannot claim to be below.
func (w *worker) hope(n *node) search.Score {
	return min(n.alpha, n.eval+w.futility(n.depth))
}

// skipQuiet lets the picker of a node give no more quiet moves but checks.
func (w *worker) skipQuiet(n *node) {
	pk := &w.frames[n.ply].picker
	pk.noQuiet, pk.sparing = true, w.uses(CheckSparing)
}

// spares reports whether a quiet move is searched whatever speaks against it: a check may
// mate.
//
// Source: T. Romstad, Glaurung (2006), whose dangerous moves, checks among them, are neither
// pruned nor reduced.
func (w *worker) spares(n *node, m board.Move) bool {
	return w.uses(CheckSparing) && w.frames[n.ply].picker.findChecks().Gives(m)
}

// isLate reports whether enough quiet moves were searched at low depth: one that comes so
// late hardly ever is best.
//
// Source: Glaurung and Stockfish (2008), where it is called move count pruning.
func (w *worker) isLate(n *node) bool {
	if !w.uses(LateMovePruning) || n.depth > 10 {
		return false
	}
	enough := int(w.numbers[lateMoves]) + n.depth*n.depth
	if !n.improving {
		enough /= 2
	}
	return n.count >= enough
}

// isFutile reports whether a quiet move at a depth is not expected to bring the evaluation
// up to alpha.
//
// Source: J. Schaeffer, The Games Computers (and People) Play, Advances in Computers 52
// (2000); E. Heinz, Extended Futility Pruning, ICCA Journal 21 (1998).
func (w *worker) isFutile(n *node, depth int) bool {
	return w.uses(Futility) && !n.inCheck && depth <= 7 && !n.alpha.IsMate() && n.eval+w.futility(depth) <= n.alpha
}

// futility is what a quiet move may gain at a depth.
func (w *worker) futility(depth int) search.Score {
	return w.numbers[futilityBase] + w.numbers[futilityMargin]*search.Score(depth)
}

// failedElsewhere reports whether a quiet move has so bad a history that it is left out at
// a low depth.
//
// Source: Stockfish (2010).
func (w *worker) failedElsewhere(n *node, m board.Move, depth int) bool {
	return w.uses(HistoryPruning) && depth <= 4 && n.count > 1 &&
		w.quietHistory(n.ply, m) < -int32(w.numbers[historyPruning])*int32(depth+1)
}

// losesPiece reports whether a quiet move puts a piece where it is taken.
//
// Source: Stockfish (2013).
func (w *worker) losesPiece(n *node, m board.Move, depth int) bool {
	return w.uses(QuietSEEPruning) && depth <= 8 &&
		!board.SEE(&w.frames[n.ply].pos, m, -int(w.numbers[quietSEE])*depth*depth)
}

// losesMuch reports whether a capture loses more than a search of low depth brings back.
//
// Source: Stockfish (2013).
func (w *worker) losesMuch(n *node, m board.Move) bool {
	return w.uses(NoisySEEPruning) && n.depth <= 7 &&
		!board.SEE(&w.frames[n.ply].pos, m, -int(w.numbers[noisySEE])*n.depth)
}
