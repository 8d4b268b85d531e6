package mcts

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// TestRootBackup: with BUBot's backup as it was printed nothing is known of any move after a search, and a mate in one is played as
// often as chance would have it: one of 20 moves. The corrected one plays it always.
func TestRootBackup(t *testing.T) {
	const seeds = 200
	const mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	g := play(t, mate, "")
	moves := float64(g.Position().CountMoves())
	found := map[string]float64{}
	for _, name := range []string{"bubot", "bubot-published", "bubot-backup-published"} {
		for seed := range uint64(seeds) {
			opt := options(t, name)
			opt.Memory, opt.Seed, opt.SimulationDepth, opt.Most = 1, seed, 4, 60 // games to their end do not matter here
			s := New(newMaterial, opt)
			if r := run(s, g, search.Limits{}); r.Move == board.NewMove(board.D1, board.D8) {
				found[name]++
			}
			if name != "bubot-backup-published" {
				continue
			}
			for _, m := range s.Root() {
				if m.Visits != 0 || m.Value != 0.5 || m.Score != 0 {
					t.Fatalf("%+v: something is known", m)
				}
			}
		}
	}
	expected := seeds / moves
	if found["bubot"] != seeds || found["bubot-published"] < seeds/2 || found["bubot-backup-published"] > 2*expected || found["bubot-backup-published"] < expected/3 {
		t.Errorf("the mate is found %v of %d times, by chance it is %.0f", found, seeds, expected)
	}
}

// TestFirstMoveOnly: with BUBot's rollout as it was printed the inner search plays a move of each game, the corrected one
// all of them.
func TestFirstMoveOnly(t *testing.T) {
	const iterations, depth = 20, 6
	for name, want := range map[string]int{"bubot-rollout-published": iterations, "bubot-rollout": iterations * depth} {
		calls := 0
		opt := withInner(t, name, &calls)
		opt.SimulationDepth = depth
		run(New(newMaterial, opt), search.NewGame(board.Start()), search.Limits{Nodes: iterations})
		if calls != want {
			t.Errorf("%s: %d moves of the inner search in %d games of %d, want %d", name, calls, iterations, depth, want)
		}
	}
}
