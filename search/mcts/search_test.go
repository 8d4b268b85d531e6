package mcts

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/replies"
)

// checkTree looks at every node of a tree in which nothing was recycled: values are in [0, 1], and
// the visits are those of the children and the node's own. Where the tree was kept from a search
// before, a draw that was forgotten may have had more of its own; of several threads one may pass
// the leaf that another has just expanded, or count a visit of its own while that is at it.
func checkTree(tb testing.TB, s *Searcher, kept bool) {
	tb.Helper()
	t := s.tree
	for i := uint32(arena.Root); i < t.End(); i++ {
		n := &t.Nodes[i]
		visits := n.Visits.Load()
		if visits == 0 {
			continue
		}
		if mean := n.Mean(visits); s.opt.Faults&Pawns == 0 && (mean < 0 || mean > 1) {
			tb.Fatalf("node %d: mean %v", i, mean)
		}
		children, _ := t.ChildrenOf(i)
		if len(children) == 0 || n.Proved() != arena.Open {
			continue
		}
		own := uint32(max(s.opt.ExpandVisits-1, 1))
		if i == arena.Root {
			own = 1
		}
		if s.opt.Threads > 1 && s.opt.Share == TreeParallel {
			own = 0
		}
		sum := own
		for j := range children {
			sum += children[j].Visits.Load()
		}
		if s.opt.Faults&RandomChild != 0 && sum == visits+1 {
			continue // it was never a leaf: a child was valued in its place
		}
		if sum != visits && (!kept || sum > visits) {
			tb.Fatalf("node %d: %d visits, with its children's %d", i, visits, sum)
		}
	}
}

// variants are options that between them use every part.
func variants(tb testing.TB) map[string]Options {
	list := map[string]Options{}
	for _, name := range Presets() {
		opt := options(tb, name)
		if opt.Asks() {
			opt.Inner.New, opt.SimulationDepth = newHasty, 20
		}
		list[name] = opt
	}
	modern := options(tb, "modern")
	with := func(name string, set func(o *Options)) {
		o := modern
		set(&o)
		list[name] = o
	}
	with("tuned", func(o *Options) { o.Selection, o.Exploration = Tuned, 1 })
	with("ucbv", func(o *Options) { o.Selection, o.Exploration = UCBV, 1 })
	with("moss", func(o *Options) { o.Selection, o.Exploration = MOSS, 0.5 })
	with("exp3", func(o *Options) { o.Selection, o.Exploration = EXP3, 0.2 })
	with("thompson", func(o *Options) { o.Selection, o.Exploration = Thompson, 1 })
	with("groups", func(o *Options) { o.Selection, o.Exploration, o.Groups = UCT, 0.4, ByKind })
	with("feedback", func(o *Options) { o.Feedback, o.Selection, o.Exploration = 1, Tuned, 1 })
	with("last replies", func(o *Options) { o.Simulation, o.SimulationDepth, o.Replies = Light, 8, replies.LastGoodTwo })
	with("n-grams", func(o *Options) { o.Simulation, o.SimulationDepth, o.Replies = Light, 8, replies.NGrams })
	with("implicit", func(o *Options) { o.Implicit = 0.4 })
	with("weighted", func(o *Options) {
		o.Selection, o.Expansion, o.Order, o.Sampling, o.Epsilon, o.Temperature = UCT, One, Weighted, ByEvaluation, 0.3, 0.2
	})
	with("uniform", func(o *Options) { o.Sampling, o.Epsilon, o.Order = Uniform, 0.5, Generated })
	with("greedy", func(o *Options) { o.Simulation, o.SimulationDepth = Greedy, 3 })
	with("sampled", func(o *Options) { o.Simulation, o.SimulationDepth, o.Simulations, o.Temperature = Sampled, 2, 3, 0.1 })
	with("rollouts", func(o *Options) { o.Hybrid, o.Simulation, o.SimulationDepth = InRollouts, Light, 2 })
	with("selection", func(o *Options) {
		o.Hybrid, o.HybridDepth, o.HybridVisits, o.MateCheck = InSelection, 2, 2, NoMateCheck
	})
	with("backup", func(o *Options) { o.Hybrid, o.HybridDepth = InBackup, 2 })
	with("tables", func(o *Options) {
		o.Gate, o.Tables = TablesAtLeaves, func(p *board.Position) (float64, bool) { return 0.5, p.Occupied().Count() <= 4 }
	})
	informed := inside(tb, "mcc-sr", 1)
	informed.Inner.Nodes, informed.Reuse = 20, true
	list["alpha-beta within"] = informed
	with("cut by proofs", func(o *Options) { o.Cut = CutByProofs })
	with("cut by evaluations", func(o *Options) { o.Selection, o.Exploration, o.Cut = UCT, 0.3, CutByEvaluations })
	with("mixture", func(o *Options) { o.Simulation, o.SimulationDepth, o.Lambda = Light, 3, 0.5 })
	with("inverse", func(o *Options) { o.Sampling, o.Epsilon, o.Chances = ByEvaluation, 0.3, Inverse })
	with("secure", func(o *Options) { o.Final, o.Growth, o.ExpandVisits, o.Order = Secure, 1, 1, Generated })
	return list
}

