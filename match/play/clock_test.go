package play

import (
	"reflect"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

func TestClock(t *testing.T) {
	const s = time.Second
	type spent struct {
		used, left time.Duration
		late       bool
	}
	tests := []struct {
		name   string
		limit  Limit
		margin time.Duration
		moves  []spent
	}{
		{"increment", Limit{Time: 10 * s, Increment: s}, 0, []spent{{4 * s, 7 * s, false}, {7 * s, s, false}, {2 * s, s, true}}},
		{"sudden death", Limit{Time: 3 * s}, 0, []spent{{s, 2 * s, false}, {2 * s, 0, false}, {1, 0, true}}},
		{"control", Limit{Time: 10 * s, Moves: 2}, 0, []spent{{9 * s, s, false}, {s, 10 * s, false}, {9 * s, s, false}, {s + 1, s, true}}},
		{"control with increment", Limit{Time: 10 * s, Increment: s, Moves: 1}, 0, []spent{{5 * s, 16 * s, false}}},
		{"margin", Limit{Time: s}, s, []spent{{2 * s, 0, false}, {s, 0, false}, {s + 1, 0, true}}},
		{"time for a move", Limit{MoveTime: s}, s, []spent{{2 * s, 0, false}, {2 * s, 0, false}, {2*s + 1, 0, true}}},
		{"no clock", Limit{Nodes: 5}, 0, []spent{{1000 * s, 0, false}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock(test.limit)
			for i, m := range test.moves {
				if late := c.spend(m.used, test.margin); late != m.late || c.left != m.left {
					t.Fatalf("move %d of %v: late %v, left %v; want %v, %v", i+1, m.used, late, c.left, m.late, m.left)
				}
			}
		})
	}
}

func TestLimits(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	nodes, clocked := Limit{Nodes: 7, Depth: 3}, Limit{Time: 60 * s, Increment: s, Moves: 40, Nodes: 9}
	tests := []struct {
		name   string
		limits [2]Limit
		side   board.Color
		want   search.Limits
	}{
		{"nodes", [2]Limit{nodes, clocked}, board.White, search.Limits{Nodes: 7, Depth: 3}},
		{"against an enemy without a clock", [2]Limit{nodes, clocked}, board.Black,
			search.Limits{Nodes: 9, Time: [2]time.Duration{60 * s, 60 * s}, Increment: [2]time.Duration{s, s}, MovesToGo: 40}},
		{"clocks", [2]Limit{{Time: 5 * s}, clocked}, board.White,
			search.Limits{Time: [2]time.Duration{5 * s, 60 * s}, Increment: [2]time.Duration{0, s}}},
		{"an empty clock", [2]Limit{{Time: 1}, {Time: 2 * s}}, board.White, search.Limits{Time: [2]time.Duration{ms, 2 * s}}},
		{"time for a move", [2]Limit{{MoveTime: 5 * ms}, clocked}, board.White, search.Limits{MoveTime: 5 * ms}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			clocks := [2]clock{newClock(test.limits[0]), newClock(test.limits[1])}
			if got := limits(&clocks, test.side); !reflect.DeepEqual(got, test.want) {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}
