package search

import (
	"math/rand/v2"
	"testing"
	"time"
)

// lost plays games of 100 moves at 1+0.01 on a machine that stands still for up to 200 ms now and
// then, and returns how many are lost on time.
func lost(games int, stalls *Stalls) (n int) {
	for seed := range uint64(games) {
		m := machine{rand.New(rand.NewPCG(seed, 7)), &fakeClock{time.Unix(1, 0)}, 10 * time.Microsecond, 200 * ms, 9 * ms, stalls}
		if least, _ := m.game(100, time.Second, 10*ms, 0, 10*ms); least < 0 {
			n++
		}
	}
	return n
}

// TestStalls: who has seen the machine stand still loses fewer games on time.
func TestStalls(t *testing.T) {
	const games = 60
	without, with := lost(games, nil), lost(games, new(Stalls))
	t.Logf("lost on time: %d of %d, %d with what was learnt", without, games, with)
	if without < 15 || 3*with > without {
		t.Errorf("%d of %d games lost on time, %d without what was learnt: want a third at most", with, games, without)
	}
}

// TestStallsNote: the longest time between two looks counts, also the one before the end, and is
// forgotten by and by.
func TestStallsNote(t *testing.T) {
	var s Stalls
	c, f := fakeControl(Limits{Nodes: 1_000_000})
	for range 100_000 {
		f.advance(time.Microsecond)
		c.Expired(0)
	}
	f.advance(70 * ms)
	c.Expired(0)
	if s.Note(c); s.worst < 70*ms || s.worst > 71*ms+2*lookApart {
		t.Errorf("noted %v, want 70 ms", s.worst)
	}
	quick, f := fakeControl(Limits{})
	f.advance(64 * ms)
	quick.observe(quick.Elapsed())
	if s.Note(quick); s.worst < 68*ms || s.worst > 70*ms {
		t.Errorf("after a shorter stall %v, want a little less than 70 ms", s.worst)
	}
	for range 300 {
		idle, _ := fakeControl(Limits{})
		s.Note(idle)
	}
	if s.worst > ms {
		t.Errorf("after 300 searches without a stall %v, want hardly any", s.worst)
	}
}
