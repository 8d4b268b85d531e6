package search

import (
	"sync"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

const ms = time.Millisecond

// fakeClock stands still unless it is told otherwise.
type fakeClock struct{ t time.Time }

func (f *fakeClock) now() time.Time          { return f.t }
func (f *fakeClock) advance(d time.Duration) { f.t = f.t.Add(d) }

// fakeControl returns a control for White on a fake clock, with 10 ms of overhead.
func fakeControl(lim Limits) (*Control, *fakeClock) {
	f := &fakeClock{time.Unix(1, 0)}
	return newControl(lim, board.White, 10*ms, 0, f.now), f
}

// expiresAt returns how long it takes until Expired is true, asked every
// microsecond, and limit if it takes longer.
func expiresAt(c *Control, f *fakeClock, limit time.Duration) time.Duration {
	for begin := f.t; f.t.Sub(begin) < limit; f.advance(time.Microsecond) {
		if c.Expired(0) {
			return f.t.Sub(begin)
		}
	}
	return limit
}

// TestExactNodes: the search that asks before every node makes exactly as many as
// it may, one more call or a thousand.
func TestExactNodes(t *testing.T) {
	for _, limit := range []uint64{1, 2, 15, 16, 17, 1023, 1024, 1025, 100_000} {
		c, _ := fakeControl(Limits{Nodes: limit})
		nodes := uint64(0)
		for !c.Expired(nodes) {
			nodes++
		}
		if nodes != limit {
			t.Errorf("limit %d: %d nodes", limit, nodes)
		}
		if !c.Expired(0) || !c.Stopped() || !c.Enough(1, board.NoMove, 0) {
			t.Errorf("limit %d: the end does not last", limit)
		}
	}
}

func TestExpired(t *testing.T) {
	const far = 100 * ms
	for _, c := range []struct {
		name string
		lim  Limits
		want time.Duration
	}{
		{"no limit", Limits{}, far},
		{"infinite", Limits{Infinite: true, MoveTime: 50 * ms}, far},
		{"move time less the overhead", Limits{MoveTime: 50 * ms}, 40 * ms},
		{"move time below the overhead", Limits{MoveTime: 8 * ms}, 400 * time.Microsecond},
		{"clock", Limits{Time: [2]time.Duration{650 * ms, ms}}, 80 * ms},
		{"pondering", Limits{Time: [2]time.Duration{650 * ms, ms}, Ponder: true}, far},
		{"clock and move time", Limits{Time: [2]time.Duration{650 * ms, 650 * ms}, MoveTime: 30 * ms}, 20 * ms},
	} {
		control, f := fakeControl(c.lim)
		if got := expiresAt(control, f, far); got < c.want || got > c.want+2*lookApart {
			t.Errorf("%s: expires after %v, want %v", c.name, got, c.want)
		}
	}
}

// TestLooks: where nodes take long, the clock is looked at more often.
func TestLooks(t *testing.T) {
	c, f := fakeControl(Limits{MoveTime: 110 * ms})
	calls := 0
	for ; !c.Expired(0); calls++ {
		f.advance(20 * time.Microsecond)
	}
	if late := c.Elapsed() - 100*ms; late > 400*time.Microsecond {
		t.Errorf("%v late after %d calls of 20 µs", late, calls)
	}
}

func TestEnough(t *testing.T) {
	a, b := board.NewMove(board.E2, board.E4), board.NewMove(board.D2, board.D4)
	clock := Limits{Time: [2]time.Duration{4250 * ms, 4250 * ms}} // soft time 200 ms
	type iteration struct {
		at    time.Duration
		best  board.Move
		score Score
	}
	steady := []iteration{{ms, a, 20}, {2 * ms, a, 20}, {3 * ms, a, 20}, {4 * ms, a, 20}, {5 * ms, a, 20}, {59 * ms, a, 20}, {60 * ms, a, 20}}
	for _, c := range []struct {
		name string
		lim  Limits
		only bool
		line []iteration
		want int // iterations
	}{
		{"depth", Limits{Depth: 2}, false, steady, 2},
		{"no limit", Limits{}, false, steady, 7},
		{"a steady move", clock, false, steady, 7},
		{"a mate that was not asked for", clock, false, []iteration{{ms, a, MateIn(3)}, {2 * ms, a, MateIn(3)}}, 2},
		{"the mate that was asked for", Limits{Mate: 2}, false, []iteration{{ms, a, 20}, {2 * ms, a, MateIn(3)}, {3 * ms, a, MateIn(3)}}, 2},
		{"a longer mate", Limits{Mate: 2}, false, []iteration{{ms, a, MateIn(5)}, {2 * ms, a, MateIn(3)}, {3 * ms, a, MateIn(3)}}, 2},
		{"being mated", Limits{Mate: 2}, false, []iteration{{ms, a, MatedIn(2)}, {2 * ms, a, MatedIn(2)}}, 2},
		{"the first move", clock, false, []iteration{{159 * ms, a, 20}, {160 * ms, a, 20}, {161 * ms, a, 20}}, 2},
		{"a new move", clock, false, []iteration{{ms, a, 20}, {2 * ms, a, 20}, {159 * ms, b, 20}, {160 * ms, a, 20}, {161 * ms, a, 20}}, 4},
		{"a fallen score", clock, false, []iteration{{ms, a, 20}, {209 * ms, a, -30}, {211 * ms, a, -30}}, 3},
		{"a lost queen", clock, false, []iteration{{ms, a, 20}, {279 * ms, a, -900}, {280 * ms, a, -900}, {281 * ms, a, -900}}, 3},
		{"an only move", clock, true, []iteration{{15 * ms, a, 20}, {16 * ms, a, 20}, {17 * ms, a, 20}}, 2},
		{"pondering", Limits{Time: clock.Time, Ponder: true}, false, []iteration{{time.Second, a, 20}, {2 * time.Second, a, 20}}, 2},
	} {
		control, f := fakeControl(c.lim)
		if c.only {
			control.OnlyMove()
		}
		n := 0
		for i, it := range c.line {
			f.advance(it.at - control.Elapsed())
			if n++; control.Enough(i+1, it.best, it.score) {
				break
			}
		}
		if n != c.want {
			t.Errorf("%s: %d iterations, want %d", c.name, n, c.want)
		}
	}
}

// TestEffort: a move that most of the nodes went into needs less time than one that has rivals.
func TestEffort(t *testing.T) {
	for _, tt := range []struct {
		share float64
		want  time.Duration // of 160 ms after a first iteration
	}{
		{0, 160 * ms}, {0.6, 160 * ms}, {0.9, 112 * ms}, {1, 96 * ms}, {0.4, 192 * ms}, {0.2, 224 * ms}, {0.01, 224 * ms},
	} {
		for _, last := range []time.Duration{tt.want - ms, tt.want + ms} {
			c, f := fakeControl(Limits{Time: [2]time.Duration{4250 * ms, 4250 * ms}}) // soft time 200 ms
			f.advance(last)
			c.Effort(tt.share)
			if got := c.Enough(1, 1, 20); got != (last > tt.want) {
				t.Errorf("share %v, after %v: enough %t, want it after %v", tt.share, last, got, tt.want)
			}
		}
	}
}

// waits reports whether Wait blocks.
func waits(c *Control) bool {
	select {
	case <-c.released:
		c.Wait()
		return false
	default:
		return true
	}
}

func TestPonderHit(t *testing.T) {
	clock := [2]time.Duration{2250 * ms, 2250 * ms} // soft 100 ms, hard 400 ms
	c, f := fakeControl(Limits{Time: clock, Ponder: true})
	f.advance(50 * ms)
	if c.Enough(1, 1, 0) || !waits(c) {
		t.Fatal("the search does not ponder")
	}
	c.PonderHit()
	if waits(c) || c.Stopped() {
		t.Error("after 50 ms of pondering the search should go on, and its result be free")
	}
	if got := expiresAt(c, f, time.Second); got < 400*ms || got > 401*ms {
		t.Errorf("the hard time ends %v after the hit, want 400 ms", got)
	}

	c, f = fakeControl(Limits{Time: clock, Ponder: true})
	f.advance(time.Second)
	if c.Enough(9, 1, 0) {
		t.Error("pondering ends by the clock")
	}
	if c.PonderHit(); !c.Expired(0) {
		t.Error("the search has pondered for long enough and goes on")
	}

	c, _ = fakeControl(Limits{Ponder: true, Infinite: true})
	if c.PonderHit(); !waits(c) {
		t.Error("an infinite search tells its result before Stop")
	}
}

func TestWait(t *testing.T) {
	for _, c := range []struct {
		name string
		lim  Limits
		want bool
	}{
		{"depth", Limits{Depth: 3}, false},
		{"infinite", Limits{Infinite: true}, true},
		{"infinite with a depth", Limits{Infinite: true, Depth: 3}, true},
		{"pondering", Limits{Ponder: true}, true},
	} {
		control, _ := fakeControl(c.lim)
		if control.Enough(3, 1, 0); waits(control) != c.want {
			t.Errorf("%s: waits %t, want %t", c.name, waits(control), c.want)
		}
		control.Stop()
		control.Stop()
		control.PonderHit()
		if waits(control) || !control.Expired(0) {
			t.Errorf("%s: not over after Stop", c.name)
		}
	}
}

// TestGoroutines lets a search, a waiting one and one that stops run together.
func TestGoroutines(t *testing.T) {
	for i := range 50 {
		c := NewControl(Limits{Ponder: i%2 == 0, Infinite: i%2 == 1, Time: [2]time.Duration{time.Second}}, board.White, 0)
		var all sync.WaitGroup
		all.Go(c.Wait)
		all.Go(func() {
			for nodes := uint64(0); !c.Expired(nodes); nodes++ {
				if nodes%100 == 99 && c.Enough(int(nodes/100), 1, 0) {
					break
				}
			}
		})
		all.Go(func() {
			for !c.Stopped() {
				time.Sleep(10 * time.Microsecond)
			}
		})
		time.Sleep(time.Duration(i) * 10 * time.Microsecond)
		c.PonderHit()
		c.Stop()
		all.Wait()
		if !c.Stopped() || waits(c) {
			t.Fatal("the search goes on")
		}
	}
}

func TestAllocs(t *testing.T) {
	c := NewControl(Limits{Time: [2]time.Duration{time.Hour, time.Hour}}, board.White, 0)
	p := boardtest.Parse(t, "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")
	take := board.NewMove(board.D3, board.E5)
	nodes := uint64(0)
	if n := testing.AllocsPerRun(10_000, func() {
		nodes++
		if c.Expired(nodes) || c.Enough(1, take, 0) || board.SEE(&p, take, 0) {
			t.Fail()
		}
	}); n != 0 {
		t.Errorf("%v allocations a node", n)
	}
}

func BenchmarkExpired(b *testing.B) {
	c := NewControl(Limits{Time: [2]time.Duration{time.Hour, time.Hour}}, board.White, 0)
	nodes := uint64(0)
	for b.Loop() {
		if nodes++; c.Expired(nodes) {
			b.Fatal("expired")
		}
	}
}

// TestWithin: a search within another ends when that one does, whatever its own limits.
func TestWithin(t *testing.T) {
	over := false
	c := NewControlWithin(Limits{Nodes: 1 << 40}, board.White, func() bool { return over })
	for range 5 * lookSeldom {
		if c.Expired(0) {
			t.Fatal("ended before the other one")
		}
	}
	over = true
	for calls := 1; !c.Expired(0); calls++ {
		if calls > lookSeldom {
			t.Fatalf("goes on after %d nodes", calls)
		}
	}
	if !c.Stopped() {
		t.Error("the end does not last")
	}
}

// TestRestart: a control that was used up begins again as a new one does: the same nodes, the same looks at
// the outer search, nothing of the pace of the search before.
func TestRestart(t *testing.T) {
	looks := 0
	lim, outer := Limits{Nodes: 5000, Depth: 3}, func() bool { looks++; return false }
	spend := func(c *Control) (nodes uint64) {
		for c.OnlyMove(); !c.Expired(nodes); nodes++ {
		}
		return nodes
	}
	c := NewControlWithin(lim, board.White, outer)
	spend(c)
	first := looks
	for _, side := range []board.Color{board.Black, board.White} {
		looks = 0
		c.Restart(side)
		if c.Stopped() || c.Enough(2, board.NoMove, 0) || !c.Enough(3, board.NoMove, 0) {
			t.Error("it is over, or knows no depth")
		}
		c.Restart(side)
		if nodes := spend(c); nodes != lim.Nodes || looks < first/2 || c.pace != (pace{}) || c.Limits().Nodes != lim.Nodes {
			t.Errorf("%d nodes, %d looks at the outer search, the first time %d", nodes, looks, first)
		}
		c.Wait()
	}
}

// TestExpiredNow: the clock is looked at in every call.
func TestExpiredNow(t *testing.T) {
	c, f := fakeControl(Limits{MoveTime: 110 * ms})
	if c.ExpiredNow() {
		t.Error("expired at the beginning")
	}
	f.advance(100 * ms)
	for range 2 {
		if !c.ExpiredNow() || !c.Stopped() {
			t.Error("not expired when the time is over")
		}
	}
	stopped, _ := fakeControl(Limits{Infinite: true})
	if stopped.Stop(); !stopped.ExpiredNow() {
		t.Error("not expired when it was stopped")
	}
}
