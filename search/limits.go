package search

import (
	"time"

	"example.org/centipawn/board"
)

// Limits is what a search may spend: UCI's "go". The zero value sets no limit.
// Several limits hold together; the first that is reached ends the search.
type Limits struct {
	Depth     int              // half-moves; 0: no limit
	Nodes     uint64           // moves made; 0: no limit
	MoveTime  time.Duration    // for this move; 0: no limit
	Time      [2]time.Duration // left on the clocks, by [board.Color]; see Clocked
	Increment [2]time.Duration // gained with every move, by [board.Color]
	MovesToGo int              // until time is added to the clock; 0: never
	Mate      int              // a forced mate in this many moves is enough; 0: it is not
	Infinite  bool             // neither time nor clock count, and the result waits for [Control.Stop]
	Ponder    bool             // the enemy's clock runs until [Control.PonderHit]
	Moves     []board.Move     // of the root, to the exclusion of others; empty: all
}

// Clocked reports whether the game has a clock: a time or an increment of either
// side is set, even negative, as some programs send it.
func (l *Limits) Clocked() bool {
	return l.Time != [2]time.Duration{} || l.Increment != [2]time.Duration{}
}
