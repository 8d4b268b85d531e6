package search

import (
	"math"
	"testing"
	"time"

	"example.org/centipawn/board"
)

// clocks sets both sides' time and increment.
func clocks(t, increment time.Duration, movesToGo int) Limits {
	return Limits{Time: [2]time.Duration{t, t}, Increment: [2]time.Duration{increment, increment}, MovesToGo: movesToGo}
}

func TestBudget(t *testing.T) {
	const us = time.Microsecond
	const huge = 10_000*time.Hour - 50*ms
	for _, c := range []struct {
		name       string
		lim        Limits
		overhead   time.Duration
		soft, hard time.Duration
	}{
		{"no limit", Limits{Depth: 9, Nodes: 100}, 10 * ms, 0, 0},
		{"infinite", Limits{Infinite: true, Time: [2]time.Duration{time.Second}}, 10 * ms, 0, 0},
		{"move time", Limits{MoveTime: time.Second}, 10 * ms, 0, 990 * ms},
		{"move time and clock", Limits{MoveTime: 20 * ms, Time: [2]time.Duration{time.Minute}}, 0, 20 * ms, 20 * ms},
		{"one minute", clocks(time.Minute, 0, 0), 0, 2997500 * us, 11990 * ms},
		{"one minute and one second", clocks(time.Minute, time.Second, 0), 0, 3747500 * us, 14990 * ms},
		{"the same with overhead", clocks(time.Minute, time.Second, 0), 200 * ms, 2987500*us + 600*ms, 4 * (2987500*us + 600*ms)},
		{"one second and 10 ms", clocks(time.Second, 10*ms, 0), 10 * ms, 47 * ms, 188 * ms},
		{"an increment less than the overhead", clocks(time.Second, 10*ms, 0), 20 * ms, 37 * ms, 148 * ms},
		{"100 ms and 10 ms", clocks(100*ms, 10*ms, 0), 10 * ms, 2 * ms, 8 * ms},
		{"less than the increment", clocks(40*ms, time.Second, 0), 20 * ms, 550 * us, 550 * us},
		{"less than the overhead", clocks(10*ms, 0, 0), 20 * ms, 25 * us, 100 * us},
		{"nothing left", Limits{Time: [2]time.Duration{0, time.Second}}, 20 * ms, 2500 * time.Nanosecond, 10 * us},
		{"less than nothing", clocks(-time.Second, 0, 0), 20 * ms, 2500 * time.Nanosecond, 10 * us},
		{"40 moves to go", clocks(time.Minute+50*ms, 0, 40), 0, 2 * time.Second, 8 * time.Second},
		{"40 moves to go with overhead", clocks(time.Minute+350*ms, 0, 40), 10 * ms, 2 * time.Second, 8 * time.Second},
		{"9 moves to go", clocks(10050*ms, 0, 9), 0, time.Second, 3 * time.Second},
		{"the last move", clocks(10050*ms, 0, 1), 0, 5 * time.Second, 5 * time.Second},
		{"more than can be", clocks(math.MaxInt64, math.MaxInt64, math.MaxInt), 0, huge/4 + huge/60, huge/4 + huge/60},
		{"an overhead below zero", clocks(time.Minute, 0, 0), -time.Second, 2997500 * us, 11990 * ms},
	} {
		got := newBudget(&c.lim, board.White, c.overhead, 0)
		if got.soft != c.soft || got.hard != c.hard {
			t.Errorf("%s: %v, at most %v; want %v, at most %v", c.name, got.soft, got.hard, c.soft, c.hard)
		}
	}
}

// TestBudgetStall: a stall of late is kept back, though it be longer than what is left.
func TestBudgetStall(t *testing.T) {
	for _, c := range []struct {
		left, stall, soft, hard time.Duration
	}{
		{time.Second, 25 * ms, 47 * ms, 188 * ms},
		{time.Second, 95 * ms, 40 * ms, 160 * ms},
		{100 * ms, 190 * ms, 250 * time.Microsecond, ms},
	} {
		lim := clocks(c.left, 10*ms, 0)
		if got := newBudget(&lim, board.White, 10*ms, c.stall); got.soft != c.soft || got.hard != c.hard {
			t.Errorf("%v left, %v: %v, at most %v; want %v, at most %v", c.left, c.stall, got.soft, got.hard, c.soft, c.hard)
		}
	}
}

// TestBudgetSide: each side looks at its own clock.
func TestBudgetSide(t *testing.T) {
	lim := Limits{Time: [2]time.Duration{time.Minute, time.Second}, Increment: [2]time.Duration{0, 100 * ms}}
	if got := newBudget(&lim, board.White, 0, 0).soft; got != 2997500*time.Microsecond {
		t.Errorf("White: %v", got)
	}
	if got := newBudget(&lim, board.Black, 0, 0).soft; got != 122500*time.Microsecond {
		t.Errorf("Black: %v", got)
	}
}

// TestBudgetBounds holds every budget against the clock.
func TestBudgetBounds(t *testing.T) {
	for left := time.Millisecond; left < 3*time.Hour; left = left*5/4 + 1 {
		for _, increment := range []time.Duration{0, ms, 10 * ms, time.Second, time.Minute} {
			for _, toGo := range []int{0, 1, 2, 5, 40, 1000} {
				for _, overhead := range []time.Duration{0, ms, 10 * ms, 100 * ms, 5 * time.Second} {
					lim := clocks(left, increment, toGo)
					b := newBudget(&lim, board.Black, overhead, 0)
					free := left - b.hard
					if b.soft <= 0 || b.soft > b.hard || free < left/2 || free < min(overhead, left*9/10) {
						t.Fatalf("%v + %v, %d to go, overhead %v: %v, at most %v", left, increment, toGo, overhead, b.soft, b.hard)
					}
				}
			}
		}
	}
}

func TestPace(t *testing.T) {
	a, b := board.NewMove(board.E2, board.E4), board.NewMove(board.D2, board.D4)
	for _, c := range []struct {
		name   string
		moves  []board.Move
		scores []Score
		want   time.Duration // of a second
	}{
		{"first iteration", []board.Move{a}, []Score{20}, 800 * ms},
		{"the same move twice", []board.Move{a, a}, []Score{20, 20}, 700 * ms},
		{"four times", []board.Move{a, a, a, a}, []Score{20, 20, 20, 20}, 500 * ms},
		{"eight times", []board.Move{a, a, a, a, a, a, a, a}, make([]Score, 8), 300 * ms},
		{"another move", []board.Move{a, a, a, b}, make([]Score, 4), 800 * ms},
		{"a rising score", []board.Move{a, a}, []Score{20, 90}, 700 * ms},
		{"a score that falls by half a pawn", []board.Move{a, a}, []Score{20, -30}, 1050 * ms},
		{"a score that falls by a queen", []board.Move{a, a}, []Score{20, -880}, 1400 * ms},
		{"another move for a lost queen", []board.Move{a, b}, []Score{20, -880}, 1600 * ms},
		{"mated", []board.Move{a, b}, []Score{MateIn(3), MatedIn(2)}, 1600 * ms},
		{"half of the fall is forgotten", []board.Move{a, a, a}, []Score{0, -60, -60}, 780 * ms},
	} {
		var p pace
		for i, m := range c.moves {
			p.add(m, c.scores[i])
		}
		if got := p.scale(time.Second); got != c.want {
			t.Errorf("%s: %v of a second, want %v", c.name, got, c.want)
		}
	}
}
