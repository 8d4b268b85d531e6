//go:build unix

package selfplay_test

import (
	"context"
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"example.org/centipawn/features"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// players are makers of a search each, by name.
func players(tb testing.TB) map[string]func() (search.Searcher, error) {
	tb.Helper()
	pesto, ok := weights.Published("pesto")
	if !ok {
		tb.Fatal("no published weights of pesto")
	}
	pesto.SetHash = features.PeSTO.Hash()
	return map[string]func() (search.Searcher, error){"pesto": player(pesto, 0), "builtin": player(weights.Builtin(), 0)}
}

// cpuTime returns what the process has used of its cores.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it has no other fault than a bad argument
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkGames plays games on one thread and reports games, positions and nodes a
// second, on one core.
func BenchmarkGames(b *testing.B) {
	for name, player := range players(b) {
		for _, nodes := range []uint64{1000, 5000} {
			b.Run(fmt.Sprintf("%s/%d nodes", name, nodes), func(b *testing.B) {
				opt := selfplay.Options{Games: b.N, Threads: 1, Balance: selfplay.DefaultBalance, Rules: selfplay.Rules(), Limit: play.Limit{Nodes: nodes}}
				b.ReportAllocs()
				begin := cpuTime()
				s, err := selfplay.Run(context.Background(), player, opt, func(int, *play.Record) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
				seconds := (cpuTime() - begin).Seconds()
				b.ReportMetric(float64(s.Games)/seconds, "games/s")
				b.ReportMetric(float64(s.Positions)/seconds, "positions/s")
				b.ReportMetric(float64(s.Nodes)/seconds, "nodes/s")
			})
		}
	}
}

// BenchmarkPly plays without a search and reports the CPU time of a half-move, one that
// is written to a journal and then to a file included.
func BenchmarkPly(b *testing.B) {
	for _, name := range []string{"x.viri", "x.bin", "x.epd.zst"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			opt := hastily(b.N)
			begin := cpuTime()
			r, err := selfplay.Generate(context.Background(), filepath.Join(b.TempDir(), name), scored, opt, "settings", nil)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64((cpuTime()-begin).Nanoseconds())/float64(r.Positions), "ns/ply")
		})
	}
	b.Run("played alone", func(b *testing.B) {
		b.ReportAllocs()
		begin := cpuTime()
		s, err := selfplay.Run(context.Background(), scored, hastily(b.N), func(int, *play.Record) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64((cpuTime()-begin).Nanoseconds())/float64(s.Positions), "ns/ply")
	})
}
