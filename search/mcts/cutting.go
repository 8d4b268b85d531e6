package mcts

import (
	"math"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/search/mcts/arena"
)

// Cut is which branches are not selected, because by bounds they cannot become the best: as in alpha-beta, with the
// bounds of the tree in place of values that are searched to an end.
//
// Each node has a lower and an upper bound of its value. They are backed up as minimax backs values up: the lower
// bound of a node is the largest of its children's, seen from its side, and likewise the upper one. On the way from the
// root α is, for each side, the largest lower bound of what that side has had to choose from so far. A child whose upper
// bound is not above α is not selected, unless there is none with a larger one: a win that is proved has the largest
// upper bound that there is, and is never cut.
//
// Sources: T. Cazenave, A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (CG 2010), for bounds by proofs, whose
// rule compares siblings alone; D. Knuth, R. Moore, "An Analysis of Alpha-Beta Pruning" (Artificial Intelligence 6,
// 1975), for the α of the way; H. Berliner, "The B* Tree Search Algorithm" (Artificial Intelligence 12, 1979), for bounds
// by evaluations. Lishex's text wishes for alpha-beta in its tree and does not say how.
type Cut uint8

// The cuts.
const (
	NoCut Cut = iota
	// CutByProofs has the bounds that follow from games that have ended: a loss, a draw or a win at least and at most.
	// What it cuts cannot be better than what is chosen from. It needs [Options.Solver].
	CutByProofs
	// CutByEvaluations has also the minimax of static evaluations, less and more a margin. Such a bound may be wrong;
	// it is computed again at each visit, so that a branch comes back when the evaluation of another falls.
	CutByEvaluations
)

var cutNames = []string{"none", "proofs", "evaluations"}

func (c Cut) String() string { return enum.Name(cutNames, c) }

// cutMargin is the margin of bounds by evaluations if nothing else is said, in expected score.
const cutMargin = 0.1

// keepsGuesses reports whether the minimax of evaluations is kept in the nodes.
func (o *Options) keepsGuesses() bool { return o.Implicit > 0 || o.Cut == CutByEvaluations }

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
