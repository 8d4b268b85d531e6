package mcts

import "example.org/centipawn/board"

// listen begins a simulation, for replies, with the moves that have led to its leaf.
func (w *worker) listen() {
	if w.replies == nil {
		return
	}
	w.replies.Begin()
	for _, i := range w.line[1 : w.depth+1] {
		w.replies.Hear(w.tree.Nodes[i].Move)
	}
}

// learn takes in the simulation, whose value is that of the side to move at its leaf.
func (w *worker) learn(value float64) {
	if w.replies == nil || w.undone {
		return
	}
	if w.depth&1 == 1 {
		value = 1 - value
	}
	w.replies.End(w.root.SideToMove(), value)
}

// anyOf returns a move at random, or what was learnt in its place.
func (w *worker) anyOf(moves []board.Move) board.Move {
	if w.replies != nil {
		if i, ok := w.replies.Answer(moves, w.pos.SideToMove(), w.random); ok {
			return moves[i]
		}
	}
	return moves[w.random.IntN(len(moves))]
}
