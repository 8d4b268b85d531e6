package alphabeta

import (
	"testing"

	"centipawn/board"
	"centipawn/search"
)

// TestNewGameIsReady: what the first search needs is made before its clock runs.
func TestNewGameIsReady(t *testing.T) {
	made := 0
	s := New(func() search.Evaluator { made++; return flat{} }, Options{Hash: 1})
	s.NewGame()
	if made != 1 || s.table.buckets == nil {
		t.Errorf("%d evaluators made, table of %d buckets", made, len(s.table.buckets))
	}
	s.SetOptions(Options{Hash: 2, Off: NullMove})
	if s.table.buckets != nil {
		t.Error("a table of the size before")
	}
}

// flat is an evaluator to whom all is equal.
type flat struct{ search.Evaluator }

func (flat) Reset(*board.Position) {}
