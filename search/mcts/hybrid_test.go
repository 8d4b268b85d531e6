package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/bandit"
)

// TestForcedMove: brute force that wins at a node with moves proves the one that wins, so that it
// is played; and the tree that is kept keeps the proof.
func TestForcedMove(t *testing.T) {
	opt := options(t, "modern")
	opt.Hybrid, opt.Selection, opt.Order = InBackup, UCT, Generated
	w := ready(New(newMaterial, opt), play(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", ""))
	w.pos = w.root
	n := &w.tree.Nodes[arena.Root]
	if w.expand(n) == 0 || !w.forceNode(n, &w.root) {
		t.Fatal("no mate in one")
	}
	w.tree.Reroot(arena.Root)
	if m := w.tree.Nodes[w.best(arena.Root)].Move; m != board.NewMove(board.D1, board.D8) || n.Proved() != arena.Won {
		t.Errorf("%v, proof %v", m, n.Proved())
	}
}

// TestUnshownProof: a proof of the new root that its children do not show is forgotten.
func TestUnshownProof(t *testing.T) {
	w := ready(New(newMaterial, options(t, "modern")), search.NewGame(board.Start()))
	w.pos = w.root
	n := &w.tree.Nodes[arena.Root]
	w.expand(n)
	n.Prove(arena.Lost, 2)
	w.tree.Reroot(arena.Root)
	if n.Proved() != arena.Open {
		t.Errorf("proof %v", n.Proved())
	}
}

// TestForcedDraw: where the game is over by repetition no mate is looked for.
func TestForcedDraw(t *testing.T) {
	opt := options(t, "modern")
	opt.Hybrid = InSelection
	const twice = "h8g8 a1b1 g8h8 b1a1 h8g8 a1b1 g8h8 b1a1"
	r := run(New(newMaterial, opt), play(t, "7k/R7/1R6/8/8/8/8/K7 b - - 0 1", twice), search.Limits{Nodes: 50})
	if r.Score != 0 {
		t.Errorf("%v %v, a draw", r.Move, r.Score)
	}
}

// TestStoppedWithin: a simulation and brute force end when the search does.
func TestStoppedWithin(t *testing.T) {
	opt := options(t, "mcc-solver")
	opt.HybridDepth = 3
	g := play(t, "7k/8/8/8/8/1R6/R7/K7 w - - 0 1", "")
	w := ready(New(newMaterial, opt), g)
	w.pos = w.root
	if p, _, _ := w.forced(&w.root); p != arena.Won {
		t.Fatalf("proof %v of a mate in two", p)
	}
	w.control.Stop()
	if p, _, _ := w.forced(&w.root); p != arena.Open || !w.undone {
		t.Errorf("brute force: proof %v, undone %v", p, w.undone)
	}
	w.undone = false
	if _, over := w.step(0); !over || !w.undone {
		t.Error("the simulation goes on")
	}
}

// TestDrawnScore: a move that is proved to draw has the score of a draw, whatever its mean.
func TestDrawnScore(t *testing.T) {
	w := ready(New(newMaterial, options(t, "modern")), search.NewGame(board.Start()))
	var n arena.Node
	n.Visits.Store(10)
	n.Add(9, false)
	if w.score(&n) < 100 {
		t.Errorf("%v of a mean of 0.9", w.score(&n))
	}
	n.Prove(arena.Drawn, 0)
	if w.score(&n) != 0 {
		t.Errorf("%v of a draw", w.score(&n))
	}
}

// TestColdDraw: at a low temperature the largest value is drawn.
func TestColdDraw(t *testing.T) {
	opt := options(t, "modern")
	opt.Temperature = 0.001
	w := ready(New(newMaterial, opt), search.NewGame(board.Start()))
	if i := bandit.Softmax([]float64{0.2, 0.9, 0.5}, w.opt.Temperature, w.random); i != 1 {
		t.Errorf("index %d, want 1", i)
	}
}

// TestGuess: what implicit minimax keeps of a leaf is its proof, else an evaluation, never the
// value of a game played out.
func TestGuess(t *testing.T) {
	for simulation, want := range map[Simulation]float64{Static: 0.75, Quiescence: 0.75, Light: 0.5} {
		opt := options(t, "modern")
		opt.Simulation = simulation
		w := ready(New(newMaterial, opt), search.NewGame(board.Start()))
		var n arena.Node
		n.SetGuess(0.5)
		if w.minimax(&n, 0.25, true); n.Guessed() != want {
			t.Errorf("%v: %v, want %v", simulation, n.Guessed(), want)
		}
		n.Prove(arena.Lost, 0)
		if w.minimax(&n, 0.25, true); n.Guessed() != 1 {
			t.Errorf("%v: %v of a mate", simulation, n.Guessed())
		}
	}
}

// TestUnbeaten: a simulation of MCTS-MR never plays a move that allows mate in one where there is another; one without
// brute force plays such moves as often as any others.
func TestUnbeaten(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	positions, blunders, chances := 0, map[Hybrid]int{}, 0.0
	const draws = 12
	for positions < 25 {
		p := small(rng)
		if p.HalfmoveClock() > 98 {
			continue // a draw before the mate
		}
		if bad := allowsMate(&p); len(bad) > 0 && len(bad) < len(p.LegalMoves(nil)) && !matesAtOnce(&p) {
			positions++
			chances += draws * float64(len(bad)) / float64(len(p.LegalMoves(nil)))
			for _, h := range []Hybrid{NoHybrid, InRollouts} {
				opt := options(t, "mcc-solver")
				opt.Hybrid, opt.Seed = h, uint64(positions)
				w := ready(New(newMaterial, opt), search.NewGame(p))
				for range draws {
					w.pos = p
					if _, over := w.step(0); over {
						t.Fatalf("%s: the simulation is over", p.FEN())
					}
					for _, m := range bad {
						after := p
						after.Make(m)
						if after == w.pos {
							blunders[h]++
						}
					}
					w.evaluator.Pop()
					w.path.Pop()
				}
			}
		}
	}
	if blunders[InRollouts] != 0 || math.Abs(float64(blunders[NoHybrid])-chances) > 4*math.Sqrt(chances) {
		t.Errorf("%d moves that allow mate, without brute force %d, by chance %.1f", blunders[InRollouts], blunders[NoHybrid], chances)
	}
}

// TestStoppedBeaten: brute force that is stopped may have seen every move lose, and not that this loses: the simulation is
// given up.
func TestStoppedBeaten(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	stopped, beaten := 0, 0
	for positions := 0; positions < 40; {
		p := small(rng)
		moves := p.LegalMoves(nil)
		if len(moves) > 4 || p.HalfmoveClock() > 90 || len(allowsMate(&p)) == 0 {
			continue
		}
		positions++
		opt := options(t, "mcc-solver")
		opt.Hybrid, opt.HybridDepth = InRollouts, 4
		w := ready(New(newMaterial, opt), search.NewGame(p))
		for w.enough = 1; w.enough < 3000; w.enough += 7 {
			w.pos, w.made, w.undone = p, 0, false
			if _, over := w.step(0); w.undone {
				stopped++
				if !over {
					t.Fatalf("%s: the simulation goes on", p.FEN())
				}
				if len(w.unbeaten(p.LegalMoves(nil))) == 0 {
					beaten++
				}
			} else if !over {
				w.evaluator.Pop()
				w.path.Pop()
			}
		}
	}
	if stopped == 0 || beaten == 0 {
		t.Errorf("stopped %d times, with every move beaten %d", stopped, beaten)
	}
}

// allowsMate returns the moves after which the other side mates at once.
func allowsMate(p *board.Position) (bad []board.Move) {
	for _, m := range p.LegalMoves(nil) {
		next := *p
		next.Make(m)
		if matesAtOnce(&next) {
			bad = append(bad, m)
		}
	}
	return bad
}

// matesAtOnce reports whether the side to move has a mate in one.
func matesAtOnce(p *board.Position) bool {
	for _, m := range p.LegalMoves(nil) {
		next := *p
		next.Make(m)
		if next.InCheck() && next.CountMoves() == 0 {
			return true
		}
	}
	return false
}
