package measure

import (
	"context"
	"errors"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/search"
)

// TestThink: a tree counts iterations and moves, alpha-beta its nodes; both take time.
func TestThink(t *testing.T) {
	start := board.Start()
	for name, option := range map[string]string{"mcts-alphaone": "TreeMemory", "base": "Hash"} {
		tree := option == "TreeMemory"
		e, err := Engine(entrants.Spec{Search: name, Options: map[string]any{option: 1}})
		if err != nil {
			t.Fatal(err)
		}
		of, err := Think(t.Context(), e, &start, search.Limits{Nodes: 3000})
		if err != nil {
			t.Fatal(err)
		}
		if (of.Iterations > 0) != tree || of.Moves < 3000 || of.Deepest == 0 || of.Seconds <= 0 || of.PerSecond(of.Moves) <= 0 {
			t.Errorf("%s: %+v", name, of)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestStopped: the end of the context ends the search.
func TestStopped(t *testing.T) {
	e, err := Engine(entrants.Spec{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := board.Start()
	if _, err := Think(ctx, e, &start, search.Limits{Infinite: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
