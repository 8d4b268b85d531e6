package entrants

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// TestInMemory: weights in memory play as the same weights by a spec do.
func TestInMemory(t *testing.T) {
	limit := play.Limit{Nodes: 3000}
	spec, err := Spec{Weights: weights.NameBuiltin, Limit: limit}.Entrant(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	memory := InMemory("mine", weights.Builtin(), "", limit)
	if memory.Name != "mine" || memory.Limit != limit || !memory.Ours {
		t.Errorf("%+v", memory)
	}
	var found [2]play.Thought
	for i, who := range []play.Entrant{spec, memory} {
		p, err := who.Start(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := p.NewGame(); err != nil {
			t.Fatal(err)
		}
		if found[i], err = p.Search(search.NewGame(board.Start()), search.Limits{Nodes: limit.Nodes}); err != nil {
			t.Fatal(err)
		}
		found[i].Time = 0
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if found[0] != found[1] || found[0].Depth == 0 {
		t.Errorf("%+v by a spec, %+v in memory", found[0], found[1])
	}
}

// TestEngineTable: the table goes with the limit, and quiescence has the smallest.
func TestEngineTable(t *testing.T) {
	for limit, want := range map[play.Limit]int{{}: 1, {Nodes: fewNodes}: 1, {Nodes: fewNodes + 1}: 16, {Depth: 4}: 16} {
		e, err := Engine(weights.Builtin(), "", limit)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Settings().Base.Hash; got != want {
			t.Errorf("%v: %d MiB, want %d", limit, got, want)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := Engine(weights.Builtin(), "no such search", play.Limit{}); err == nil {
		t.Error("a search of that name")
	}
}
