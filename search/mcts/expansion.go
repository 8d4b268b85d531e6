package mcts

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search/mcts/arena"
)

// expand gives the node of the iteration's position its moves. It returns their block, and 0 if
// the tree is full, or another thread is at it.
func (w *worker) expand(n *arena.Node) uint32 {
	if w.stunted.Load() || !n.TryExpand() {
		return 0
	}
	defer n.Expanded()
	if c := n.Children.Load(); c != 0 {
		return c // another thread has done it since the caller looked
	}
	moves := w.pos.LegalMoves(w.moves[0][:0])
	if w.depth == 0 {
		moves = w.allowed(moves)
	}
	if len(moves) == 0 {
		return 0 // of a game that is over and not seen to be
	}
	index := w.tree.Allocate(w.line[w.depth], len(moves))
	if index == 0 {
		w.fill.Store(true)
		return 0
	}
	b := &w.tree.Blocks[index]
	children := w.tree.Of(b)
	for i, m := range moves {
		children[i].Move = m
	}
	w.arrange(children)
	if w.opt.Expansion == All {
		b.Opened.Store(uint32(len(moves)))
	}
	n.Children.Store(index)
	return index
}

// allowed keeps those of the root's moves that the limits name.
func (w *worker) allowed(moves []board.Move) []board.Move {
	only := w.control.Limits().Moves
	if len(only) == 0 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m board.Move) bool { return !slices.Contains(only, m) })
}

// arrange gives children what the parts ask for: evaluations, policies, an order.
func (w *worker) arrange(children []arena.Node) {
	if w.opt.evaluates() {
		w.evaluate(children)
	}
	if w.opt.AsksPolicy() {
		w.setPriors(children)
		if w.opt.Noise > 0 && w.depth == 0 {
			w.mixNoise(children)
		}
	}
	switch w.opt.Order {
	case Shuffled:
		w.random.Shuffle(len(children), func(i, j int) { arena.Swap(children, i, j) })
	case Weighted:
		w.weigh(children)
	case ByPolicy:
		sortByPolicy(children)
	case ByInner:
		w.innerFirst(children)
	}
}

// evaluate keeps the static evaluation of each child as its guess.
func (w *worker) evaluate(children []arena.Node) {
	w.before = w.pos
	for i := range children {
		children[i].SetGuess(w.after(children[i].Move))
	}
}

// weigh draws children one by one by their evaluations.
//
// Source: Lishex, "evaluation-based sampling".
func (w *worker) weigh(children []arena.Node) {
	for i := range children {
		rest := children[i:]
		for j := range rest {
			w.weights[j] = rest[j].Guessed()
		}
		arena.Swap(children, i, i+w.drawEvaluated(w.weights[:len(rest)]))
	}
}

// sortByPolicy puts the most probable child first; equal ones keep their order.
func sortByPolicy(children []arena.Node) {
	for i := 1; i < len(children); i++ {
		for j := i; j > 0 && children[j].Prior > children[j-1].Prior; j-- {
			arena.Swap(children, j, j-1)
		}
	}
}

// after returns the static evaluation after a move in the position of w.before, as an expected
// score of the side that moves.
func (w *worker) after(m board.Move) float64 {
	w.play(m)
	value := 1 - w.expected(w.static())
	w.evaluator.Pop()
	w.path.Pop()
	w.pos = w.before
	return value
}
