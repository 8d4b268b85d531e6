package mcts

import (
	"math"

	"example.org/centipawn/search/mcts/arena"
)

// cuts reports whether branches are cut at all: not where both sides choose what is best for White.
func (w *worker) cuts() bool { return w.opt.Cut != NoCut && !w.has(WhitesView) }

// bound bounds a node of the line by its children, and reports whether it is proved by that.
func (w *worker) bound(n *arena.Node) bool {
	children := n.Children.Load()
	return w.opt.Solver && w.cuts() && children != 0 && n.Bound(w.tree.Of(&w.tree.Blocks[children]))
}

// interval returns the bounds of a child's value to the side that selects.
func (w *worker) interval(c *arena.Node) (low, high float64) {
	l, h := c.Bounds()
	low, high = 1-float64(h)/arena.HalfPoints, 1-float64(l)/arena.HalfPoints
	if w.opt.Cut == CutByEvaluations {
		guess := min(max(c.Guessed(), low), high)
		low, high = max(low, guess-w.opt.CutMargin), min(high, guess+w.opt.CutMargin)
	}
	return low, high
}

// A window is what cuts at the nodes of an iteration.
type window struct {
	alpha   [2]float64 // by the parity of the depth: what the side to move there is sure to have
	highest float64    // the largest upper bound of the children that selection chooses from
}

// open has nothing to cut with.
func (v *window) open() { v.alpha = [2]float64{math.Inf(-1), math.Inf(-1)} }

// narrow takes the bounds of the children that are selected from into the window.
func (w *worker) narrow(nodes []arena.Node) {
	if !w.cuts() {
		return
	}
	alpha := &w.window.alpha[w.depth&1]
	w.window.highest = math.Inf(-1)
	for i := range nodes {
		low, high := w.interval(&nodes[i])
		*alpha, w.window.highest = max(*alpha, low), max(w.window.highest, high)
	}
}

// isCut reports whether a child is not selected.
func (w *worker) isCut(c *arena.Node) bool {
	if !w.cuts() {
		return false
	}
	_, high := w.interval(c)
	return high <= w.window.alpha[w.depth&1] && high < w.window.highest
}

// compare takes the children that were visited into an open window, for a choice of the move that is played.
func (w *worker) compare(nodes []arena.Node) {
	if !w.cuts() {
		return
	}
	w.window.open()
	visited := len(nodes)
	for visited > 0 && nodes[visited-1].Visits.Load() == 0 { // with [One] those that were not opened are the last
		visited--
	}
	w.narrow(nodes[:visited])
}

// penalty is what is taken from the rank of a move that is cut, so that it is played where there is no other: the mean
// of its few visits was not corrected by more.
func (w *worker) penalty(c *arena.Node) float64 {
	if c.Visits.Load() > 0 && c.Proved() == arena.Open && w.isCut(c) {
		return proofRank / 2
	}
	return 0
}
