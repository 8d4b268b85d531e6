package mcts

import (
	"errors"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts/arena"
)

// withInner gives the parts of a preset alpha-beta as the inner search, which counts its calls.
func withInner(t *testing.T, name string, calls *int) Options {
	opt := options(t, name)
	opt.Inner.New = func() search.Searcher {
		return counting{alphabeta.New(newMaterial, alphabeta.Options{Hash: 1}), calls}
	}
	opt.Inner.Nodes = 20
	return opt
}

type counting struct {
	search.Searcher
	calls *int
}

func (c counting) Search(g *search.Game, control *search.Control, report func(*search.Info)) search.Result {
	*c.calls++
	return c.Searcher.Search(g, control, report)
}

// TestInformed: the presets of the thesis ask the inner search where they say, and play legal moves.
func TestInformed(t *testing.T) {
	const middlegame, endgame = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/PP3PP1/R3K3 w - - 0 1"
	for _, tt := range []struct {
		preset                 string
		inMiddlegame, inEnding bool
	}{
		{"mcc-sr", true, true}, {"mcc-sr-k", true, true}, {"mcc-sr-pr-p", true, true}, {"mcc-sse", true, true},
		{"mcc-sr-32-25-r", true, false}, {"mcc-sr-15-r", false, true}, {"mcc-sr-mg", true, false}, {"mcc-sr-eg", false, true},
		{"mcc-solver", false, false},
	} {
		for _, at := range []struct {
			fen  string
			asks bool
		}{{middlegame, tt.inMiddlegame}, {endgame, tt.inEnding}} {
			calls := 0
			opt := withInner(t, tt.preset, &calls)
			if opt.SimulationDepth == 0 {
				opt.SimulationDepth = 3 // to the place of the call and no further
			}
			g := play(t, at.fen, "")
			r := run(New(newMaterial, opt), g, search.Limits{Nodes: 12})
			if !g.Position().IsLegal(r.Move) || (calls > 0) != at.asks {
				t.Errorf("%s: %d calls on %s", tt.preset, calls, at.fen)
			}
		}
	}
}

// TestGivenUp: an iteration that is stopped within its simulation leaves no trace.
func TestGivenUp(t *testing.T) {
	calls := 0
	opt := withInner(t, "mcc-sr", &calls)
	s := New(newMaterial, opt)
	w := ready(s, search.NewGame(board.Start()))
	for range 5 {
		w.advance()
	}
	before := dump(s.tree, arena.Root)
	w.control.Stop()
	w.nodes.Add(1)
	w.iterate()
	if after := dump(s.tree, arena.Root); !w.undone || after != before {
		t.Errorf("undone %v, the tree is %s, before %s", w.undone, after, before)
	}
}

// TestMost: the iterations of a preset bind whatever the limits.
func TestMost(t *testing.T) {
	opt := options(t, "modern")
	opt.Most = 50
	for _, nodes := range []uint64{0, 20, 100} {
		r := run(New(newMaterial, opt), search.NewGame(board.Start()), search.Limits{Nodes: nodes})
		if want := min(nodes-1, 49) + 1; r.Nodes != want {
			t.Errorf("limit %d: %d iterations, want %d", nodes, r.Nodes, want)
		}
	}
}

// inside returns the parts of a preset with alpha-beta within, in games of a few half-moves.
func inside(t testing.TB, name string, threads int) Options {
	opt := options(t, name)
	opt.Inner.New = func() search.Searcher { return alphabeta.New(newMaterial, alphabeta.Options{Hash: 1}) }
	opt.Inner.Nodes, opt.SimulationDepth, opt.Threads = 200, 6, threads
	return opt
}

// TestInformedLimits: the last iteration that a limit of nodes allows is finished.
func TestInformedLimits(t *testing.T) {
	for _, threads := range []int{1, 3} {
		s := New(newMaterial, inside(t, "mcc-sr", threads))
		for _, nodes := range []uint64{1, 2, 13} {
			r := run(s, search.NewGame(board.Start()), search.Limits{Nodes: nodes})
			if visits := s.tree.Nodes[arena.Root].Visits.Load(); r.Nodes != nodes || uint64(visits) != nodes {
				t.Errorf("%d threads: %d iterations, %d visits of the root, want %d", threads, r.Nodes, visits, nodes)
			}
		}
	}
}

// TestInnerNewGame: a new game knows nothing of the one before, the inner search neither.
func TestInnerNewGame(t *testing.T) {
	opt := inside(t, "mcc-sr", 1)
	opt.SimulationDepth, opt.Inner.Nodes = 40, 400
	s := New(newMaterial, opt)
	var means [2]float64
	for i := range means {
		s.NewGame()
		run(s, search.NewGame(board.Start()), search.Limits{Nodes: 20})
		means[i] = s.tree.Nodes[arena.Root].Mean(20)
	}
	if means[0] != means[1] {
		t.Errorf("the mean of the root's values is %v, in the second game %v", means[0], means[1])
	}
}

