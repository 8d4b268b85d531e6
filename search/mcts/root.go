package mcts

import (
	"cmp"
	"container/heap"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
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
	nodes, first := w.tree.childrenOf(root)
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
	c := &w.tree.nodes[index]
	m := Move{Move: c.move, Visits: int(c.visits.Load()), Value: 0.5, Prior: float64(c.prior), Score: w.score(c), Line: w.principal(index)}
	if m.Visits > 0 || c.proved() != open {
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
	next := &byVisits{w.tree, []uint32{root}}
	wanted := w.tree.line(part.Line, min(part.Plies, part.Positions-1))
	for _, index := range wanted {
		chosen[index] = true
	}
	for len(chosen) < max(part.Positions, 1) && next.Len() > 0 {
		index := heap.Pop(next).(uint32)
		chosen[index] = true
		if depth[index] == part.Plies {
			continue
		}
		for _, child := range w.tree.mostVisited(index, part.Moves, wanted) {
			depth[child] = depth[index] + 1
			heap.Push(next, child)
		}
	}
	top := w.branch(root, chosen)
	return &top
}

// line returns the nodes along moves from the root on, most at most.
func (t *tree) line(moves []board.Move, most int) (list []uint32) {
	index := uint32(root)
	for _, m := range moves[:max(min(len(moves), most), 0)] {
		if index = t.find(index, m); index == 0 {
			break
		}
		list = append(list, index)
	}
	return list
}

// mostVisited returns the children of a node that were visited, win by proof or are wanted, the latter first, then the
// most visited, and no more than this number if that is not 0.
func (t *tree) mostVisited(index uint32, most int, wanted []uint32) (list []uint32) {
	nodes, first := t.childrenOf(index)
	for i := range nodes {
		if nodes[i].visits.Load() > 0 || nodes[i].proved() == lost || slices.Contains(wanted, first+uint32(i)) {
			list = append(list, first+uint32(i))
		}
	}
	slices.SortStableFunc(list, func(a, b uint32) int {
		if slices.Contains(wanted, a) {
			return -1
		} else if slices.Contains(wanted, b) {
			return 1
		}
		return cmp.Compare(t.nodes[b].visits.Load(), t.nodes[a].visits.Load())
	})
	if most > 0 && len(list) > most {
		list = list[:most]
	}
	return list
}

// branch returns a node with those after it that are chosen.
func (w *worker) branch(index uint32, chosen map[uint32]bool) (b Branch) {
	b.Move = w.describe(index)
	if index == root {
		b.Move.Move, b.Value, b.Line = board.NoMove, w.rootValue(), nil
	}
	nodes, first := w.tree.childrenOf(index)
	for i := range nodes {
		if child := first + uint32(i); chosen[child] {
			b.Next = append(b.Next, w.branch(child, chosen))
		} else {
			b.More++
			b.Rest += int(nodes[i].visits.Load())
		}
	}
	slices.SortStableFunc(b.Next, func(x, y Branch) int { return y.Visits - x.Visits })
	return b
}

// rootValue returns the value of the root to the side to move.
func (w *worker) rootValue() float64 {
	n := &w.tree.nodes[root]
	switch visits := n.visits.Load(); {
	case n.proved() != open:
		return n.proved().value()
	case visits == 0:
		return 0.5
	case w.has(WhitesView) && w.root.SideToMove() == board.White:
		return n.mean(visits)
	default:
		return 1 - n.mean(visits)
	}
}

// byVisits is a heap of nodes, the most visited first.
type byVisits struct {
	tree  *tree
	nodes []uint32
}

func (h *byVisits) Len() int      { return len(h.nodes) }
func (h *byVisits) Swap(i, j int) { h.nodes[i], h.nodes[j] = h.nodes[j], h.nodes[i] }
func (h *byVisits) Push(x any)    { h.nodes = append(h.nodes, x.(uint32)) }

func (h *byVisits) Less(i, j int) bool {
	x, y := h.tree.nodes[h.nodes[i]].visits.Load(), h.tree.nodes[h.nodes[j]].visits.Load()
	return x > y || x == y && h.nodes[i] < h.nodes[j]
}

func (h *byVisits) Pop() any {
	last := len(h.nodes) - 1
	x := h.nodes[last]
	h.nodes = h.nodes[:last]
	return x
}
