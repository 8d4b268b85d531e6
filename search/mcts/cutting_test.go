package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// cutting returns the modern preset with a cut.
func cutting(t *testing.T, cut Cut) Options {
	opt := options(t, "modern")
	opt.Cut = cut
	return opt
}

// someNode gives a child a random state: a proof, bounds, an evaluation, or none of them.
func someNode(rng *rand.Rand, n *arena.Node) {
	n.SetGuess(rng.Float64())
	n.Visits.Store(rng.Uint32N(5))
	switch rng.IntN(4) {
	case 0:
		n.Prove(arena.Proof(1+rng.IntN(3)), 1)
	case 1:
		low := rng.IntN(2)
		n.SetBounds(low, low+1)
	}
}

// TestNeverCutsAWin: whatever stands beside it and above it, a child that wins by proof is not cut, and of the others at
// least one with the largest upper bound is left.
func TestNeverCutsAWin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	cuts, wins := 0, 0
	var by [2]*worker
	for i := range by {
		by[i] = ready(New(newMaterial, cutting(t, CutByProofs+Cut(i))), search.NewGame(board.Start()))
	}
	for i := range 50_000 {
		w := by[i%2]
		w.window.alpha = [2]float64{rng.Float64() * 1.2, rng.Float64() * 1.2}
		nodes := make([]arena.Node, 1+rng.IntN(6))
		for j := range nodes {
			someNode(rng, &nodes[j])
		}
		before := w.window.alpha[0]
		w.narrow(nodes)
		left, largest := false, math.Inf(-1)
		for j := range nodes {
			_, high := w.interval(&nodes[j])
			largest = max(largest, high)
		}
		for j := range nodes {
			c := &nodes[j]
			_, high := w.interval(c)
			switch {
			case !w.isCut(c):
				left = left || high == largest
			case c.Proved() == arena.Lost:
				t.Fatalf("a proved win is cut, α = %v", w.window.alpha[0])
			default:
				cuts++
			}
			if c.Proved() == arena.Lost {
				wins++
			}
		}
		if !left || w.window.alpha[0] < before {
			t.Fatalf("every child with the largest bound is cut, or α falls from %v to %v", before, w.window.alpha[0])
		}
	}
	if cuts < 1000 || wins < 1000 {
		t.Errorf("%d cuts, %d wins", cuts, wins)
	}
}

// TestCutBySiblings: what the rule is: a child that draws at most is cut beside one that draws at least, by proofs; one
// whose evaluation is lower by more than two margins, by evaluations; and none without a cut.
func TestCutBySiblings(t *testing.T) {
	nodes := make([]arena.Node, 4)
	for i, guess := range []float64{0.5, 0.6, 0.45, 0.35} {
		nodes[i].SetGuess(guess)
	}
	nodes[0].Prove(arena.Drawn, 0)
	nodes[1].SetBounds(0, 2)
	nodes[3].SetBounds(1, 2) // the other side draws at least
	for cut, want := range map[Cut][4]bool{
		NoCut:            {},
		CutByProofs:      {true, false, false, true},
		CutByEvaluations: {true, false, false, true}, // of 0.6 the lower bound is 0.5, of 0.45 the upper one is 0.55, of 0.35 it is 0.45
	} {
		w := ready(New(newMaterial, cutting(t, cut)), search.NewGame(board.Start()))
		w.window.open()
		w.narrow(nodes)
		for i := range nodes {
			if got := w.isCut(&nodes[i]); got != want[i] {
				t.Errorf("%v: child %d is cut: %t", cut, i, got)
			}
		}
	}
}

// twinBounds are the bounds of a node by a walk over what hangs on it: of positions that have ended their results, of
// others those of their children, nothing where there are none.
func twinBounds(t *arena.Tree, index uint32) (low, high float64) {
	nodes, first := t.ChildrenOf(index)
	if len(nodes) == 0 {
		if p := t.Nodes[index].Proved(); p != arena.Open {
			return p.Value(), p.Value()
		}
		return 0, 1
	}
	low, high = 0, 0
	for i := range nodes {
		l, h := twinBounds(t, first+uint32(i))
		low, high = max(low, 1-h), max(high, 1-l)
	}
	return low, high
}

