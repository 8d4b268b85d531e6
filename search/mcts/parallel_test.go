package mcts

import (
	"slices"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/replies"
)

// visitsOf returns the root's moves with their visits, in the order of the moves.
func visitsOf(s *Searcher) (list [][2]int) {
	for _, m := range s.Root() {
		list = append(list, [2]int{int(m.Move), m.Visits})
	}
	slices.SortFunc(list, func(a, b [2]int) int { return a[0] - b[0] })
	return list
}

// TestRootParallel: three trees have a third of the iterations each; what is played goes by the sum of the visits that
// three single searches with their seeds and their parts have; and it is the same when it is done again.
func TestRootParallel(t *testing.T) {
	opt := options(t, "lishex")
	opt.Threads, opt.Share, opt.Seed = 3, RootParallel, 11
	const nodes = 1000
	g := search.NewGame(board.Start())
	s := New(newMaterial, opt)
	r := run(s, g, search.Limits{Nodes: nodes})
	got := visitsOf(s)
	sums := map[int]int{}
	for i, part := range []uint64{334, 333, 333} {
		single := opt
		single.Threads, single.Share, single.Seed = 1, TreeParallel, opt.Seed+seedApart*uint64(i)
		one := New(newMaterial, single)
		run(one, g, search.Limits{Nodes: part})
		for _, m := range one.Root() {
			sums[int(m.Move)] += m.Visits
		}
	}
	for _, m := range got {
		if sums[m[0]] != m[1] {
			t.Errorf("%v has %d visits, the trees %d", board.Move(m[0]), m[1], sums[m[0]])
		}
	}
	if r.Nodes != nodes || s.Spent().Iterations != nodes {
		t.Errorf("%d iterations, %d spent, want %d", r.Nodes, s.Spent().Iterations, nodes)
	}
	again := New(newMaterial, opt)
	if run(again, g, search.Limits{Nodes: nodes}).Move != r.Move || !slices.Equal(visitsOf(again), got) {
		t.Error("it is another tree when done again")
	}
	bounded := opt
	bounded.Most = nodes
	if r := run(New(newMaterial, bounded), g, search.Limits{Nodes: 100 * nodes}); r.Nodes != nodes {
		t.Errorf("%d iterations of at most %d", r.Nodes, nodes)
	}
	run(s, g, search.Limits{Nodes: nodes})
	if !slices.Equal(visitsOf(s), got) {
		t.Error("a second search goes on with the first")
	}
}

// TestRootParallelLimits: fewer iterations than trees, depths, times and proofs end all of them.
func TestRootParallelLimits(t *testing.T) {
	opt := options(t, "modern")
	opt.Threads, opt.Share, opt.Reuse = 3, RootParallel, false
	s := New(newMaterial, opt)
	g := search.NewGame(board.Start())
	for _, lim := range []search.Limits{{Nodes: 1}, {Nodes: 2}, {Nodes: 50}, {Depth: 5}, {MoveTime: 5 * time.Millisecond}} {
		if r := run(s, g, lim); r.Move == board.NoMove || lim.Nodes > 0 && r.Nodes != lim.Nodes || lim.Depth > 0 && r.Nodes != 3<<lim.Depth {
			t.Errorf("%+v: %v after %d iterations", lim, r.Move, r.Nodes)
		}
	}
	if r := run(s, play(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", ""), search.Limits{}); r.Score != search.MateIn(1) {
		t.Errorf("%v for a mate in one", r.Score)
	}
	c := search.NewControl(search.Limits{Infinite: true}, board.White, 0)
	time.AfterFunc(5*time.Millisecond, c.Stop)
	if r := s.Search(g, c, nil); r.Move == board.NoMove {
		t.Error("stopped: no move")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestLeafParallel: with three threads a leaf is worth the mean of three games, in the same tree as often as it is done;
// its numbers of iterations are those of one thread, and it ends when it is stopped.
func TestLeafParallel(t *testing.T) {
	opt := options(t, "bubot")
	opt.SimulationDepth, opt.Threads, opt.Share = 30, 3, LeafParallel
	opt.Replies = replies.LastGood // a table for each thread
	g := search.NewGame(board.Start())
	var first [][2]int
	for range 2 {
		s := New(newMaterial, opt)
		r := run(s, g, search.Limits{Nodes: 300})
		checkTree(t, s, false)
		if r.Nodes != 300 {
			t.Errorf("%d iterations, want 300", r.Nodes)
		}
		if got := visitsOf(s); first == nil {
			first = got
		} else if !slices.Equal(got, first) {
			t.Error("it is another tree when done again")
		}
	}
	s := New(newMaterial, opt)
	if r := run(s, g, search.Limits{MoveTime: 5 * time.Millisecond}); r.Move == board.NoMove {
		t.Error("5 ms: no move")
	}
	if run(s, g, search.Limits{Nodes: 1}); s.Spent().Moves < 3*30 {
		t.Errorf("%d moves of three games of 30", s.Spent().Moves)
	}
}

// TestReplies: with last good replies games differ from those at random, and are the same for a seed; a table is forgotten
// before another search.
func TestReplies(t *testing.T) {
	opt := options(t, "bubot")
	opt.SimulationDepth = 40
	g := search.NewGame(board.Start())
	trees := map[replies.Kind][][2]int{}
	for _, kind := range []replies.Kind{replies.None, replies.LastGood, replies.LastGoodTwo, replies.NGrams} {
		opt.Replies = kind
		s := New(newMaterial, opt)
		run(s, g, search.Limits{Nodes: 600})
		trees[kind] = visitsOf(s)
		run(s, g, search.Limits{Nodes: 600})
		if !slices.Equal(visitsOf(s), trees[kind]) {
			t.Errorf("%v: a second search is not the first", kind)
		}
		if kind != replies.None && slices.Equal(trees[kind], trees[replies.None]) {
			t.Errorf("%v: the games are those at random", kind)
		}
	}
}
