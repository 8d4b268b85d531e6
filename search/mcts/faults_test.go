package mcts

import (
	"math"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// TestFaults: what the published programs do not see, and the corrected ones do.
func TestFaults(t *testing.T) {
	const mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	for name, sees := range map[string]bool{"alphaone": true, "alphaone-published": false} {
		r := run(New(newMaterial, options(t, name)), play(t, mate, ""), search.Limits{Nodes: 400})
		if r.Score.IsMate() != sees {
			t.Errorf("%s: %v for a mate in one", name, r.Score)
		}
	}
	const repeated = "h8g8 a1b1 g8h8 b1a1 h8g8 a1b1 g8h8 b1a1"
	for name, sees := range map[string]bool{"lishex": true, "lishex-published": false, "sigmazero": true, "sigmazero-published": false} {
		s := New(newMaterial, options(t, name))
		run(s, play(t, "7k/R7/8/8/8/8/8/K7 b - - 0 1", repeated), search.Limits{Nodes: 100})
		if draw := s.Root()[0].Value == 0.5; draw != sees || s.Root()[0].Move != board.NewMove(board.H8, board.G8) {
			t.Errorf("%s: %+v, a draw by repetition", name, s.Root()[0])
		}
	}
}

// TestWhitesView: BUBot's Black, a queen behind or not, plays what White likes best.
func TestWhitesView(t *testing.T) {
	const fen = "7k/8/8/8/8/8/q7/1R5K b - - 0 1" // Black takes the rook or loses the queen
	for name, takes := range map[string]bool{"bubot": true, "bubot-published": false} {
		opt := options(t, name)
		opt.Simulation, opt.SimulationDepth, opt.Most = Static, 0, 0
		r := run(New(newMaterial, opt), play(t, fen, ""), search.Limits{Nodes: 300})
		if takes && r.Score < 300 || !takes && r.Score > 0 {
			t.Errorf("%s: %v, %v", name, r.Move, r.Score)
		}
	}
}

// TestHalfDraws: a draw is worth half of White's win, whichever side is to move.
func TestHalfDraws(t *testing.T) {
	opt := options(t, "bubot-published")
	for fen, want := range map[string]float64{"8/8/4k3/8/8/4K3/8/8 w - - 0 1": 0.75, "8/8/4k3/8/8/4K3/8/8 b - - 0 1": 0.25} {
		w := ready(New(newMaterial, opt), play(t, fen, ""))
		w.pos = w.root
		if got := w.drawValue(); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

// TestMultipliedNoise: SigmaZero's program multiplies the root's priors by noise that it draws at every
// visit: the priors stay, and what it selects by sums to far less than 1, so that hardly anything is
// explored. The corrected one has noise only where it is asked for.
func TestMultipliedNoise(t *testing.T) {
	w := ready(New(newMaterial, options(t, "sigmazero-published")), play(t, board.StartFEN, ""))
	first := slices.Clone(w.multipliedNoise(20))
	second := w.multipliedNoise(20)
	if len(second) != 20 || slices.Equal(first, second) {
		t.Errorf("two visits have the noise %v and %v", first, second)
	}
	if w.depth = 1; w.multipliedNoise(20) != nil {
		t.Error("there is noise below the root")
	}
	plain := ready(New(newMaterial, options(t, "sigmazero")), play(t, board.StartFEN, ""))
	if plain.multipliedNoise(20) != nil {
		t.Error("sigmazero multiplies")
	}
	opt := options(t, "sigmazero-published")
	opt.Priors = EqualPriors
	equal, sum := New(newMaterial, opt), 0.0
	run(equal, play(t, board.StartFEN, ""), search.Limits{Nodes: 12})
	for i, m := range equal.Root() {
		if sum += m.Prior * first[i]; m.Prior != float64(float32(1./20)) {
			t.Errorf("prior %v of 20 equal moves", m.Prior)
		}
	}
	if math.Abs(sum-1./20) > 1e-6 {
		t.Errorf("20 equal moves are selected by a policy of sum %v, want a twentieth", sum)
	}
}

// TestPlusOneHopes: by a mean over n + 1 a move without a visit is worth a draw, whatever its parent.
func TestPlusOneHopes(t *testing.T) {
	var parent arena.Node
	parent.Add(0.9, false) // good for the side that moved there
	for name, want := range map[string]float64{"sigmazero": 0.1, "sigmazero-published": 0.5} {
		w := ready(New(newMaterial, options(t, name)), play(t, board.StartFEN, ""))
		if got := w.hope(&parent, 1, 0); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestPublishedThesis: the thesis's algorithms as they are printed follow one line of the other search alone, ask it once in
// a hundred moves where the text has p, and do without tables that a simulation comes to; the corrected ones do not.
func TestPublishedThesis(t *testing.T) {
	visited := func(name string) (moves int) {
		calls := 0
		s := New(newMaterial, withInner(t, name, &calls))
		run(s, search.NewGame(board.Start()), search.Limits{Nodes: 60})
		for _, m := range s.Root() {
			if m.Visits > 0 {
				moves++
			}
		}
		return moves
	}
	if printed, corrected := visited("mcc-sse-published"), visited("mcc-sse"); printed != 1 || corrected != 20 {
		t.Errorf("mcc-sse visits %d root moves as printed, %d corrected", printed, corrected)
	}
	asked := func(name string) (share float64) {
		calls := 0
		opt := withInner(t, name, &calls)
		opt.SimulationDepth = 10
		run(New(newMaterial, opt), search.NewGame(board.Start()), search.Limits{Nodes: 1000})
		return float64(calls) / 10_000
	}
	if printed, corrected := asked("mcc-sr-pr-p-published"), asked("mcc-sr-pr-p"); math.Abs(printed-0.01) > 0.004 || math.Abs(corrected-0.8) > 0.02 {
		t.Errorf("mcc-sr-pr-p asks for a share of %.4f as printed, %.4f corrected", printed, corrected)
	}
	probed := func(name, fen string) (calls int) {
		inner := 0
		opt := withInner(t, name, &inner)
		opt.Tables, opt.SimulationDepth = known(0.5, 7, &calls), 20
		run(New(newMaterial, opt), play(t, fen, ""), search.Limits{Nodes: 30})
		return calls
	}
	const many, few = "4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"
	for _, tt := range []struct {
		name, fen string
		asks      bool
	}{{"mcc-sr-tb-published", many, false}, {"mcc-sr-tb", many, true}, {"mcc-sr-tb-published", few, true}, {"mcc-sr-tb", few, true}} {
		if calls := probed(tt.name, tt.fen); calls > 0 != tt.asks {
			t.Errorf("%s on %s: tables asked %d times", tt.name, tt.fen, calls)
		}
	}
}