// TestBounds: the bounds in the tree are those of a walk over it, and agree with brute force: between them lies what a search
// of all moves finds.
func TestBounds(t *testing.T) {
	positions := 1000
	if long.Short(t) {
		positions = 60
	}
	rng := rand.New(rand.NewPCG(3, 4))
	half, exact := 0, 0
	for range positions {
		p := small(rng)
		opt := cutting(t, CutByProofs)
		opt.Memory, opt.MateCheck = 1, NoMateCheck
		s := New(newMaterial, opt)
		g := search.NewGame(p)
		run(s, g, search.Limits{Nodes: 400})
		var path search.Path
		path.Reset(g)
		nodes, first := s.tree.ChildrenOf(arena.Root)
		for i := range nodes {
			l, h := nodes[i].Bounds()
			low, high := float64(l)/arena.HalfPoints, float64(h)/arena.HalfPoints
			if tl, th := twinBounds(s.tree, first+uint32(i)); low != tl || high != th {
				t.Fatalf("%s, %v: bounds %v to %v, by a walk %v to %v", p.FEN(), nodes[i].Move, low, high, tl, th)
			}
			next := p
			next.Make(nodes[i].Move)
			path.Push(&next)
			bl, bh := bounds(&path, &next, 3, false)
			path.Pop()
			if bl > high || bh < low {
				t.Fatalf("%s, %v: bounds %v to %v, brute force says %v to %v", p.FEN(), nodes[i].Move, low, high, bl, bh)
			}
			if low == high {
				exact++
			} else if low > 0 || high < 1 {
				half++
			}
		}
	}
	t.Logf("%d moves are bounded from one side, %d are proved", half, exact)
	if half < positions/10 || exact < positions/5 {
		t.Errorf("%d moves are bounded from one side, %d are proved", half, exact)
	}
}

// TestCutFindsMates: mates are found with each cut, and no later than twice the iterations that it takes without.
func TestCutFindsMates(t *testing.T) {
	for _, fen := range []string{
		"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
		"7k/8/8/8/8/1R6/R7/K7 w - - 0 1",
		"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
		"2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", // a mate that begins with a check
	} {
		for _, cut := range []Cut{NoCut, CutByProofs, CutByEvaluations} {
			opt := cutting(t, cut)
			opt.MateCheck = NoMateCheck
			r := run(New(newMaterial, opt), play(t, fen, ""), search.Limits{Nodes: 60_000})
			if !r.Score.IsMate() || r.Score < 0 {
				t.Errorf("%s, %v: %v %v", fen, cut, r.Move, r.Score)
			}
		}
	}
}

// TestCutReopens: a capture that looks best at first cuts all others, with a small margin; when it turns out that it loses
// the queen it is cut itself, and they come back. It gets fewer visits than without a cut.
func TestCutReopens(t *testing.T) {
	start := boardtest.Parse(t, "3qk3/5p2/2p5/3p4/8/8/3Q4/3RK3 w - - 0 1")
	capture := map[Cut]int{}
	for _, cut := range []Cut{NoCut, CutByEvaluations} {
		opt := Options{Memory: 8, Exploration: 0.3, ExpandVisits: 2, Cut: cut, CutMargin: 0.02}
		s := New(newMaterial, opt)
		r := run(s, search.NewGame(start), search.Limits{Nodes: 3000})
		for _, m := range s.Root() {
			if m.Move == board.NewMove(board.D2, board.D5) {
				capture[cut] = m.Visits
			}
		}
		if r.Move == board.NewMove(board.D2, board.D5) {
			t.Errorf("%v: %v", cut, r.Move)
		}
	}
	if capture[CutByEvaluations] < 1 || 2*capture[CutByEvaluations] > capture[NoCut] {
		t.Errorf("visits of the capture: %v", capture)
	}
}

// TestCutIsNotPlayed: a move that is cut is not played for the mean of its few visits, be it the best, but where it is the
// only one; without a cut it is.
func TestCutIsNotPlayed(t *testing.T) {
	for cut, want := range map[Cut]int{NoCut: 0, CutByEvaluations: 1} {
		opt := cutting(t, cut)
		opt.Final = BestValue
		s := New(newMaterial, opt)
		run(s, search.NewGame(board.Start()), search.Limits{Nodes: 200})
		w := s.workers[0]
		nodes, first := s.tree.ChildrenOf(arena.Root)
		for i := range nodes {
			nodes[i].Visits.Store(0)
			nodes[i].SetGuess(0.2)
		}
		for i, mean := range []float64{0.9, 0.6} {
			nodes[i] = arena.Node{Move: nodes[i].Move}
			nodes[i].Visits.Store(1)
			nodes[i].Add(mean, false)
			nodes[i].SetGuess(float64(i))
		}
		if got := w.best(arena.Root); got != first+uint32(want) {
			t.Errorf("%v: child %d is played, want %d", cut, got-first, want)
		}
		if nodes[1].Visits.Store(0); w.best(arena.Root) != first {
			t.Errorf("%v: the only move visited is not played", cut)
		}
	}
}
