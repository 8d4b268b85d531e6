package play

import (
	"context"
	"flag"
	"runtime"
	"testing"

	"example.org/centipawn/match/openings"
	"example.org/centipawn/search"
)

var manyGames = flag.Int("games", 100, "`games` of TestManyGames for each kind of player")

// TestManyGames plays fast games and finds memory and goroutines as they were.
//
// 10,000 games: go test ./match/play -run ManyGames -games 10000 -v
func TestManyGames(t *testing.T) {
	players := map[string][2]Side{
		"random": {side(random(1)), side(random(2))},
		"search": {{Ours(thinker(1)), Limit{Nodes: 25}}, {Ours(thinker(1)), Limit{Nodes: 30}}},
	}
	for name, sides := range players {
		t.Run(name, func(t *testing.T) {
			source := openings.Random(1, 8, func(g *search.Game) bool { return g.Outcome() == search.Ongoing })
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var r Record
			var seen [ends]int
			var begin footprint
			plies := 0
			for n := range *manyGames {
				if n == *manyGames/4 {
					begin = footprintNow()
				}
				o, err := source.Opening(n)
				if err != nil {
					t.Fatal(err)
				}
				if err := Play(ctx, o, sides[n%2], sides[1-n%2], Rules{MaxPlies: 400}, &r); err != nil {
					t.Fatal(err)
				}
				seen[r.End]++
				plies += len(r.Moves) - r.Book
			}
			end := footprintNow()
			t.Logf("%d half-moves, ends %v; before %+v, after %+v", plies, seen, begin, end)
			if end.goroutines > begin.goroutines || end.heap > begin.heap+256<<10 {
				t.Errorf("grown from %+v to %+v", begin, end)
			}
			for e := range ends {
				if e.Forfeit() && seen[e] > 0 || (e == Unfinished || e == HarnessFault) && seen[e] > 0 {
					t.Errorf("%d games ended by %v", seen[e], e)
				}
			}
		})
	}
}

// A footprint is what the process holds.
type footprint struct {
	heap       uint64 // bytes in use
	goroutines int
}

func footprintNow() footprint {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return footprint{m.HeapAlloc, runtime.NumGoroutine()}
}
