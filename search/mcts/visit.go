package mcts

import "example.org/centipawn/search/mcts/arena"

// iterate makes one iteration. It does not allocate.
func (w *worker) iterate() {
	w.lock.RLock()
	defer w.lock.RUnlock()
	w.pos, w.depth, w.undone = w.root, 0, false
	w.window.open()
	w.stamp = w.tree.Clock.Add(1)
	w.line[0] = arena.Root
	value := w.descend()
	if w.undone {
		w.leaveNoTrace()
	} else {
		w.backup(value)
		w.undone = false // if brute force was stopped meanwhile
	}
	for ; w.depth > 0; w.depth-- {
		w.evaluator.Pop()
		w.path.Pop()
	}
	w.moved.Add(w.made)
	w.made = 0
}

// descend goes from the root to a leaf and returns its value to the side to move there.
//
// The visit counts from when a node is entered: to other threads it is a loss until its value
// comes ("virtual loss").
//
// Source: G. Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo Tree Search" (CG 2008).
func (w *worker) descend() float64 {
	for {
		n := &w.tree.Nodes[w.line[w.depth]]
		visits := n.Visits.Add(1)
		if n.Proved() != arena.Open {
			return w.value(n)
		}
		if w.opt.Hybrid == InSelection && visits == uint32(w.opt.HybridVisits) && w.depth > 0 && (w.ended(n) || w.forceNode(n, &w.pos)) {
			return w.value(n)
		}
		children := n.Children.Load()
		if children == 0 {
			children = w.grow(n, visits)
			if children != 0 && w.has(RandomChild) { // whether it was a random child itself before, or not
				return w.randomChild(children)
			}
			if w.depth == 0 && children != 0 && w.matesAtRoot(children) {
				return arena.Lost.Value()
			}
			if children == 0 || visits == 1 || n.Proved() != arena.Open {
				return w.value(n)
			}
		}
		if w.has(Reseeding) {
			w.reseeded.Seed(w.random.Uint32())
		}
		b := &w.tree.Blocks[children]
		b.Use(w.stamp)
		w.follow(w.child(n, b, visits))
	}
}

// grow sees whether the game is over at a leaf, and expands it if it was visited often enough. It
// returns the block of its moves, 0 if it has none.
func (w *worker) grow(n *arena.Node, visits uint32) uint32 {
	if w.depth > 0 && (w.ended(n) || visits == 1 && w.opt.MateCheck > NoMateCheck && w.mates(n)) || w.depth == deepest {
		return 0
	}
	if w.depth > 0 && visits < uint32(w.opt.ExpandVisits) {
		return 0
	}
	return w.expand(n)
}

// value returns the value of a leaf to the side to move there.
func (w *worker) value(n *arena.Node) float64 {
	switch p := n.Proved(); p {
	case arena.Open:
		return w.simulate()
	case arena.Drawn:
		return w.drawValue()
	default:
		return p.Value()
	}
}

// randomChild goes on to a child of the leaf, drawn at random, and returns its value to the side to
// move there.
func (w *worker) randomChild(children uint32) float64 {
	b := &w.tree.Blocks[children]
	w.follow(b.First + w.random.Uint32N(uint32(b.Size)))
	w.tree.Nodes[w.line[w.depth]].Visits.Add(1)
	return w.simulate()
}
