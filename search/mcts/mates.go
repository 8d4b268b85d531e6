package mcts

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search/mcts/arena"
)

// The half-moves of a mate in one, and in two moves.
const (
	inOne = 1
	inTwo = 3
)

// mates reports whether the side to move at a leaf mates as the options' mate check looks for it,
// and notes how soon.
func (w *worker) mates(n *arena.Node) bool {
	moves := w.pos.LegalMoves(w.moves[0][:0])
	i, distance := w.mating(moves)
	if i < 0 {
		return false
	}
	n.Prove(arena.Won, distance)
	return true
}

// matesAtRoot looks for the same when the root is given its moves, since it is not a leaf, and goes to
// the position after the move.
func (w *worker) matesAtRoot(children uint32) bool {
	if w.opt.MateCheck == NoMateCheck {
		return false
	}
	b := &w.tree.Blocks[children]
	moves := w.moves[0][:0]
	for i := range w.tree.Of(b) {
		moves = append(moves, w.tree.Of(b)[i].Move)
	}
	i, distance := w.mating(moves)
	if i < 0 {
		return false
	}
	child := b.First + uint32(i)
	w.follow(child)
	n := &w.tree.Nodes[child]
	n.Visits.Add(1)
	n.Prove(arena.Lost, distance-1)
	return true
}

// mating returns the index of a move of the iteration's position that mates at once or, if that is
// wanted, gives check and mates in two moves, with the half-moves that it takes; −1 if there is none.
func (w *worker) mating(moves []board.Move) (index, distance int) {
	if i := w.mateInOne(&w.pos, moves); i >= 0 || w.opt.MateCheck < MateInTwo {
		return i, inOne
	}
	checks := board.NewChecks(&w.pos)
	for i, m := range moves {
		if checks.Gives(m) && w.forces(m) {
			return i, inTwo
		}
	}
	return -1, 0
}

// mateInOne returns the index of a move that mates at once, −1 if there is none.
func (w *worker) mateInOne(p *board.Position, moves []board.Move) int {
	checks := board.NewChecks(p)
	for i, m := range moves {
		if !checks.Gives(m) {
			continue
		}
		w.made++
		next := *p
		if next.Make(m); next.CountMoves() == 0 {
			return i
		}
	}
	return -1
}

// forces reports whether every reply to a check in the iteration's position is mated at once.
func (w *worker) forces(check board.Move) bool {
	f := &w.quiet[0]
	draw := w.enter(f, &w.pos, check)
	defer w.path.Pop()
	if draw {
		return false
	}
	f.moves = f.pos.LegalMoves(f.moves[:0])
	for _, reply := range f.moves {
		next := &w.quiet[1]
		draw := w.enter(next, &f.pos, reply)
		w.path.Pop()
		if draw || w.stops() {
			return false
		}
		next.moves = next.pos.LegalMoves(next.moves[:0])
		if w.mateInOne(&next.pos, next.moves) < 0 {
			return false
		}
	}
	return true
}

// enter makes the position after a move that of a frame, puts it on the path, and reports whether
// it is a draw there.
func (w *worker) enter(f *quietFrame, p *board.Position, m board.Move) (draw bool) {
	w.made++
	f.pos = *p
	f.pos.Make(m)
	w.path.Push(&f.pos)
	return w.path.IsDraw(&f.pos)
}

// shorten looks by brute force for a mate in two at a root for which the tree has proved a longer one,
// and notes it: a proof ends the search, so that the tree does not come to it.
func (w *worker) shorten() {
	n := &w.tree.Nodes[arena.Root]
	if w.opt.MateCheck < MateInTwo || n.Proved() != arena.Won || n.Distance() <= inTwo || w.root.HalfmoveClock()+inTwo > 100 {
		return
	}
	w.quiet[0].pos = w.root
	result, distance, m := w.force(0, inTwo)
	w.moved.Add(w.made)
	w.made = 0
	if child := w.tree.Find(arena.Root, m); result == arena.Won && child != 0 {
		w.tree.Nodes[child].Prove(arena.Lost, distance-1)
		n.Prove(arena.Won, distance)
	}
}
