package alphabeta

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
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
	old := settings[0].Max
	defer func() { settings[0].Max = old }()
	settings[0].Max = 1 << 24 // as declared when the program began, when there was more
	s := New(func() search.Evaluator { return flat{} }, Options{Hash: 2})
	s.NewGame()
	err := s.SetOptions(Options{Hash: 1 << 24})
	if err == nil || !strings.Contains(err.Error(), "setting Hash: 16777216 MiB of memory needed, ") || !strings.Contains(err.Error(), "2 MiB are kept") {
		t.Errorf("16 TiB: %v", err)
	}
	if len(s.table.buckets) != 2<<20/64 || s.opt.Hash != 2 {
		t.Errorf("a table of %d buckets, options %+v", len(s.table.buckets), s.opt)
	}
}

// flat is an evaluator to whom all is equal.
type flat struct{}

func (flat) Reset(*board.Position)            {}
func (flat) Push(*board.Position, board.Move) {}
func (flat) Pop()                             {}
func (flat) Evaluate(*board.Position) int     { return 0 }

// TestClose: a closed searcher holds no memory, and the next game allocates it again.
func TestClose(t *testing.T) {
	s := New(func() search.Evaluator { return flat{} }, Options{Hash: 2})
	for range 2 {
		if s.NewGame(); s.table.mib() != 2 {
			t.Errorf("a table of %d MiB, want 2", s.table.mib())
		}
		if err := s.Close(); err != nil || s.table.memory != nil || s.table.buckets != nil {
			t.Errorf("closed: %v, %d buckets", err, len(s.table.buckets))
		}
	}
}

// broken is an evaluator that panics once the search has begun to make moves.
type broken struct{ lasting }

func (broken) Push(*board.Position, board.Move) { panic("broken") }

// lasting is an evaluator of a search without an end.
type lasting struct{ flat }

func (lasting) Push(*board.Position, board.Move) {}
func (lasting) Pop()                             {}
func (lasting) Evaluate(*board.Position) int     { return 0 }

// TestPanicEndsAll: when the first thread panics the others end, before the table can be freed.
func TestPanicEndsAll(t *testing.T) {
	made := 0
	s := New(func() search.Evaluator {
		if made++; made == 1 {
			return broken{}
		}
		return lasting{}
	}, Options{Hash: 1, Threads: 3})
	before := runtime.NumGoroutine()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		s.Search(search.NewGame(board.Start()), search.NewControl(search.Limits{Infinite: true}, board.White, 0), nil)
	}()
	for range 10_000 { // a goroutine that is done still has to leave
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
