package match

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
)

// TestWarnings has standings that call for a warning, and their neighbours that do not.
func TestWarnings(t *testing.T) {
	byTime := play.Limit{MoveTime: time.Second}
	for _, tt := range []struct {
		name   string
		change func(j *judge)
		code   string
		want   string // in the text; "": no such warning
	}{
		{"no game", func(j *judge) { j.stand.Games = 0 }, "V01", ""},
		{"some games", func(j *judge) {}, "V01", "100 games leave an interval of ±"},
		{"one pair", func(j *judge) { j.stand.Pairings[0].Estimate = elo.Of(elo.Pentanomial{2: 1, 4: 1}) }, "V01", "no interval"},
		{"open to one side", func(j *judge) { j.stand.Pairings[0].Estimate = elo.Of(elo.Pentanomial{3: 1, 4: 19}) }, "V01", "open to one side"},
		{"unique", func(j *judge) {}, "V02", ""},
		{"some repeat", func(j *judge) { j.stand.Unique = 97 }, "V02", "3 of 100 games"},
		{"one repeats", func(j *judge) { j.stand.Unique = 99 }, "V02", "1 of 100 games"},
		{"a pair omitted", func(j *judge) { j.stand.Repeated = 1 }, "V02", "1 pair of games that are known"},
		{"the end of it", func(j *judge) { j.stand.Repeated, j.stale = 20, 20 }, "V02", "20 rounds, so the match ends"},
		{"void", func(j *judge) { j.stand.Voided = 2 }, "V03", "2 pairs void"},
		{"a fault each", func(j *judge) { j.stand.Players[0].Faults, j.stand.Players[1].Faults = 1, 1 }, "V05", ""},
		{"one fault", func(j *judge) { j.stand.Players[1].Faults = 1 }, "V05", ""},
		{"one side", func(j *judge) { j.stand.Players[1].Faults = 2 }, "V05", "all 2 faults are by B"},
		{"by hand", func(j *judge) { j.byHand = true }, "V06", "by hand"},
		{"test by hand", func(j *judge) { j.plan.SPRT, j.byHand = &elo.SPRT{}, true }, "V06", "before the test had decided"},
		{"not by hand", func(j *judge) {}, "V06", ""},
		{"slower by time", func(j *judge) {}, "V07", "A searches 1000 thousand nodes a second, B 900, 10 % fewer"},
		{"as fast", func(j *judge) { j.stand.Players[1].Used.Nodes = 960_000 }, "V07", ""},
		{"slower by nodes", func(j *judge) { j.plan.Entrants[1].Limit = play.Limit{Nodes: 100} }, "V07", ""},
		{"crowded", func(j *judge) { j.stand.Players[1].Used.Nodes, j.plan.Concurrency = 1_000_000, runtime.GOMAXPROCS(0)+1 }, "V07",
			"and time is the limit"},
		{"crowded by nodes", func(j *judge) {
			j.plan.Concurrency = runtime.GOMAXPROCS(0) + 1
			j.plan.Entrants[0].Limit, j.plan.Entrants[1].Limit = play.Limit{Nodes: 100}, play.Limit{Nodes: 100}
		}, "V07", ""},
		{"no more games than processors", func(j *judge) {
			j.stand.Players[1].Used.Nodes = 1_000_000
			j.plan.asked, j.schedule.rounds = 5000, runtime.GOMAXPROCS(0)/2
		}, "V07", ""},
		{"more games than processors", func(j *judge) {
			j.stand.Players[1].Used.Nodes = 1_000_000
			j.plan.asked, j.schedule.rounds = 5000, runtime.GOMAXPROCS(0)
		}, "V07", fmt.Sprintf("5000 games at once asked for, %d played", runtime.GOMAXPROCS(0))},
		{"known before", func(j *judge) { j.plan.Known = []note.Note{{Code: "V10", Text: "a pool"}} }, "V10", "a pool"},
		{"no test", func(j *judge) {}, "V08", ""},
		{"passed", func(j *judge) { j.stand.SPRT = &elo.State{Decision: elo.AcceptH1} }, "V08", "passed at movetime=1s"},
		{"failed", func(j *judge) { j.stand.SPRT = &elo.State{Decision: elo.AcceptH0} }, "V08", ""},
	} {
		p := quick(50, mover{}, mover{})
		p.Entrants[0].Limit, p.Entrants[1].Limit = byTime, byTime
		p, err := p.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		j := newJudge(&p, nil)
		j.stand.Games, j.stand.Unique, j.stand.Pairs, j.next = 100, 100, 50, 50
		j.stand.Pairings[0].Estimate = elo.Of(elo.Pentanomial{10, 10, 10, 10, 10})
		j.stand.Players[0].Used = Used{Nodes: 1_000_000, Time: time.Second}
		j.stand.Players[1].Used = Used{Nodes: 900_000, Time: time.Second}
		tt.change(j)
		found := ""
		for _, w := range j.warnings() {
			if w.Code == note.Code(tt.code) {
				found += w.Text
			}
		}
		if (tt.want == "") != (found == "") || !strings.Contains(found, tt.want) {
			t.Errorf("%s: %s %q, want %q", tt.name, tt.code, found, tt.want)
		}
	}
}

// TestConcurrency: where time alone limits engines of this process no more games are played at once
// than there are processors, and the first warning says so.
func TestConcurrency(t *testing.T) {
	processors := runtime.GOMAXPROCS(0)
	for _, tt := range []struct {
		name  string
		limit play.Limit
		ours  bool
		want  int
	}{
		{"nodes", play.Limit{Nodes: 100}, true, processors + 3},
		{"clock", play.Limit{Time: time.Minute}, true, processors},
		{"clock and nodes", play.Limit{Time: time.Minute, Nodes: 100}, true, processors + 3},
		{"programs", play.Limit{Time: time.Minute}, false, processors + 3},
	} {
		p := quick(10*processors, mover{seed: 1}, mover{seed: 2})
		var players, most atomic.Int64
		p.Concurrency = processors + 3
		for i := range p.Entrants {
			e := &p.Entrants[i]
			e.Limit, e.Ours = tt.limit, tt.ours && i == 0
			start := e.Start
			e.Start = func(ctx context.Context) (play.Player, error) {
				if i == 0 {
					most.Store(players.Add(1))
				}
				return start(ctx)
			}
		}
		first := ""
		_, err := Run(t.Context(), p, func(s *Progress) {
			for _, w := range s.Warnings {
				if w.Code == "V07" && s.Finished == 0 {
					first = w.Text
				}
			}
		})
		if err != nil || most.Load() > int64(tt.want) {
			t.Errorf("%s: %v, %d players of one side, want at most %d", tt.name, err, most.Load(), tt.want)
		}
		if capped := tt.want == processors; strings.Contains(first, "games at once asked for") != capped {
			t.Errorf("%s: told at the start: %q", tt.name, first)
		}
	}
}
