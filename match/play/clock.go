package play

import (
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// A clock is what one side has left.
type clock struct {
	limit Limit
	left  time.Duration // without a clock 0
	moves int           // until time is added; 0: never
}

func newClock(l Limit) clock { return clock{limit: l, left: l.Time, moves: l.Moves} }

// spend takes the time of a move. A side that is not late gets its increment, and its time at a
// control. Without a clock or a time for a move nothing is late.
func (c *clock) spend(used, margin time.Duration) (late bool) {
	switch {
	case c.limit.MoveTime > 0:
		return used > c.limit.MoveTime+margin
	case c.limit.Time == 0:
		return false
	}
	if c.left-used < -margin {
		return true
	}
	c.left = max(c.left-used, 0) + c.limit.Increment
	if c.limit.Moves > 0 {
		if c.moves--; c.moves == 0 {
			c.left, c.moves = c.left+c.limit.Time, c.limit.Moves
		}
	}
	return false
}

// allowed is what the side may spend on its next move, if time limits it.
func (c *clock) allowed() time.Duration { return max(c.limit.MoveTime, c.left) }

// limits is what a player of side gets before a move. An enemy without a clock gets to have as much
// time as he has himself, and a clock that stands at nothing a millisecond: nothing means no clock.
func limits(clocks *[2]clock, side board.Color) search.Limits {
	own := &clocks[side]
	l := search.Limits{Depth: own.limit.Depth, Nodes: own.limit.Nodes, MoveTime: own.limit.MoveTime}
	if own.limit.Time == 0 {
		return l
	}
	for color := range clocks {
		shown := &clocks[color]
		if shown.limit.Time == 0 {
			shown = own
		}
		l.Time[color], l.Increment[color] = max(shown.left, time.Millisecond), shown.limit.Increment
	}
	l.MovesToGo = own.moves
	return l
}
