package play

import (
	"fmt"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// A Side is a player and what he may spend.
type Side struct {
	Player Player
	Limit  Limit
}

// A Move is a move of a game and what its player thought of it. Those of the opening are a Move and
// nothing else.
type Move struct {
	Move   board.Move
	Score  search.Score // the mover's view, before the move; see Scored
	Scored bool         // the player reported a score
	Depth  int
	Nodes  uint64
	Time   time.Duration // used
	Left   time.Duration // on the mover's clock after the move, increment included; 0 without a clock
}

// Used is what one side has spent in a game, on a move that was illegal or too late too.
type Used struct {
	Moves   int
	Nodes   uint64
	Time    time.Duration
	Longest time.Duration // for one move
}

// A Record is a game. [Play] overwrites it and reuses its memory.
type Record struct {
	Start  board.Position
	Book   int // moves of the opening, at the front of Moves
	Moves  []Move
	Result pgn.Result // Unknown if the game was not finished
	End    End
	Reason string  // in words, fastchess's where it has them
	Stack  []byte  // of the panic that has ended the game, of a player or not; nil without one
	Used   [2]Used // by [board.Color]

	// Gone says, by [board.Color], that the player has ended or cannot be trusted any more: it is
	// to be closed, and replaced before the next game.
	Gone [2]bool
}

// reset makes it the record of a new game.
func (r *Record) reset(start board.Position) { *r = Record{Start: start, Moves: r.Moves[:0]} }

// finish ends the game.
func (r *Record) finish(end End, result pgn.Result) {
	r.End, r.Result = end, result
	r.Reason = endings[end].reason
	if named := strings.Contains(r.Reason, "%s"); named && result == pgn.WhiteWins != end.Forfeit() {
		r.Reason = fmt.Sprintf(r.Reason, board.White)
	} else if named {
		r.Reason = fmt.Sprintf(r.Reason, board.Black)
	}
}

// forfeit ends the game by the fault of a side.
func (r *Record) forfeit(side board.Color, end End, why string) {
	r.finish(end, wonBy(side.Other()))
	r.Reason += ": " + why
}

// broken ends the game by a fault of the harness.
func (r *Record) broken(err error) {
	r.finish(HarnessFault, pgn.Unknown)
	r.Reason, _, _ = strings.Cut(err.Error(), "\n")
}

// spent notes what a move has cost a side.
func (r *Record) spent(side board.Color, t *Thought) {
	u := &r.Used[side]
	u.Moves++
	u.Nodes += t.Nodes
	u.Time += t.Time
	u.Longest = max(u.Longest, t.Time)
}
