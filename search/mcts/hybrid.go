package mcts

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search/mcts/arena"
)

// forced looks by brute force whether a mate is forced in a position within the depth of the
// hybrids, the shortest first. Of a win it returns the move. If it returns neither win nor loss, w.beaten says which moves,
// by their place among the legal ones, lose within that depth.
func (w *worker) forced(p *board.Position) (result arena.Proof, distance int, m board.Move) {
	w.quiet[0].pos = *p
	clear(w.beaten[:])
	for depth := 1; depth <= w.opt.HybridDepth && p.HalfmoveClock()+depth <= 100; depth++ {
		if result, distance, m = w.force(0, depth); result == arena.Won || result == arena.Lost {
			return result, distance, m
		}
	}
	return arena.Open, 0, board.NoMove
}

// force searches the position of a frame depth half-moves deep, for mates alone. What it returns
// of a search that is stopped meanwhile is true still: what was not looked at is open.
func (w *worker) force(ply, depth int) (result arena.Proof, distance int, best board.Move) {
	f := &w.quiet[ply]
	f.moves = f.pos.LegalMoves(f.moves[:0])
	if len(f.moves) == 0 {
		if f.pos.InCheck() {
			return arena.Lost, 0, board.NoMove
		}
		return arena.Drawn, 0, board.NoMove
	}
	if depth == 0 || w.stops() {
		return arena.Open, 0, board.NoMove
	}
	result = arena.Lost
	for i, m := range f.moves {
		next := &w.quiet[ply+1]
		w.made++
		next.pos = f.pos
		next.pos.Make(m)
		switch child, far, _ := w.force(ply+1, depth-1); child {
		case arena.Lost:
			return arena.Won, far + 1, m
		case arena.Won:
			distance = max(distance, far+1)
			w.beaten[i] = w.beaten[i] || ply == 0
		default:
			result = arena.Open
		}
	}
	return result, distance, board.NoMove
}

// unbeaten keeps those of the legal moves that do not lose by what forced has seen; at least one is left, unless forced was
// stopped.
//
// Source: H. Baier, M. Winands (2015), as above: rollouts of MCTS-MR avoid moves that lose.
func (w *worker) unbeaten(moves []board.Move) []board.Move {
	kept := moves[:0]
	for i, m := range moves {
		if !w.beaten[i] {
			kept = append(kept, m)
		}
	}
	return kept
}

// forceNode proves a node of the tree by brute force if that can be done, and of a win the child
// that it goes through, which is what is played there.
func (w *worker) forceNode(n *arena.Node, p *board.Position) bool {
	result, distance, m := w.forced(p)
	if result == arena.Open {
		return false
	}
	if result == arena.Won {
		w.tree.ProveLost(n, m, distance-1)
	}
	n.Prove(result, distance)
	return true
}

// at returns the position of the iteration's line after depth half-moves.
func (w *worker) at(depth int) board.Position {
	p := w.root
	for _, i := range w.line[1 : depth+1] {
		p.Make(w.tree.Nodes[i].Move)
	}
	return p
}
