package match

import (
	"strings"
	"testing"
	"time"

	"centipawn/match/elo"
	"centipawn/match/play"
)

// TestWarnings has standings that call for a warning, and their neighbours that do not.
func TestWarnings(t *testing.T) {
	byTime := play.Limit{MoveTime: time.Second}
	for _, tt := range []struct {
		name   string
		change func(j *judge)
		stop   Stop
		code   string
		want   string // in the text; "": no such warning
	}{
		{"no game", func(j *judge) { j.stand.Games = 0 }, AllPlayed, "V01", ""},
		{"some games", func(j *judge) {}, AllPlayed, "V01", "100 games leave an interval of ±"},
		{"one pair", func(j *judge) { j.stand.Pairings[0].Estimate = elo.Of(elo.Pentanomial{4: 1}) }, AllPlayed, "V01", "no interval"},
		{"unique", func(j *judge) {}, AllPlayed, "V02", ""},
		{"some repeat", func(j *judge) { j.stand.Unique = 97 }, AllPlayed, "V02", "3 of 100 games"},
		{"void", func(j *judge) { j.stand.Voided = 2 }, AllPlayed, "V03", "2 pairs are void"},
		{"a fault each", func(j *judge) { j.stand.Players[0].Faults, j.stand.Players[1].Faults = 1, 1 }, AllPlayed, "V05", ""},
		{"one fault", func(j *judge) { j.stand.Players[1].Faults = 1 }, AllPlayed, "V05", ""},
		{"one side", func(j *judge) { j.stand.Players[1].Faults = 2 }, AllPlayed, "V05", "all 2 faults are of B"},
		{"by hand", func(j *judge) {}, Interrupted, "V06", "by hand"},
		{"test by hand", func(j *judge) { j.plan.SPRT = &elo.SPRT{} }, Interrupted, "V06", "before the test had decided"},
		{"at its end", func(j *judge) {}, Decided, "V06", ""},
		{"slower by time", func(j *judge) {}, AllPlayed, "V07", "A searches 1000 thousand nodes a second, B 900, 10 % fewer"},
		{"as fast", func(j *judge) { j.stand.Players[1].Used.Nodes = 960_000 }, AllPlayed, "V07", ""},
		{"slower by nodes", func(j *judge) { j.plan.Entrants[1].Limit = play.Limit{Nodes: 100} }, AllPlayed, "V07", ""},
		{"no test", func(j *judge) {}, AllPlayed, "V08", ""},
		{"passed", func(j *judge) { j.stand.SPRT = &elo.State{Decision: elo.AcceptH1} }, Decided, "V08", "passed at movetime=1s"},
		{"failed", func(j *judge) { j.stand.SPRT = &elo.State{Decision: elo.AcceptH0} }, Decided, "V08", ""},
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
		for _, w := range j.warnings(tt.stop, nil) {
			if w.Code == tt.code {
				found += w.Text
			}
		}
		if (tt.want == "") != (found == "") || !strings.Contains(found, tt.want) {
			t.Errorf("%s: %s %q, want %q", tt.name, tt.code, found, tt.want)
		}
	}
}
