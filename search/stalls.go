package search

import (
	"time"

	"example.org/centipawn/board"
)

// Stalls remember for how long the machine has kept searches waiting: another program had the
// processor, or another game of this one. The next search keeps twice as much of its clock back,
// since what has happened to one will happen again. The zero value remembers none. It serves one
// goroutine at a time.
//
// At 1+0.01, six games at once on two processors with ten times their work, 11 of 108 games were
// lost on time, and 15 of 74 by players that learnt nothing, in turns.
type Stalls struct{ worst time.Duration }

const (
	// forgetting is the number of searches over which a stall is forgotten: each takes that part.
	forgetting = 64
	// longestStall is the longest that is remembered: beyond, the machine was asleep.
	longestStall = time.Second
)

// NewControl is [NewControl] after the searches that were noted.
func (s *Stalls) NewControl(lim Limits, side board.Color, overhead time.Duration) *Control {
	return newControl(lim, side, overhead, s.worst, time.Now)
}

// Note takes in a search that has ended, before anything is waited for.
func (s *Stalls) Note(c *Control) {
	c.observe(c.Elapsed())
	s.worst = max(s.worst-s.worst/forgetting, min(c.stalled, longestStall))
}
