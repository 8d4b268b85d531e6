package mcts

import "example.org/centipawn/board"

// backup adds the value of the iteration's leaf, in the view of the side to move there, to the
// nodes of its line, and proves what follows from proofs.
func (w *worker) backup(value float64) {
	squares := w.opt.Selection == Tuned
	if w.has(WhitesView) {
		w.backupWhite(value)
		return
	}
	known := w.opt.Solver
	for i := w.depth; i >= 0; i-- {
		n := &w.tree.nodes[w.line[i]]
		if known = known && (i < w.depth && w.solve(n, i) || n.proved() != open); known {
			value = n.proved().value()
		}
		if w.opt.Implicit > 0 {
			w.minimax(n, value, i == w.depth)
		}
		value = 1 - value
		n.add(value, squares)
	}
}

// backupWhite adds the value in White's view to all nodes of the line.
func (w *worker) backupWhite(value float64) {
	if w.sideAt(w.depth) == board.Black {
		value = 1 - value
	}
	for _, i := range w.line[:w.depth+1] {
		w.tree.nodes[i].add(value, false)
	}
}

// sideAt returns the side to move after depth half-moves of the line.
func (w *worker) sideAt(depth int) board.Color { return w.root.SideToMove() ^ board.Color(depth&1) }

// solve proves a node of the line by its children if that can be done, and reports whether it is
// proved: won if a child is lost, lost if all are won, drawn if all are won or drawn.
//
// Source: M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo Tree Search Solver" (CG 2008); with
// draws as in H. Baier, M. Winands, "MCTS-Minimax Hybrids" (IEEE Trans. CI and AI in Games 7, 2015).
func (w *worker) solve(n *node, depth int) bool {
	if n.proved() != open {
		return true
	}
	children := n.children.Load()
	if children == 0 {
		return false
	}
	p, distance := verdict(w.tree.of(&w.tree.blocks[children]))
	if p == open && w.opt.Hybrid == InBackup && depth > 0 {
		here := w.at(depth)
		return w.forceNode(n, &here)
	}
	if p != open {
		n.prove(p, distance)
	}
	return p != open
}

// minimax keeps the guess of a node: its proof's value if it is proved, of a leaf its value to the
// side to move there, else the best guess of its children. A value that was played out is no
// evaluation: such a leaf keeps the guess that it was made with.
func (w *worker) minimax(n *node, value float64, leaf bool) {
	if p := n.proved(); p != open {
		n.setGuess(1 - p.value())
		return
	}
	children := n.children.Load()
	if leaf || children == 0 {
		if w.opt.Simulation == Static || w.opt.Simulation == Quiescence {
			n.setGuess(1 - value)
		}
		return
	}
	nodes, best := w.tree.of(&w.tree.blocks[children]), 0.0
	for i := range nodes {
		best = max(best, nodes[i].guessed())
	}
	n.setGuess(1 - best)
}