// TestTree: the laws of the tree hold, whatever the parts.
func TestTree(t *testing.T) {
	for name, opt := range variants(t) {
		t.Run(name, func(t *testing.T) {
			for _, fen := range []string{board.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/8/8/8/8/1k6/p7/K7 b - - 0 1"} {
				s := New(newMaterial, opt)
				g := play(t, fen, "")
				r := run(s, g, search.Limits{Nodes: 150})
				checkTree(t, s, false)
				if !g.Position().IsLegal(r.Move) || r.Nodes > 150 {
					t.Errorf("%s: %v after %d iterations", fen, r.Move, r.Nodes)
				}
			}
		})
	}
}

// dump returns the moves and visits of all that hangs on a node.
func dump(t *arena.Tree, index uint32) string {
	n := &t.Nodes[index]
	text := fmt.Sprintf("%v %d", n.Move, n.Visits.Load())
	nodes, first := t.ChildrenOf(index)
	for i := range nodes {
		text += " (" + dump(t, first+uint32(i)) + ")"
	}
	return text
}

// TestRepeats: one thread and a seed give the same tree, another seed another.
func TestRepeats(t *testing.T) {
	for name, opt := range variants(t) {
		var trees [3]string
		for i := range trees {
			opt.Seed = uint64(i / 2)
			s := New(newMaterial, opt)
			s.NewGame()
			run(s, search.NewGame(board.Start()), search.Limits{Nodes: 80})
			trees[i] = dump(s.tree, arena.Root)
		}
		if trees[0] != trees[1] {
			t.Errorf("%s: the same seed gives another tree", name)
		}
		if random := name == "lishex" || name == "bubot"; random && trees[0] == trees[2] {
			t.Errorf("%s: another seed gives the same tree", name)
		}
	}
}

