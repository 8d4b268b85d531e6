package pgn

import (
	"errors"
	"fmt"
)

// MaxGame is the longest text of a game, in bytes.
const MaxGame = 1 << 20

// Faults of a game, for errors.Is. A fault of a move or a position wraps an
// error of package board.
var (
	ErrTag       = errors.New("bad tag")
	ErrVariant   = errors.New("variant that is not chess")
	ErrStart     = errors.New("bad start position")
	ErrComment   = errors.New("comment without end")
	ErrVariation = errors.New("bad variation")
	ErrResult    = errors.New("contradictory results")
	ErrTrailing  = errors.New("text after the end of the game")
	ErrTooLong   = fmt.Errorf("game longer than %d bytes", MaxGame)
)

// An Error is the fault of one game. [Reader.Next] goes on after it.
type Error struct {
	File string // as the caller named it; "" from [Parse]
	Game int    // number of the game, from 1; 0 from [Parse]
	Line int    // of the fault; the first line is 1
	Ply  int    // the half move of the fault, from 1; 0 before the first
	Err  error
}

// Error returns "file:line: game 12, ply 31: why", without what is not known.
func (e *Error) Error() string {
	where := fmt.Sprintf("line %d", e.Line)
	if e.File != "" {
		where = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	switch {
	case e.Game > 0 && e.Ply > 0:
		where += fmt.Sprintf(": game %d, ply %d", e.Game, e.Ply)
	case e.Game > 0:
		where += fmt.Sprintf(": game %d", e.Game)
	case e.Ply > 0:
		where += fmt.Sprintf(": ply %d", e.Ply)
	}
	return fmt.Sprintf("%s: %v", where, e.Err)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }
