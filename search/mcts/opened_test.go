package mcts

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// TestOpened: the larger ε is the fewer moves of the root are opened and the deeper the tree is; with
// ε = 1 every visit follows the one line that there is.
func TestOpened(t *testing.T) {
	opened, deepest := 100, 0
	for _, epsilon := range []float64{0, 0.5, 0.9, 1} {
		opt := options(t, "lishex")
		opt.Epsilon = epsilon
		s := New(newMaterial, opt)
		run(s, search.NewGame(board.Start()), search.Limits{Nodes: 400})
		checkTree(t, s, false)
		visited := 0
		for _, m := range s.Root() {
			if m.Visits > 0 {
				visited++
			}
		}
		if depth := s.Spent().Deepest; visited > opened || depth < deepest || epsilon == 1 && visited != 1 {
			t.Errorf("ε = %g: %d moves opened, depth %d, after %d and %d", epsilon, visited, depth, opened, deepest)
		} else {
			opened, deepest = visited, depth
		}
	}
	if opened != 1 || deepest < 20 {
		t.Errorf("%d moves and depth %d with ε = 1", opened, deepest)
	}
}

// TestOpenedHopeless: where every opened child loses by proof another is opened, whatever ε.
func TestOpenedHopeless(t *testing.T) {
	opt := options(t, "mcc-solver")
	opt.Sampling, opt.Epsilon = Opened, 1
	w := ready(New(newMaterial, opt), search.NewGame(board.Start()))
	nodes := make([]arena.Node, 2)
	if w.keepsTo(nodes[:0]) || !w.keepsTo(nodes[:1]) {
		t.Error("it keeps to none, or not to one that is open")
	}
	nodes[0].Prove(arena.Won, 1)
	if w.keepsTo(nodes[:1]) || !w.keepsTo(nodes) {
		t.Error("it keeps to one that loses, or not to one that is open beside it")
	}
}
