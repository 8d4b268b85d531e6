package alphabeta

import (
	"math"

	"example.org/centipawn/board"
)

// halfMove is a half-move of a reduction, which is counted in parts of it.
const halfMove = 1024

// logs holds ln n, times halfMove.
var logs = func() (logs [256]int) {
	for n := 1; n < len(logs); n++ {
		logs[n] = int(math.Round(math.Log(float64(n)) * halfMove))
	}
	return logs
}()

// reduction returns by how much less deep a move is searched at first, in parts of
// halfMove: the later it comes and the deeper the node, the more,
//
//	base + slope · ln depth · ln number,
//
// and more where a move is expected to fail: at a node whose parent expects that it fails
// high, where the static evaluation falls, and for a move with a bad history; less on the
// principal variation.
//
// Sources: T. Romstad, An Introduction to Late Move Reductions (Glaurung, 2006); the
// logarithms are Stockfish's (2008).
func (w *worker) reduction(n *node, m board.Move, quiet bool) int {
	if !w.uses(LateMoveReductions) {
		return 0
	}
	product := logs[min(n.depth, 255)] * logs[min(n.count, 255)] / halfMove
	slope := int(w.numbers[reductionSlope])
	if !quiet {
		return int(w.numbers[reductionNoisy])*product/halfMove - max(w.relief(n), 0)
	}
	r := int(w.numbers[reductionBase]) + slope*product/halfMove - w.relief(n)
	k := &w.frames[n.ply].killers
	if m == k[0] || m == k[1] {
		r -= halfMove
	}
	return r - int(w.quietHistory(n.ply, m))*halfMove/int(w.numbers[reductionHistory])
}

// relief is by how much less the moves of a node are reduced for what the node is.
func (w *worker) relief(n *node) (r int) {
	if n.pv {
		r += halfMove
	}
	if n.cut {
		r -= int(w.numbers[reductionCut])
	}
	if !n.improving {
		r -= halfMove / 2
	}
	return r
}

// lateMove is the number of the first move that may be searched less deep: moves before it
// are likely to be best.
func lateMove(n *node) int {
	if n.pv {
		return 3
	}
	return 2
}

// reduced returns the depth of the first search of a move at a node, given the full one.
func reduced(depth, reduction int) int {
	return min(max(depth-max(reduction, 0)/halfMove, 1), depth)
}

// internalReduction makes a node without a move from the table a half-move less deep: its
// order of moves is bad, and the next iteration has a move.
//
// Source: E. Schröder (Rebel), as internal iterative reduction since Stockfish (2020).
func (w *worker) internalReduction(n *node) {
	if w.uses(InternalReduction) && n.depth >= 4 && n.e.move == board.NoMove && (n.pv || n.cut) {
		n.depth--
	}
}
