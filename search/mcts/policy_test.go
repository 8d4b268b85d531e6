package mcts

import (
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/handmade"
)

// weighed is a policy by a function of the move.
type weighed func(board.Move) float64

func (weighed) Start(*board.Position)        {}
func (f weighed) Logit(m board.Move) float64 { return f(m) }

// priorsOf returns the priors of the root's moves after some iterations.
func priorsOf(t *testing.T, opt Options) map[string]float64 {
	t.Helper()
	s := New(newMaterial, opt)
	run(s, search.NewGame(board.Start()), search.Limits{Nodes: 4})
	list := map[string]float64{}
	sum := 0.0
	for _, m := range s.Root() {
		list[m.Move.String()] = m.Prior
		sum += m.Prior
	}
	if len(list) != 20 || math.Abs(sum-1) > 1e-5 {
		t.Fatalf("%d priors with the sum %g", len(list), sum)
	}
	return list
}

// TestPriors: priors are the softmax of the policy's logits divided by the temperature; a fitted policy
// that is not there is the handmade one, and equal ones ask none.
func TestPriors(t *testing.T) {
	opt := options(t, "modern")
	opt.Temperature = 2
	opt.NewPolicy = func() Policy {
		return weighed(func(m board.Move) float64 { return float64(m.To().Rank()) })
	}
	fitted := priorsOf(t, opt)
	if ratio := fitted["e2e4"] / fitted["e2e3"]; math.Abs(ratio-math.Exp(0.5)) > 1e-5 {
		t.Errorf("one logit at temperature 2 is a ratio of %g", ratio)
	}
	opt.NewPolicy = nil
	missing := priorsOf(t, opt)
	opt.Priors = HandmadePriors
	if byHand := priorsOf(t, opt); missing["g1f3"] != byHand["g1f3"] || byHand["g1f3"] <= byHand["a2a3"] {
		t.Errorf("without a policy %g, by hand %g, another %g", missing["g1f3"], byHand["g1f3"], byHand["a2a3"])
	}
	opt.Priors = EqualPriors
	for move, p := range priorsOf(t, opt) {
		if math.Abs(p-0.05) > 1e-6 {
			t.Errorf("%s has the prior %g of 20 equal ones", move, p)
		}
	}
}

// TestCheckShare: moves that give check have their share of the policy at least, the others keep what
// they have of each other, and all sum up to 1.
func TestCheckShare(t *testing.T) {
	opt := options(t, "modern")
	opt.CheckShare, opt.NewPolicy = 0.1, func() Policy { return new(unlikely) }
	w := ready(New(newMaterial, opt), play(t, byCheck, "")) // b1b7 and a6a7, a6h6 give check
	w.pos = w.root
	children := w.tree.Of(&w.tree.Blocks[w.expand(&w.tree.Nodes[arena.Root])])
	checks, sum := board.NewChecks(&w.root), 0.0
	for i := range children {
		prior, want := float64(children[i].Prior), 1/float64(len(children)-4)/1.4
		if sum += prior; checks.Gives(children[i].Move) {
			want = 0.1 / 1.4
		}
		if math.Abs(prior-want) > 1e-5 {
			t.Errorf("%v: %g, want %g", children[i].Move, prior, want)
		}
	}
	if math.Abs(sum-1) > 1e-5 {
		t.Errorf("sum %g", sum)
	}
}

// TestAsksPolicy: a search without priors makes no policy.
func TestAsksPolicy(t *testing.T) {
	opt := options(t, "lishex")
	opt.NewPolicy = func() Policy {
		t.Error("a policy is made for nothing")
		return new(handmade.Policy)
	}
	run(New(newMaterial, opt), search.NewGame(board.Start()), search.Limits{Nodes: 4})
}
