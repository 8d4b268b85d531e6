package mcts

import (
	"testing"

	"example.org/centipawn/internal/long"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// legalsTrap is the position of table 16 of A. Sadybakasov's thesis: 5...Bh5 loses a pawn to 6.Nxe5,
// since 6...Bxd1 is mated, and 5...Bxf3 is best.
const legalsTrap = "r2qkbnr/ppp2ppp/2np4/4p3/2B1P1b1/2N2N1P/PPPP1PP1/R1BQK2R b KQkq - 0 5"

// TestLegalsTrap: modern, and random games with another search's moves, play what is best.
func TestLegalsTrap(t *testing.T) {
	long.Skip(t, "takes seconds")
	newEvaluator := newWeights(t, "builtin")
	informed := options(t, "mcc-sr")
	informed.Inner.New = func() search.Searcher { return alphabeta.New(newEvaluator, alphabeta.Options{Hash: 1}) }
	for _, tt := range []struct {
		name  string
		opt   Options
		nodes uint64
	}{{"modern", options(t, "modern"), 50_000}, {"mcc-sr", informed, 400}} {
		g := play(t, legalsTrap, "")
		if r := run(New(newEvaluator, tt.opt), g, search.Limits{Nodes: tt.nodes}); g.Position().SAN(r.Move) != "Bxf3" {
			t.Errorf("%s: %s after %d iterations, want Bxf3", tt.name, g.Position().SAN(r.Move), r.Nodes)
		}
	}
}
