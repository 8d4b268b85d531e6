package search

import (
	"math/rand/v2"
	"testing"
	"time"

	"example.org/centipawn/board"
)

// A machine plays games on a simulated clock: its iterations take ever longer, its
// best moves and scores change, it stalls now and then while it thinks, and every
// message is late.
type machine struct {
	rng   *rand.Rand
	clock *fakeClock
	node  time.Duration // that a node takes
	stall time.Duration // the longest pause while it thinks
	lag   time.Duration // the longest way of a move, unseen by the search

	stalls *Stalls // that were learnt; nil: nothing is learnt
}

// tick lets the time of a node pass, and in every quarter of a second a stall.
func (m *machine) tick() {
	m.clock.advance(m.node)
	if m.stall > 0 && m.rng.Int64N(int64(250*ms/m.node)) == 0 {
		m.clock.advance(time.Duration(m.rng.Int64N(int64(m.stall))))
	}
}

// think searches under a control until that says it is enough, each iteration 1.5
// to 4 times as long as the one before.
func (m *machine) think(c *Control) {
	best, score := board.Move(1), Score(0)
	nodes, size := uint64(0), 20.0
	for depth := 1; ; depth++ {
		for range int(size) {
			if c.Expired(nodes) {
				return
			}
			nodes++
			m.tick()
		}
		if m.rng.IntN(3) == 0 {
			best++
		}
		score += Score(m.rng.NormFloat64() * 40)
		c.Effort(float64(20+depth*37%81) / 100) // 0.6 on average, as in games
		if c.Enough(depth, best, score) {
			return
		}
		size *= 1.5 + 2.5*m.rng.Float64()
	}
}

// search thinks about a move.
func (m *machine) search(lim *Limits, overhead time.Duration) {
	learnt := Stalls{}
	if m.stalls != nil {
		learnt = *m.stalls
	}
	c := newControl(*lim, board.White, overhead, learnt.worst, m.clock.now)
	m.think(c)
	if m.stalls != nil {
		m.stalls.Note(c)
	}
}

// game plays the moves of one side and returns the least time that was left, and
// the time used.
func (m *machine) game(moves int, base, increment time.Duration, toGo int, overhead time.Duration) (least, used time.Duration) {
	left := base
	least = base
	for n := range moves {
		lim := clocks(left, increment, 0)
		if toGo > 0 {
			lim.MovesToGo = toGo - n%toGo
		}
		begin := m.clock.t
		m.search(&lim, overhead)
		spent := m.clock.t.Sub(begin) + time.Duration(m.rng.Int64N(int64(m.lag)))
		left -= spent
		used += spent
		least = min(least, left)
		left += increment
		if toGo > 0 && (n+1)%toGo == 0 {
			left += base
		}
	}
	return least, used
}

// TestClock plays whole games and looks how near the clock comes to its end.
func TestClock(t *testing.T) {
	const us = time.Microsecond
	for _, c := range []struct {
		name            string
		base, increment time.Duration
		toGo            int
		node, stall     time.Duration
		overhead, lag   time.Duration
		margin          time.Duration // that is never touched
	}{
		{"1+0.01", time.Second, 10 * ms, 0, 5 * us, 0, 10 * ms, 5 * ms, 100 * ms},
		{"1+0.01 on a busy machine", time.Second, 10 * ms, 0, 10 * us, 50 * ms, 10 * ms, 9 * ms, 10 * ms},
		{"1+0.01, a slow search", time.Second, 10 * ms, 0, 100 * us, 50 * ms, 10 * ms, 9 * ms, 10 * ms},
		{"10+0.1", 10 * time.Second, 100 * ms, 0, 50 * us, 50 * ms, 10 * ms, 20 * ms, 200 * ms},
		{"40 moves in 60 s", time.Minute, 0, 40, 200 * us, 50 * ms, 10 * ms, 10 * ms, 200 * ms},
		{"10 s for the game", 10 * time.Second, 0, 0, 50 * us, 20 * ms, 10 * ms, 3 * ms, 10 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			least, used, moves := c.base, time.Duration(0), 0
			for seed := range uint64(20) {
				m := machine{rand.New(rand.NewPCG(seed, 0)), &fakeClock{time.Unix(1, 0)}, c.node, c.stall, c.lag, nil}
				n := 20 + m.rng.IntN(180)
				l, u := m.game(n, c.base, c.increment, c.toGo, c.overhead)
				least, used, moves = min(least, l), used+u, moves+n
			}
			t.Logf("%d moves of %v on average, at least %v left", moves, (used / time.Duration(moves)).Round(100*time.Microsecond), least)
			if least < c.margin {
				t.Errorf("only %v left, want %v", least, c.margin)
			}
		})
	}
}
