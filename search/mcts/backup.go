package mcts

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search/mcts/arena"
)

// backup adds the value of the iteration's leaf, in the view of the side to move there, to the
// nodes of its line, and proves what follows from proofs.
func (w *worker) backup(value float64) {
	squares := w.opt.Selection == Tuned || w.opt.Selection == UCBV
	switch {
	case w.has(RootBackup):
		w.backupRoot(value)
		return
	case w.has(WhitesView):
		w.backupWhite(value)
		return
	}
	known := w.opt.Solver
	for i := w.depth; i >= 0; i-- {
		n := &w.tree.Nodes[w.line[i]]
		known = i < w.depth && w.bound(n) || known
		if known = known && (i < w.depth && w.solve(n, i) || n.Proved() != arena.Open); known {
			value = n.Proved().Value()
		}
		if w.opt.keepsGuesses() {
			w.minimax(n, value, i == w.depth)
		}
		value = 1 - value
		w.add(n, i, value, squares)
	}
}

// add adds the value of the iteration to a node of the line.
func (w *worker) add(n *arena.Node, depth int, value float64, squares bool) {
	if w.opt.Selection == EXP3 {
		w.gain(n, depth, value)
	}
	if w.opt.Feedback > 0 {
		n.Blend(value, w.opt.Feedback, squares)
		return
	}
	n.Add(value, squares)
}

// backupWhite adds the value in White's view to all nodes of the line.
func (w *worker) backupWhite(value float64) {
	if w.sideAt(w.depth) == board.Black {
		value = 1 - value
	}
	for _, i := range w.line[:w.depth+1] {
		w.tree.Nodes[i].Add(value, false)
	}
}

// backupRoot adds the value in White's view to the root alone, and leaves no trace elsewhere: no visit counts, the root's
// neither, and that the game is over is not noted.
func (w *worker) backupRoot(value float64) {
	if w.sideAt(w.depth) == board.Black {
		value = 1 - value
	}
	w.leaveNoTrace()
	if leaf := &w.tree.Nodes[w.line[w.depth]]; leaf.Proved() != arena.Open {
		leaf.Forget()
	}
	w.tree.Nodes[arena.Root].Add(value, false)
}

// sideAt returns the side to move after depth half-moves of the line.
func (w *worker) sideAt(depth int) board.Color { return w.root.SideToMove() ^ board.Color(depth&1) }

// solve proves a node of the line by its children if that can be done, and reports whether it is
// proved: won if a child is lost, lost if all are won, drawn if all are won or drawn.
//
// Source: M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo Tree Search Solver" (CG 2008); with
// draws as in H. Baier, M. Winands, "MCTS-Minimax Hybrids" (IEEE Trans. CI and AI in Games 7, 2015).
func (w *worker) solve(n *arena.Node, depth int) bool {
	if n.Proved() != arena.Open {
		return true
	}
	children := n.Children.Load()
	if children == 0 {
		return false
	}
	p, distance := arena.Verdict(w.tree.Of(&w.tree.Blocks[children]))
	if p == arena.Open && w.opt.Hybrid == InBackup && depth > 0 {
		here := w.at(depth)
		return w.forceNode(n, &here)
	}
	if p != arena.Open {
		n.Prove(p, distance)
	}
	return p != arena.Open
}

// minimax keeps the guess of a node: its proof's value if it is proved, of a leaf its value to the
// side to move there, else the best guess of its children. A value that was played out is no
// evaluation: such a leaf keeps the guess that it was made with.
func (w *worker) minimax(n *arena.Node, value float64, leaf bool) {
	if p := n.Proved(); p != arena.Open {
		n.SetGuess(1 - p.Value())
		return
	}
	children := n.Children.Load()
	if leaf || children == 0 {
		if w.opt.Simulation == Static || w.opt.Simulation == Quiescence {
			n.SetGuess(1 - value)
		}
		return
	}
	nodes, best := w.tree.Of(&w.tree.Blocks[children]), 0.0
	for i := range nodes {
		best = max(best, nodes[i].Guessed())
	}
	n.SetGuess(1 - best)
}
