package search

import (
	"time"

	"example.org/centipawn/board"
)

// How the clock is divided.
const (
	// horizon is the number of moves that the time left is for if none is added. As
	// every move takes its share of what is left, the clock shrinks like a geometric
	// sequence, and no game is too long for it.
	horizon = 20
	// farthest is the most moves to go that are looked at.
	farthest = 30
	// likelyStall is kept for a machine that stands still while it thinks.
	likelyStall = 50 * time.Millisecond
)

// budget is the time for one move.
type budget struct {
	soft time.Duration // after it no iteration begins, give or take [pace]; 0: no limit
	hard time.Duration // after it no node is searched; 0: no limit
}

// newBudget divides the clock. With t the time left, i the increment, o the
// overhead, s the longest stall of late, m the moves to go and all in the same unit:
//
//	n    = 20, or min(m + 1, 30)              the moves that t is for, one in reserve
//	r    = o + (n−1)·max(o−i, 0) + max(min(50 ms, t/2), 2s)
//	u    = max(t − r, t/20)                   what can be used
//	soft = u/n + ¾·max(i−o, 0)
//	hard = min(4·soft, u/4 + u/2n)            well inside the clock
//
// The reserve r holds the overhead of this move, that of the others as far as the
// increment does not pay for it, and a stall. After a stall a longer one may come: with s,
// 2s and 3s for it 24, 4 and 2 of 100 simulated games at 1+0.01 with stalls of up to 200 ms
// were lost on time, 43 without. If it is longer than the clock, u is a twentieth of the
// clock, half of which is used at most, and the increment fills it. A time for the move
// itself is its hard limit, less the overhead. A clock that has run out leaves a moment in
// which to find some legal move.
func newBudget(l *Limits, side board.Color, overhead, stall time.Duration) (b budget) {
	if l.Infinite {
		return budget{}
	}
	overhead = span(overhead)
	if l.MoveTime > 0 {
		b.hard = max(l.MoveTime-overhead, l.MoveTime/20)
	}
	if !l.Clocked() {
		return b
	}
	n := time.Duration(horizon)
	if l.MovesToGo > 0 {
		n = time.Duration(min(l.MovesToGo, farthest-1) + 1)
	}
	left, increment := max(span(l.Time[side&1]), time.Millisecond), span(l.Increment[side&1])
	reserve := overhead + (n-1)*max(overhead-increment, 0) + max(min(likelyStall, left/2), 2*stall)
	usable := max(left-reserve, left/20)
	soft := usable/n + max(increment-overhead, 0)*3/4
	hard := min(4*soft, usable/4+usable/(2*n))
	if b.hard == 0 || hard < b.hard {
		b.hard = hard
	}
	b.soft = min(soft, b.hard)
	return b
}

// span returns a time that can be calculated with: 0 to 10,000 hours.
func span(t time.Duration) time.Duration { return min(max(t, 0), 10_000*time.Hour) }

// pace stretches or shortens the soft time by how the iterations go: a best move that stays
// needs less time, one that took most of the work, too, and a score that falls needs more.
type pace struct {
	best   board.Move
	steady int   // iterations since the best move changed
	mean   Score // of the scores so far, the younger the weightier
	fall   Score // of the last score below the mean before it
	begun  bool
	share  float64 // of the nodes that went into the best move; 0: not known
}

// Limits of pace.
const (
	steadyEnough = 5   // iterations
	fallEnough   = 100 // centipawns
	usualShare   = 0.6 // of the nodes of a search that go into its best move
	mostEffort   = 1.4
	mostPercent  = 160 // of the soft time
)

// add takes the result of an iteration.
func (p *pace) add(best board.Move, score Score) {
	if !p.begun {
		*p = pace{best: best, mean: score, begun: true, share: p.share}
		return
	}
	p.steady++
	if best != p.best {
		p.best, p.steady = best, 0
	}
	p.fall = p.mean - score
	p.mean = (p.mean + score) / 2
}

// scale returns the soft time times
//
//	(0.8 − 0.1·min(iterations with this move, 5)) · (1 + min(max(fall, 0), 100) / 100) · (1.6 − share):
//
// between 0.18 and 1.6 of it. An iteration takes longer than all before it, so that one that
// begins after half of the time ends after the whole of it. Where little of the work went into
// the best move others are nearly as good: the last factor is 1 for a usual share, at most 1.4,
// and 1 where the share is not known.
func (p *pace) scale(soft time.Duration) time.Duration {
	percent := 80 - 10*min(p.steady, steadyEnough)
	percent = percent * (fallEnough + int(min(max(p.fall, 0), fallEnough))) / fallEnough
	if p.share > 0 {
		percent = percent * int(100*min(1+usualShare-p.share, mostEffort)) / 100
	}
	return soft * time.Duration(min(percent, mostPercent)) / 100
}
