package arena

import (
	"cmp"
	"container/heap"
	"slices"

	"example.org/centipawn/board"
)

// Line returns the nodes along moves from the root on, most at most.
func (t *Tree) Line(moves []board.Move, most int) (list []uint32) {
	index := uint32(Root)
	for _, m := range moves[:max(min(len(moves), most), 0)] {
		if index = t.Find(index, m); index == 0 {
			break
		}
		list = append(list, index)
	}
	return list
}

// MostVisited returns the children of a node that were visited, win by proof or are wanted, the latter first, then the
// most visited, and no more than this number if that is not 0.
func (t *Tree) MostVisited(index uint32, most int, wanted []uint32) (list []uint32) {
	nodes, first := t.ChildrenOf(index)
	for i := range nodes {
		if nodes[i].Visits.Load() > 0 || nodes[i].Proved() == Lost || slices.Contains(wanted, first+uint32(i)) {
			list = append(list, first+uint32(i))
		}
	}
	slices.SortStableFunc(list, func(a, b uint32) int {
		if slices.Contains(wanted, a) {
			return -1
		} else if slices.Contains(wanted, b) {
			return 1
		}
		return cmp.Compare(t.Nodes[b].Visits.Load(), t.Nodes[a].Visits.Load())
	})
	if most > 0 && len(list) > most {
		list = list[:most]
	}
	return list
}

// byVisits is a heap of nodes, the most visited first.
type byVisits struct {
	tree  *Tree
	nodes []uint32
}

// MostVisitedFirst returns a heap of indices of nodes, the most visited first; it begins with one.
func MostVisitedFirst(t *Tree, index uint32) heap.Interface { return &byVisits{t, []uint32{index}} }

func (h *byVisits) Len() int      { return len(h.nodes) }
func (h *byVisits) Swap(i, j int) { h.nodes[i], h.nodes[j] = h.nodes[j], h.nodes[i] }
func (h *byVisits) Push(x any)    { h.nodes = append(h.nodes, x.(uint32)) }

func (h *byVisits) Less(i, j int) bool {
	x, y := h.tree.Nodes[h.nodes[i]].Visits.Load(), h.tree.Nodes[h.nodes[j]].Visits.Load()
	return x > y || x == y && h.nodes[i] < h.nodes[j]
}

func (h *byVisits) Pop() any {
	last := len(h.nodes) - 1
	x := h.nodes[last]
	h.nodes = h.nodes[:last]
	return x
}