// TestMates: mates in one and two, and how they are scored.
func TestMates(t *testing.T) {
	for _, tt := range []struct {
		name, fen, move string
		score           search.Score
	}{
		{"mate in one", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", search.MateIn(1)},
		{"mate in two", "7k/8/8/8/8/1R6/R7/K7 w - - 0 1", "", search.MateIn(3)},
		{"mated in one", "7k/R7/1R6/8/8/8/8/K7 b - - 0 1", "h8g8", search.MatedIn(2)},
		{"fifty moves: mate with the last", "7k/R7/8/8/8/1R6/8/K7 w - - 99 80", "b3b8", search.MateIn(1)},
	} {
		for _, name := range []string{"modern", "mcc-solver"} {
			g := play(t, tt.fen, "")
			r := run(New(newMaterial, options(t, name)), g, search.Limits{Nodes: 20_000})
			if tt.move != "" && r.Move.String() != tt.move || r.Score != tt.score && name == "modern" {
				t.Errorf("%s, %s: %v %v, want %s %v", tt.name, name, r.Move, r.Score, tt.move, tt.score)
			}
		}
	}
}

// TestDraws: games that are over have their exact value.
func TestDraws(t *testing.T) {
	for _, tt := range []struct{ name, fen, moves, move string }{
		{"the last pawn is taken", "8/8/8/3k4/8/4Kp2/8/8 w - - 0 1", "", ""},
		{"fifty moves: too late", "7k/8/8/8/8/8/R7/K7 w - - 99 80", "", ""},
		{"third time on the board", "7k/R7/8/8/8/8/8/K7 b - - 0 1", "h8g8 a1b1 g8h8 b1a1 h8g8 a1b1 g8h8 b1a1", "h8g8"},
	} {
		r := run(New(newMaterial, options(t, "modern")), play(t, tt.fen, tt.moves), search.Limits{Nodes: 3000})
		if r.Score != 0 || tt.move != "" && r.Move.String() != tt.move {
			t.Errorf("%s: %v %v", tt.name, r.Move, r.Score)
		}
	}
}

// TestNoMove: mate and stalemate at the root.
func TestNoMove(t *testing.T) {
	for fen, want := range map[string]search.Score{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": search.MatedIn(0), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": 0} {
		if r := run(New(newMaterial, options(t, "modern")), play(t, fen, ""), search.Limits{Nodes: 10}); r.Move != board.NoMove || r.Score != want {
			t.Errorf("%s: %v %v", fen, r.Move, r.Score)
		}
	}
}

// TestLimits: nodes are kept exactly, depths are doublings, and only moves that were asked for are
// played.
func TestLimits(t *testing.T) {
	only := []board.Move{board.NewMove(board.A2, board.A3), board.NewMove(board.H2, board.H3)}
	for _, threads := range []int{1, 3} {
		opt := options(t, "modern")
		opt.Threads = threads
		s := New(newMaterial, opt)
		g := search.NewGame(board.Start())
		for _, nodes := range []uint64{1, 2, 7, 100, 1025} {
			if r := run(s, g, search.Limits{Nodes: nodes}); r.Nodes != nodes || r.Move == board.NoMove {
				t.Errorf("%d threads: %d iterations, %v, want %d", threads, r.Nodes, r.Move, nodes)
			}
		}
		checkTree(t, s, true)
		if r := run(s, g, search.Limits{Depth: 9}); r.Depth != 9 || r.Nodes < 512 || threads == 1 && r.Nodes != 512 {
			t.Errorf("%d threads: depth %d after %d iterations, want 9 after 512", threads, r.Depth, r.Nodes)
		}
		if r := run(s, g, search.Limits{Nodes: 50, Moves: only}); !slices.Contains(only, r.Move) {
			t.Errorf("%d threads: %v, want one of %v", threads, r.Move, only)
		}
	}
}

// TestReports: the last one says what is played.
func TestReports(t *testing.T) {
	s := New(newMaterial, options(t, "modern"))
	g := search.NewGame(board.Start())
	var last search.Info
	n := 0
	r := s.Search(g, search.NewControl(search.Limits{Nodes: 1000}, board.White, 0), func(i *search.Info) {
		if i.Nodes <= last.Nodes || i.Depth < last.Depth || i.Score > search.Infinity {
			t.Errorf("%+v after %+v", i, last)
		}
		last = *i
		n++
	})
	if n != 10 || last.Nodes != r.Nodes || !slices.Equal(last.PV, r.PV) || last.SelDepth < len(r.PV) {
		t.Errorf("%d reports, the last %+v, result %+v", n, last, r)
	}
	visits := 1
	for _, m := range s.Root() {
		visits += m.Visits
		if m.Value < 0 || m.Value > 1 || m.Line[0] != m.Move {
			t.Errorf("%+v", m)
		}
	}
	if len(s.Root()) != 20 || visits != 1000 {
		t.Errorf("%d moves with %d visits", len(s.Root()), visits)
	}
}

// TestStop: an infinite search ends when it is told to, one with a time by itself.
func TestStop(t *testing.T) {
	for name, opt := range variants(t) {
		s := New(newMaterial, opt)
		c := search.NewControl(search.Limits{Infinite: true}, board.White, 0)
		time.AfterFunc(5*time.Millisecond, c.Stop)
		if r := s.Search(search.NewGame(board.Start()), c, nil); r.Move == board.NoMove {
			t.Errorf("%s, stopped: no move", name)
		}
		if r := run(s, search.NewGame(board.Start()), search.Limits{MoveTime: 5 * time.Millisecond}); r.Move == board.NoMove {
			t.Errorf("%s, 5 ms: no move", name)
		}
	}
}

// TestFull: a tree too small for the search is recycled or stunted, by several threads too, and
// goes on.
func TestFull(t *testing.T) {
	for _, full := range []Full{Recycle, Stunt} {
		for _, threads := range []int{1, 4} {
			opt := options(t, "modern")
			opt.Memory, opt.ExpandVisits, opt.Full, opt.Threads = 1, 1, full, threads
			s := New(newMaterial, opt)
			c := search.NewControl(search.Limits{Nodes: 4000}, board.White, 0)
			r := s.Search(search.NewGame(board.Start()), c, func(*search.Info) {})
			s.tree.Compact(0)
			if err := s.tree.Check(); err != nil {
				t.Fatal(err)
			}
			if r.Nodes != 4000 || r.Move == board.NoMove {
				t.Errorf("%v, %d threads: %d iterations, %v", full, threads, r.Nodes, r.Move)
			}
			if visits := s.tree.Nodes[arena.Root].Visits.Load(); visits != 4000 {
				t.Errorf("%v, %d threads: the root has %d visits", full, threads, visits)
			}
		}
	}
}

// TestNoAllocation: an iteration allocates nothing, save what an inner search allocates for its result.
func TestNoAllocation(t *testing.T) {
	for name, opt := range variants(t) {
		asked := 0
		if name == "alpha-beta within" {
			opt.Inner.New = func() search.Searcher { return counting{inside(t, "mcc-sr", 1).Inner.New(), &asked} }
		}
		w := ready(New(newMaterial, opt), search.NewGame(boardtest.Parse(t, board.StartFEN)))
		for range 100 {
			w.advance()
		}
		asked = 0
		// Alpha-beta allocates the line that it returns. AllocsPerRun makes a run more than it counts.
		if n := testing.AllocsPerRun(100, func() { w.advance() }); n > float64(asked)/100 {
			t.Errorf("%s: %v allocations an iteration, %d questions in all", name, n, asked)
		}
	}
}
