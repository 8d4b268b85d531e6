package alphabeta

import (
	"runtime"
	"strings"
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
	if err := s.SetOptions(Options{Hash: 2, Off: NullMove}); err != nil || len(s.table.buckets) != 2<<20/64 {
		t.Errorf("2 MiB: a table of %d buckets, %v", len(s.table.buckets), err)
	}
}

// TestHashThatCannotBeHad: a table for which there is no memory is refused, and the
// search goes on with one of the size before.
func TestHashThatCannotBeHad(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs Linux: other systems are not asked what they have")
	}
	old := settings[0].Max
	defer func() { settings[0].Max = old }()
	settings[0].Max = 1 << 24 // as declared when the program began, when there was more
	s := New(func() search.Evaluator { return flat{} }, Options{Hash: 2})
	err := s.SetOptions(Options{Hash: 1 << 24})
	if err == nil || !strings.Contains(err.Error(), "setting Hash: 16777216 MiB of memory needed, ") || !strings.Contains(err.Error(), "2 MiB are kept") {
		t.Errorf("16 TiB: %v", err)
	}
	if s.NewGame(); len(s.table.buckets) != 2<<20/64 || s.opt.Hash != 2 {
		t.Errorf("a table of %d buckets, options %+v", len(s.table.buckets), s.opt)
	}
}

// flat is an evaluator to whom all is equal.
type flat struct{ search.Evaluator }

func (flat) Reset(*board.Position) {}
