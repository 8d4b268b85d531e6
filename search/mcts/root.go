package mcts

import (
	"container/heap"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// A Move is what a tree knows of a move of its root.
type Move struct {
	Move   board.Move
	Visits int
	Value  float64      // expected score of the side to move; 0.5 without a visit
	Prior  float64      // the policy's share, 0 of searches without one
	Score  search.Score // the value as a score, or the mate that is proved
	Line   []board.Move // the moves that are visited most, beginning with Move
}

// Root returns what the last search knows of the root's moves, in the order of the tree; nil if
// there was none.
func (s *Searcher) Root() (list []Move) {
	w := s.last()
	if w == nil {
		return nil
	}
	nodes, first := w.tree.ChildrenOf(arena.Root)
	for i := range nodes {
		list = append(list, w.describe(first+uint32(i)))
	}
	return list
}

// last returns a worker of the last search, nil if there was none.
func (s *Searcher) last() *worker {
	if s.tree == nil || len(s.workers) == 0 || s.workers[0].task == nil {
		return nil
	}
	return s.workers[0]
}

// describe returns what the tree knows of the move to a node.
func (w *worker) describe(index uint32) Move {
	c := &w.tree.Nodes[index]
	m := Move{Move: c.Move, Visits: int(c.Visits.Load()), Value: 0.5, Prior: float64(c.Prior), Score: w.score(c), Line: w.principal(index)}
	if m.Visits > 0 || c.Proved() != arena.Open {
		m.Value = w.worth(c, max(uint32(m.Visits), 1))
	}
	return m
}

// A Branch is a position of a tree: the move that leads there, and branches after it.
type Branch struct {
	Move          // NoMove at the root, whose value is that of the side to move there
	Next []Branch // the most visited first
	More int      // moves after it that are not branches here
	Rest int      // their visits
}

// Part says how much of a tree is wanted. The root is always.
type Part struct {
	Positions int // at most, the root included
	Plies     int // half-moves from the root, at most
	Moves     int // of a position, at most; 0: all

	Line []board.Move // whose positions come first, whatever their visits
}

// Top returns the part of the last search's tree that has the most visits, each position with the one
// before it; nil if there was no search. Value and Score of a branch are those of the side whose move it
// is.
func (s *Searcher) Top(part Part) *Branch {
	w := s.last()
	if w == nil {
		return nil
	}
	chosen, depth := map[uint32]bool{}, map[uint32]int{}
	next := arena.MostVisitedFirst(w.tree, arena.Root)
	wanted := w.tree.Line(part.Line, min(part.Plies, part.Positions-1))
	for _, index := range wanted {
		chosen[index] = true
	}
	for len(chosen) < max(part.Positions, 1) && next.Len() > 0 {
		index := heap.Pop(next).(uint32)
		chosen[index] = true
		if depth[index] == part.Plies {
			continue
		}
		for _, child := range w.tree.MostVisited(index, part.Moves, wanted) {
			depth[child] = depth[index] + 1
			heap.Push(next, child)
		}
	}
	top := w.branch(arena.Root, chosen)
	return &top
}

// branch returns a node with those after it that are chosen.
func (w *worker) branch(index uint32, chosen map[uint32]bool) (b Branch) {
	b.Move = w.describe(index)
	if index == arena.Root {
		b.Move.Move, b.Value, b.Line = board.NoMove, w.rootValue(), nil
	}
	nodes, first := w.tree.ChildrenOf(index)
	for i := range nodes {
		if child := first + uint32(i); chosen[child] {
			b.Next = append(b.Next, w.branch(child, chosen))
		} else {
			b.More++
			b.Rest += int(nodes[i].Visits.Load())
		}
	}
	slices.SortStableFunc(b.Next, func(x, y Branch) int { return y.Visits - x.Visits })
	return b
}

// rootValue returns the value of the root to the side to move.
func (w *worker) rootValue() float64 {
	n := &w.tree.Nodes[arena.Root]
	switch visits := n.Visits.Load(); {
	case n.Proved() != arena.Open:
		return n.Proved().Value()
	case visits == 0:
		return 0.5
	case w.has(WhitesView) && w.root.SideToMove() == board.White:
		return n.Mean(visits)
	default:
		return 1 - n.Mean(visits)
	}
}
