package mcts

import (
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
)

// TestMixture: a tree whose leaves are worth (1 − λ) · evaluation + λ · simulation visits what one does that is written
// again from its formulas, with a simulation of one greedy move; and λ makes a difference.
func TestMixture(t *testing.T) {
	const iterations, lambda = 2000, 0.3
	static := expectedBy(t, "published:pesto")
	mixture := func(share float64) func(*board.Position) float64 {
		return func(p *board.Position) float64 {
			most, best := math.Inf(-1), 0.0
			for _, m := range p.LegalMoves(nil) {
				next := *p
				next.Make(m)
				value := 1 - static(&next)
				if value <= most {
					continue
				}
				if most, best = value, value; len(next.LegalMoves(nil)) == 0 {
					best = 0.5
					if next.InCheck() {
						best = 1
					}
				}
			}
			return (1-share)*static(p) + share*best
		}
	}
	opt := Options{Memory: 32, ExpandVisits: 2, Exploration: 0.3, Simulation: Greedy, SimulationDepth: 1, Lambda: lambda}
	for _, fen := range []string{board.StartFEN, "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"} {
		s := New(newWeights(t, "published:pesto"), opt)
		run(s, play(t, fen, ""), search.Limits{Nodes: iterations})
		trees := map[float64]*twin{}
		for _, share := range []float64{lambda, 1} {
			start := boardtest.Parse(t, fen)
			trees[share] = &twin{pos: &start}
			for range iterations {
				trees[share].visit(twinUCT(0.3), mixture(share))
			}
		}
		differ := 0
		for i, m := range s.Root() {
			want := trees[lambda].children[i]
			if m.Move != want.move || m.Visits != int(want.visits) || math.Abs(m.Value-(1-want.sum/want.visits)) > 1e-6 {
				t.Errorf("%s: %v has %d visits of %.7f, want %v %v of %.7f", fen, m.Move, m.Visits, m.Value, want.move, want.visits, 1-want.sum/want.visits)
			}
			if want.visits != trees[1].children[i].visits {
				differ++
			}
		}
		if differ == 0 {
			t.Errorf("%s: the simulation alone gives the same tree", fen)
		}
	}
}

// TestMixtureOfNothing: λ = 1, which is the default, leaves the value of simulations as it is, and the evaluator is not
// asked; a share of it asks.
func TestMixtureOfNothing(t *testing.T) {
	opt := options(t, "bubot")
	if opt.Weighs() || New(newMaterial, opt).Options().Lambda != 1 {
		t.Error("games to their end ask the evaluator")
	}
	if opt.Lambda = 0.5; !opt.Weighs() {
		t.Error("the mixture does not ask it")
	}
}

// TestMixtureOfTheKnown: a leaf of which tables or brute force know the end is worth that, whatever λ.
func TestMixtureOfTheKnown(t *testing.T) {
	const mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	calls := 0
	for name, set := range map[string]func(o *Options){
		"brute force": func(o *Options) { o.Hybrid, o.HybridDepth = InRollouts, 1 },
		"tables":      func(o *Options) { o.Gate, o.Tables = TablesInRollouts, known(1, 32, &calls) },
	} {
		opt := options(t, "mcc-solver")
		set(&opt)
		var values [2]float64
		for i, lambda := range []float64{1, 0.2} {
			opt.Lambda = lambda
			w := ready(New(newMaterial, opt), play(t, mate, ""))
			w.pos = w.root
			values[i] = w.simulate()
		}
		if values[0] < 0.9 || values[1] != values[0] {
			t.Errorf("%s: %v, with λ = 0.2 %v", name, values[0], values[1])
		}
	}
}
