package mcts

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/handmade"
	"example.org/centipawn/winprob"
)

// TestValueByOutcomes: by a model of wins, draws and losses an evaluation is worth what it expects in the
// position's phase, for either side; a score is the evaluation that is worth the mean.
func TestValueByOutcomes(t *testing.T) {
	model := &winprob.WDL{A: [2]float64{300, 50}, B: [2]float64{100, 200}}
	opt := options(t, "alphaone")
	opt.Value, opt.Model = ByOutcomes, model
	opt.Phase = func(p *board.Position) float64 { return handmade.Middlegame(p) }
	for fen, score := range map[string]int{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1": 500, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1": -500, board.StartFEN: 0} {
		w := ready(New(newMaterial, opt), play(t, fen, ""))
		w.pos = w.root
		if got, want := w.simulate(), model.Expected(float64(score), handmade.Middlegame(&w.root)); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
		var n arena.Node
		n.Visits.Store(1)
		if n.Add(w.simulate(), false); w.score(&n).White(w.root.SideToMove()) != w.static().White(w.root.SideToMove()) {
			t.Errorf("%s: score %v of %v", fen, w.score(&n), w.static())
		}
	}
	if opt.Model = nil; opt.models() {
		t.Error("there is no model")
	}
}
