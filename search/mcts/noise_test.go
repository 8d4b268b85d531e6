package mcts

import (
	"math"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// selfPlay returns the parts of a game of self-play.
func selfPlay(tb testing.TB) Options {
	opt := options(tb, "sigmazero")
	opt.Noise, opt.MoveTemperature = 0.25, 1
	return opt.filled()
}

// TestDirichlet: shares sum to 1, and their moments are those of the distribution: the mean 1/n, the
// variance (n − 1) / (n²·(n·α + 1)).
func TestDirichlet(t *testing.T) {
	for _, alpha := range []float64{0.03, 0.3, 1, 10} {
		opt := selfPlay(t)
		opt.NoiseAlpha = alpha
		w := ready(New(newMaterial, opt), play(t, board.StartFEN, ""))
		const n, draws = 20, 20_000
		var mean, squares float64 // of the first share
		for range draws {
			shares := w.dirichlet(n)
			sum := 0.0
			for _, v := range shares {
				if v < 0 || math.IsNaN(v) {
					t.Fatalf("α = %v: a share of %v", alpha, v)
				}
				sum += v
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Fatalf("α = %v: shares sum to %v", alpha, sum)
			}
			mean += shares[0] / draws
			squares += shares[0] * shares[0] / draws
		}
		want := (n - 1) / (n * n * (n*alpha + 1))
		if variance := squares - mean*mean; math.Abs(mean-1./n) > 0.006 || math.Abs(variance/want-1) > 0.1 {
			t.Errorf("α = %v: mean %v, variance %v, want %v and %v", alpha, mean, variance, 1./n, want)
		}
	}
}

// TestNoise: the root's priors are 1 − ε of the policy's and ε of noise, once a search, at a root that was
// kept from another search, too, and nowhere else in the tree; other seeds draw other noise.
func TestNoise(t *testing.T) {
	plain, noisy := options(t, "sigmazero"), selfPlay(t)
	noisy.MoveTemperature = 0
	s := New(newMaterial, noisy)
	g := play(t, board.StartFEN, "")
	var last []float64
	for range 4 {
		r := run(s, g, search.Limits{Nodes: 300})
		clean := New(newMaterial, plain)
		run(clean, search.NewGame(*g.Position()), search.Limits{Nodes: 300})
		policy, sum := map[board.Move]float64{}, 0.0
		for _, m := range clean.Root() {
			policy[m.Move] = m.Prior
		}
		var noise []float64
		for _, m := range s.Root() {
			share := (m.Prior - (1-noisy.Noise)*policy[m.Move]) / noisy.Noise
			if share < -1e-6 {
				t.Fatalf("%v: prior %v of policy %v", m.Move, m.Prior, policy[m.Move])
			}
			noise, sum = append(noise, share), sum+share
		}
		if math.Abs(sum-1) > 1e-5 || slices.Max(noise) < 0.05 || slices.Equal(noise, last) {
			t.Errorf("after %d moves: noise %v", len(g.Moves()), noise)
		}
		last = noise
		checkPriors(t, s, policyOf(t, plain))
		g.Make(r.Move)
	}
	a, b := New(newMaterial, noisy), New(newMaterial, noisy)
	b.Seed(noisy.Seed + 1)
	run(a, play(t, board.StartFEN, ""), search.Limits{Nodes: 10})
	run(b, play(t, board.StartFEN, ""), search.Limits{Nodes: 10})
	if a.Root()[0].Prior == b.Root()[0].Prior {
		t.Error("two seeds draw the same noise")
	}
}

// policyOf returns the priors of a position without noise.
func policyOf(tb testing.TB, opt Options) func(p board.Position) map[board.Move]float64 {
	return func(p board.Position) map[board.Move]float64 {
		w := ready(New(newMaterial, opt), search.NewGame(p))
		w.pos = p
		children := make([]arena.Node, p.CountMoves())
		for i, m := range p.LegalMoves(nil) {
			children[i].Move = m
		}
		w.setPriors(children)
		list := map[board.Move]float64{}
		for i := range children {
			list[children[i].Move] = float64(children[i].Prior)
		}
		return list
	}
}

// checkPriors looks at the positions after the root's moves: their priors have no noise.
func checkPriors(t *testing.T, s *Searcher, policy func(board.Position) map[board.Move]float64) {
	t.Helper()
	nodes, first := s.tree.ChildrenOf(arena.Root)
	for i := range nodes {
		p := s.workers[0].root
		p.Make(nodes[i].Move)
		children, _ := s.tree.ChildrenOf(first + uint32(i))
		if len(children) == 0 {
			continue
		}
		want := policy(p)
		for j := range children {
			if c := &children[j]; math.Abs(float64(c.Prior)-want[c.Move]) > 1e-6 {
				t.Fatalf("%v %v: prior %v, the policy's %v", nodes[i].Move, c.Move, c.Prior, want[c.Move])
			}
		}
	}
}

// TestNoiseTwice: a position that is searched again has the noise of one search.
func TestNoiseTwice(t *testing.T) {
	s, g := New(newMaterial, selfPlay(t)), play(t, board.StartFEN, "")
	var priors [2]float64
	for i := range priors {
		run(s, g, search.Limits{Nodes: 50})
		priors[i] = s.Root()[0].Prior
	}
	if priors[0] != priors[1] {
		t.Errorf("priors %v of the same seed", priors)
	}
}

// TestMoveTemperature: moves are drawn by their visits in the first half-moves of a game, and the most
// visited one is played after that. A small temperature plays it from the beginning.
func TestMoveTemperature(t *testing.T) {
	opt := selfPlay(t)
	opt.Noise, opt.MovePlies, opt.Reuse = 0, 2, false
	s := New(newMaterial, opt)
	played := map[board.Move]int{}
	const searches = 400
	g := play(t, board.StartFEN, "")
	for seed := range searches {
		s.Seed(uint64(seed))
		played[run(s, g, search.Limits{Nodes: 60}).Move]++
	}
	visits := 0
	for _, m := range s.Root() {
		visits += m.Visits
	}
	for _, m := range s.Root() {
		p := float64(m.Visits) / float64(visits)
		if got := float64(played[m.Move]); math.Abs(got-p*searches) > 5*math.Sqrt(p*searches)+1e-9 {
			t.Errorf("%v: played %v times of %d, it has %.3f of the visits", m.Move, got, searches, p)
		}
	}
	best := func(s *Searcher) (best board.Move) {
		most := 0
		for _, m := range s.Root() {
			if m.Visits > most {
				best, most = m.Move, m.Visits
			}
		}
		return best
	}
	later := play(t, board.StartFEN, "e2e4 e7e5")
	opt.MoveTemperature, opt.MovePlies = 0.001, 60
	cold := New(newMaterial, opt)
	for seed := range 20 {
		s.Seed(uint64(seed))
		if r := run(s, later, search.Limits{Nodes: 60}); r.Move != best(s) {
			t.Errorf("after two half-moves %v is played, %v has most visits", r.Move, best(s))
		}
		cold.Seed(uint64(seed))
		if r := run(cold, later, search.Limits{Nodes: 61}); r.Move != best(cold) {
			t.Errorf("temperature 0.001: %v is played, %v has most visits", r.Move, best(cold))
		}
	}
}

// TestMoveTemperatureMates: a mate that is proved is played, and the last line told is that of the move.
func TestMoveTemperatureMates(t *testing.T) {
	opt := selfPlay(t)
	opt.MoveTemperature, opt.MateCheck = 10, MateInOne
	for seed := range 10 {
		s := New(newMaterial, opt)
		s.Seed(uint64(seed))
		g := play(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "")
		if r := run(s, g, search.Limits{Nodes: 50}); !r.Score.IsMate() {
			t.Errorf("seed %d: %v for %v", seed, r.Score, r.Move)
		}
		var last search.Info
		g = play(t, board.StartFEN, "")
		r := s.Search(g, search.NewControl(search.Limits{Nodes: 64}, board.White, 0), func(i *search.Info) { last = *i })
		if len(last.PV) == 0 || last.PV[0] != r.Move {
			t.Errorf("seed %d: %v is played, the last line is %v", seed, r.Move, last.PV)
		}
	}
}

// TestGrowthBase: c grows by a unit when there are e − 1 times as many visits as the base.
func TestGrowthBase(t *testing.T) {
	opt := options(t, "sigmazero")
	opt.Exploration, opt.Growth, opt.GrowthBase, opt.Urgency, opt.Order = 0, 1, 100, 0, Generated
	w := ready(New(newMaterial, opt), play(t, board.StartFEN, ""))
	w.depth = 1
	var parent arena.Node
	total := uint32(172) // 100·(e − 1)
	parent.Visits.Store(total + 1)
	parent.Add(float64(total)/2, false)
	// The second was visited once, with a value of 0.5 + c·√N·(0.5 − 0.1/2): as good as the first if c is 1.
	bonus := math.Sqrt(float64(total)) * 0.45
	for change, want := range map[float64]int{0.1: 1, -0.1: 0} {
		nodes := make([]arena.Node, 2)
		nodes[0].Prior, nodes[1].Prior = 0.5, 0.1
		nodes[1].Visits.Store(1)
		nodes[1].Add(0.5+bonus+change, false)
		if got := w.puct(&parent, nodes, total+1); got != want {
			t.Errorf("%+.1f: child %d, want %d", change, got, want)
		}
	}
}
