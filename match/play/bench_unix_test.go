//go:build unix

package play

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// BenchmarkPly measures what a half-move costs beside the thinking: an operation is one. The
// players find their moves without a search. Whole games are played, so that their beginnings and
// ends are in it.
func BenchmarkPly(b *testing.B) {
	players := map[string]func(uint64) Player{"first": func(uint64) Player { return first() }, "random": random}
	for name, player := range players {
		b.Run(name, func(b *testing.B) { benchmarkPlies(b, side(player(1)), side(player(2)), Rules{}) })
	}
	judged := Rules{DrawFrom: 40, DrawMoves: 8, DrawScore: 10, ResignMoves: 3, ResignScore: 600, MateMoves: 2, MaxPlies: 400}
	b.Run("random with rules", func(b *testing.B) { benchmarkPlies(b, side(random(1)), side(random(2)), judged) })
	clocked := Side{Player: random(1), Limit: Limit{Time: 1e12, Increment: 1e9}}
	b.Run("random with clocks", func(b *testing.B) { benchmarkPlies(b, clocked, clocked, Rules{}) })
}

// BenchmarkForeignPly measures what a half-move costs this process if the players are others, which
// do not think. What it costs those is not in cpu-ns.
func BenchmarkForeignPly(b *testing.B) {
	benchmarkPlies(b, side(Foreign(launch(b, "is random"))), side(Foreign(launch(b, "is random"))), Rules{})
}

func benchmarkPlies(b *testing.B, white, black Side, r Rules) {
	o := opening(b, "", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6")
	var record Record
	games := 0
	b.ReportAllocs()
	b.ResetTimer()
	begin := cpuTime(b)
	for plies := 0; plies < b.N; games++ {
		if err := Play(b.Context(), o, white, black, r, &record); err != nil {
			b.Fatal(err)
		}
		plies += len(record.Moves) - record.Book
	}
	b.ReportMetric(float64(cpuTime(b)-begin)/float64(b.N), "cpu-ns/op")
	b.ReportMetric(float64(b.N)/float64(games), "plies/game")
}

// cpuTime is what the process has used so far, alone and by the system for it.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkNewGame measures what it costs the base search to forget, by its table's size: twice a
// game.
func BenchmarkNewGame(b *testing.B) {
	for _, hash := range []int{1, 2, 16} {
		b.Run(fmt.Sprintf("%d MiB", hash), func(b *testing.B) {
			s := thinker(hash)
			s.Search(search.NewGame(board.Start()), search.NewControl(search.Limits{Nodes: 1000}, board.White, 0), nil)
			for b.Loop() {
				s.NewGame()
			}
		})
	}
}