// TestInnerStops: an inner search that would go on for ever ends with the search that it is part of.
func TestInnerStops(t *testing.T) {
	for _, threads := range []int{1, 2} {
		opt := inside(t, "mcc-sr", threads)
		opt.Inner.Nodes, opt.Inner.Depth = 0, search.MaxPly
		s := New(newMaterial, opt)
		c := search.NewControl(search.Limits{Infinite: true}, board.White, 0)
		time.AfterFunc(20*time.Millisecond, c.Stop)
		if r := s.Search(search.NewGame(board.Start()), c, nil); r.Move == board.NoMove {
			t.Errorf("%d threads, stopped: no move", threads)
		}
		if r := run(s, search.NewGame(board.Start()), search.Limits{MoveTime: 20 * time.Millisecond}); r.Move == board.NoMove {
			t.Errorf("%d threads, 20 ms: no move", threads)
		}
	}
}

// failing is an inner search that works for some calls.
type failing struct {
	search.Searcher
	left   int
	closed *int
}

func (f *failing) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	if f.left--; f.left < 0 {
		return search.Result{}
	}
	return f.Searcher.Search(g, c, report)
}

func (f *failing) Err() error {
	if f.left < 0 {
		return errors.New("died")
	}
	return nil
}

func (f *failing) Close() error { *f.closed++; return nil }

// TestInnerFails: the search ends with the failure of the search within it, says why, and has a legal
// move; what it is made of is closed with it.
func TestInnerFails(t *testing.T) {
	for _, name := range []string{"mcc-sr", "mcc-sse"} {
		for _, threads := range []int{1, 3} {
			opt, closed := inside(t, name, threads), 0
			opt.Inner.New = func() search.Searcher {
				return &failing{alphabeta.New(newMaterial, alphabeta.Options{Hash: 1}), 20, &closed}
			}
			s := New(newMaterial, opt)
			g := search.NewGame(board.Start())
			r := run(s, g, search.Limits{Infinite: true})
			if err := search.Err(s); err == nil || err.Error() != "died" || !g.Position().IsLegal(r.Move) {
				t.Errorf("%s, %d threads: %v, move %v", name, threads, err, r.Move)
			}
			if err := s.Close(); err != nil || closed != threads {
				t.Errorf("%s: %v, %d of %d closed", name, err, closed, threads)
			}
		}
	}
}

// asked is an inner search that lets a test do what it wants within it.
type asked struct {
	search.Searcher
	within func(c *search.Control)
}

func (a asked) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	a.within(c)
	return a.Searcher.Search(g, c, report)
}

// askedSearcher returns a searcher with threads of which each calls f within its inner searches.
func askedSearcher(t *testing.T, threads int, f func(c *search.Control)) *Searcher {
	opt := inside(t, "mcc-sr", threads)
	opt.Inner.New = func() search.Searcher {
		return asked{alphabeta.New(newMaterial, alphabeta.Options{Hash: 1}), f}
	}
	return New(newMaterial, opt)
}

// TestInnerProof: a thread within an inner search gives its iteration up when another one has proved the
// root.
func TestInnerProof(t *testing.T) {
	var s *Searcher
	s = askedSearcher(t, 2, func(c *search.Control) {
		before := c.ExpiredNow()
		s.tree.Nodes[arena.Root].Prove(arena.Won, 1)
		if before || !c.ExpiredNow() {
			t.Errorf("the inner search is to end: %v, when the root is proved %v", before, c.ExpiredNow())
		}
	})
	g := search.NewGame(board.Start())
	first := ready(s, g)
	helper := s.workers[1]
	helper.begin(first.task, g)
	helper.iterate()
	if visits := s.tree.Nodes[arena.Root].Visits.Load(); !helper.undone || visits != 0 || s.tree.Nodes[arena.Root].Proved() != arena.Won {
		t.Errorf("undone %v, %d visits of the root", helper.undone, visits)
	}
}

// TestInnerClock: an inner search looks at the clock of the search that it is part of whenever it looks at
// its own, however seldom that was looked at before; when the time is over no other is asked.
func TestInnerClock(t *testing.T) {
	const moveTime = 50 * time.Millisecond
	c, calls := search.NewControl(search.Limits{MoveTime: moveTime}, board.White, 0), 0
	s := askedSearcher(t, 1, func(inner *search.Control) {
		for calls++; c.Elapsed() <= moveTime; {
			time.Sleep(time.Millisecond)
		}
		if !inner.ExpiredNow() {
			t.Error("the time is over, and the inner search is to go on")
		}
	})
	w := ready(s, search.NewGame(board.Start()))
	w.control = c
	for range 1 << 14 {
		c.Expired(0) // so often that it looks at the clock seldom
	}
	for range 3 {
		w.iterate()
		if !w.undone {
			t.Error("an iteration is finished after the time")
		}
	}
	if calls > 1 { // none if the machine is that slow
		t.Errorf("%d inner searches", calls)
	}
}
