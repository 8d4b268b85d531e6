package match

import (
	"flag"
	"runtime"
	"testing"
)

// BenchmarkGame plays a match of short games that cost nothing to think of, kept in a folder: what
// scheduling, judging, journal and PGN take, beside play.Play. The numbers of one ply are in the
// metric.
func BenchmarkGame(b *testing.B) {
	for _, kept := range []bool{false, true} {
		name := "forgotten"
		if kept {
			name = "kept"
		}
		b.Run(name, func(b *testing.B) {
			p := quick((b.N+1)/2, mover{seed: 1}, mover{seed: 2})
			p.Concurrency = 1
			if kept {
				p.Dir = b.TempDir()
			}
			b.ReportAllocs()
			r, err := Run(b.Context(), p, func(*Progress) {})
			if err != nil {
				b.Fatal(err)
			}
			plies := r.Players[0].Used.Moves + r.Players[1].Used.Moves
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(plies), "µs/ply")
		})
	}
}

var games = flag.Int("games", 1200, "games of TestMemory")

// TestMemory plays many games: what stays of each is a result and a hash, a few hundred bytes.
func TestMemory(t *testing.T) {
	p := quick(*games/2, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	const mostPerGame = 400
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var early, late uint64
	first := *games / 4
	r, err := Run(t.Context(), p, func(s *Progress) {
		switch s.Finished {
		case first:
			early = heap()
		case *games:
			late = heap()
		}
	})
	if err != nil || r.Finished != *games {
		t.Fatalf("%d games, %v", r.Finished, err)
	}
	if grown := int(late) - int(early); grown > mostPerGame*(*games-first) {
		t.Errorf("%d bytes more after %d more games", grown, *games-first)
	}
	t.Logf("%d kB after %d games, %d kB after %d", early/1024, first, late/1024, *games)
}
