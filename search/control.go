package search

import (
	"math"
	"sync"
	"sync/atomic"
	"time"

	"example.org/centipawn/board"
)

// How often [Control.Expired] looks at the clock: after this many calls, and
// rather so that the looks are a quarter of a millisecond apart.
const (
	lookSeldom = 1024
	lookOften  = 16
	lookApart  = 250 * time.Microsecond
)

// Control decides when one search ends. Stop, PonderHit, Wait and Stopped may be
// called from any goroutine; the other methods belong to the one that searches.
//
// While a search ponders its time is not limited, its nodes and depth are.
type Control struct {
	limits Limits
	now    func() time.Time
	start  time.Time
	budget budget
	pace   pace
	only   bool // the root has one legal move

	outer func() bool // whether the search that this one is part of is to end; nil: it is none's

	nodes uint64        // the limit
	calls int           // of Expired, until the next look at the clock
	every int           // calls between two looks
	seen  time.Duration // elapsed at the last look

	stalled time.Duration // the longest time between two looks

	over      atomic.Bool  // the search is to end
	pondering atomic.Bool  // the enemy's clock runs
	ripe      atomic.Bool  // the soft time is used up
	hit       atomic.Int64 // when pondering ended, in nanoseconds since start

	release  sync.Once
	released chan struct{} // closed when the result may be printed
}

// NewControl returns the control of a search for a move of side. The clock starts
// here. Of the clock overhead is left to what happens outside of the search: the
// way of the messages, a busy machine.
func NewControl(lim Limits, side board.Color, overhead time.Duration) *Control {
	return newControl(lim, side, overhead, 0, time.Now)
}

// NewControlWithin returns the control of a search within another, which ends, too, when outer says
// that the other one does. outer is called whenever the clock is looked at, by one goroutine at a time: the
// one that searches, or one that watches in its place.
func NewControlWithin(lim Limits, side board.Color, outer func() bool) *Control {
	c := NewControl(lim, side, 0)
	c.outer = outer
	return c
}

// newControl is NewControl after a stall, with a clock of one's own.
func newControl(lim Limits, side board.Color, overhead, stall time.Duration, now func() time.Time) *Control {
	c := &Control{limits: lim, now: now, nodes: lim.Nodes, released: make(chan struct{})}
	if c.nodes == 0 {
		c.nodes = math.MaxUint64
	}
	c.begin(newBudget(&lim, side, overhead, stall))
	c.pondering.Store(lim.Ponder)
	if !lim.Ponder && !lim.Infinite {
		c.letGo()
	}
	return c
}

// begin starts the clock.
func (c *Control) begin(b budget) {
	c.start, c.budget, c.pace, c.only = c.now(), b, pace{}, false
	c.calls, c.every, c.seen, c.stalled = lookOften, lookOften, 0, 0
}

// Restart makes c the control of another search, for a move of side, with the same limits and within the
// same search: as a new one would be, but without an allocation. The clock starts here. It is for controls
// of [NewControlWithin] whose last search has returned, without clock, Infinite and Ponder.
func (c *Control) Restart(side board.Color) {
	c.begin(newBudget(&c.limits, side, 0, 0))
	c.over.Store(false)
	c.ripe.Store(false)
}

// Limits returns what the search may spend, not to be written to.
func (c *Control) Limits() *Limits { return &c.limits }

// Elapsed returns the time since the search began, pondering included.
func (c *Control) Elapsed() time.Duration { return c.now().Sub(c.start) }

// Stop ends the search, whatever its limits, and lets Wait return.
func (c *Control) Stop() {
	c.over.Store(true)
	c.letGo()
}

// PonderHit reports that the expected move was played: the clock runs for us. The
// hard time begins now; the soft time began with the search, so that one that has
// pondered for long enough ends at once. Called twice, or in a search that does
// not ponder, it does nothing.
func (c *Control) PonderHit() {
	if !c.pondering.Load() {
		return
	}
	c.hit.Store(int64(c.Elapsed()))
	c.pondering.Store(false)
	if c.ripe.Load() {
		c.over.Store(true)
	}
	if !c.limits.Infinite {
		c.letGo()
	}
}

// letGo lets Wait return.
func (c *Control) letGo() { c.release.Do(func() { close(c.released) }) }

// Wait returns when the result may be printed. A search that is infinite keeps it
// back until Stop, one that ponders until Stop or PonderHit, even if it has ended.
func (c *Control) Wait() { <-c.released }

// Stopped reports whether the search is to end: what the helpers of a search in
// several goroutines watch.
func (c *Control) Stopped() bool { return c.over.Load() }

// Expired reports whether the search is to end at once: it was stopped, as many
// nodes as allowed are searched, or its hard time is over. Once true it stays
// true. Asked before every node, it keeps the limit of nodes exactly. The clock is
// looked at in every 1,024th call, more often if the calls are slow to come.
func (c *Control) Expired(nodes uint64) bool {
	c.calls--
	if c.calls > 0 && nodes < c.nodes && !c.over.Load() {
		return false
	}
	return c.expired(nodes)
}

// expired is Expired where the answer is not plain.
func (c *Control) expired(nodes uint64) bool {
	if nodes >= c.nodes || c.over.Load() {
		return c.end()
	}
	return c.look()
}

// ExpiredNow is Expired without nodes that looks at the clock at once: for those who ask seldom.
func (c *Control) ExpiredNow() bool { return c.over.Load() || c.look() }

// end ends the search and returns true.
func (c *Control) end() bool {
	c.over.Store(true)
	return true
}

// look reports whether the hard time is over.
func (c *Control) look() bool {
	elapsed := c.Elapsed()
	if elapsed-c.seen > lookApart {
		c.every = max(c.every/2, lookOften)
	} else {
		c.every = min(c.every*2, lookSeldom)
	}
	c.calls = c.every
	c.observe(elapsed)
	if c.outer != nil && c.outer() {
		return c.end()
	}
	if c.budget.hard == 0 || c.pondering.Load() {
		return false
	}
	return elapsed-time.Duration(c.hit.Load()) >= c.budget.hard && c.end()
}

// observe notes a look at the clock.
func (c *Control) observe(elapsed time.Duration) {
	c.stalled, c.seen = max(c.stalled, elapsed-c.seen), elapsed
}

// OnlyMove reports that the root has a single legal move: under a clock a tenth of
// the soft time is enough for it.
func (c *Control) OnlyMove() { c.only = true }

// Effort tells, before Enough, which share of the nodes so far went into the best move.
func (c *Control) Effort(share float64) { c.pace.share = share }

// Enough is asked after every iteration, with its depth, best move and score. It
// reports whether to end the search: it was stopped, the depth or the mate that
// was asked for is reached, or the soft time used up.
func (c *Control) Enough(depth int, best board.Move, score Score) bool {
	if c.limits.Depth > 0 && depth >= c.limits.Depth || c.mates(score) {
		return c.end()
	}
	c.pace.add(best, score)
	if c.budget.soft == 0 {
		return c.over.Load()
	}
	soft := c.pace.scale(c.budget.soft)
	if c.only {
		soft /= 10
	}
	c.ripe.Store(c.Elapsed() >= soft)
	// PonderHit looks at ripe after it has cleared pondering, so one of the two sees.
	if c.ripe.Load() && !c.pondering.Load() {
		return c.end()
	}
	return c.over.Load()
}

// mates reports whether the score is the mate that was asked for.
func (c *Control) mates(score Score) bool {
	return score > 0 && score.IsMate() && score.MateMoves() <= c.limits.Mate
}
