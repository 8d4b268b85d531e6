package mcts

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// TestExpandedMeanwhile: a node that another thread has expanded since the caller looked keeps its
// block.
func TestExpandedMeanwhile(t *testing.T) {
	w := ready(New(newMaterial, options(t, "modern")), search.NewGame(board.Start()))
	w.pos = w.root
	n := &w.tree.Nodes[arena.Root]
	first := w.expand(n)
	if again, next := w.expand(n), w.tree.Allocate(arena.Root, 1); first == 0 || again != first || next != first+1 {
		t.Errorf("block %d, then %d; the next one is %d", first, again, next)
	}
}

// TestReuse: the tree of the position that was played is kept, whatever the moves until then,
// and only of the same game.
func TestReuse(t *testing.T) {
	s := New(newMaterial, options(t, "modern"))
	g := search.NewGame(board.Start())
	r := run(s, g, search.Limits{Nodes: 3000})
	known := s.tree.Nodes[s.tree.Find(arena.Root, r.PV[0])].Visits.Load()
	g.Make(r.PV[0])
	s.place(g, search.NewControl(search.Limits{}, board.Black, 0))
	if got := s.tree.Nodes[arena.Root].Visits.Load(); got != known || known < 100 {
		t.Errorf("%d visits are known, want %d", got, known)
	}
	s.place(play(t, board.StartFEN, "a2a3"), search.NewControl(search.Limits{}, board.Black, 0))
	if got := s.tree.Nodes[arena.Root].Visits.Load(); got != 0 {
		t.Errorf("another game: %d visits are known", got)
	}
}

// TestReuseClock: positions that differ in the half-move clock alone are not the same.
func TestReuseClock(t *testing.T) {
	s := New(newMaterial, options(t, "modern"))
	run(s, play(t, "7k/8/8/8/8/1R6/R7/K7 w - - 0 1", ""), search.Limits{Nodes: 20})
	if index := s.played(play(t, "7k/8/8/8/8/1R6/R7/K7 w - - 99 80", "")); index != 0 {
		t.Errorf("node %d of a game with another clock", index)
	}
}

// TestKeptProof: a search of a position that is proved has a depth.
func TestKeptProof(t *testing.T) {
	s := New(newMaterial, options(t, "modern"))
	g := play(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "")
	for range 2 {
		if r := run(s, g, search.Limits{Nodes: 1000}); r.Depth < 1 || r.Score != search.MateIn(1) {
			t.Errorf("depth %d, %v", r.Depth, r.Score)
		}
	}
}

// TestClose: a closed searcher holds no tree, and the next search has a new one.
func TestClose(t *testing.T) {
	s := New(newMaterial, options(t, "modern"))
	for range 2 {
		if r := run(s, search.NewGame(board.Start()), search.Limits{Nodes: 50}); r.Move == board.NoMove {
			t.Error("no move")
		}
		if err := s.Close(); err != nil || s.tree != nil || s.workers != nil || s.Root() != nil {
			t.Errorf("%v; the tree is there still", err)
		}
	}
}
