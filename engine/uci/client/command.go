package client

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// position is the command that sets up the position of a game with the moves that led there. A
// start that castles as in Chess960 only is a [BadOption] unless UCI_Chess960 is set: the engine
// would take it for another position.
func (c *Client) position(g *search.Game) (string, error) {
	start := g.Start()
	fen := start.FEN()
	if err := c.castles(fen); err != nil {
		return "", err
	}
	var b strings.Builder
	if b.WriteString("position startpos"); fen != board.StartFEN {
		b.Reset()
		b.WriteString("position fen " + fen)
	}
	c.appendMoves(&b, " moves", g.Moves())
	return b.String(), nil
}

// castles returns an error if a position castles as the engine does not know it.
func (c *Client) castles(fen string) error {
	if c.chess960 || !NeedsChess960(fen) {
		return nil
	}
	return &BadOption{c.id, chess960, "false", fmt.Errorf("castling rights %s need it: pass true", castling(fen))}
}

// NeedsChess960 reports whether castling rights in a FEN can be had in Chess960 alone, so that an
// engine has to be told so by UCI_Chess960.
func NeedsChess960(fen string) bool {
	return strings.ContainsAny(castling(fen), "ABCDEFGHabcdefgh")
}

// castling is the third word of a FEN.
func castling(fen string) string {
	_, rest, _ := strings.Cut(fen, " ")
	_, rest, _ = strings.Cut(rest, " ")
	rights, _, _ := strings.Cut(rest, " ")
	return rights
}

// appendMoves writes a word and moves after it; nothing if there are none.
func (c *Client) appendMoves(b *strings.Builder, word string, moves []board.Move) {
	var any board.Position           // how a castling is written depends on its squares alone
	b.Grow(len(word) + 6*len(moves)) // with blanks and promotions: more would be rare
	for i, m := range moves {
		if i == 0 {
			b.WriteString(word)
		}
		b.WriteByte(' ')
		if c.chess960 {
			b.WriteString(m.String())
		} else {
			b.WriteString(any.UCI(m))
		}
	}
}

// goCommand is the command that starts a search.
func (c *Client) goCommand(l *search.Limits) (string, error) {
	var b strings.Builder
	number := func(word string, n int64) { fmt.Fprintf(&b, " %s %d", word, n) }
	some := func(word string, n int) {
		if n > 0 {
			number(word, int64(n))
		}
	}
	if l.Clocked() {
		number("wtime", clock(l.Time[board.White]))
		number("btime", clock(l.Time[board.Black]))
		number("winc", max(l.Increment[board.White].Milliseconds(), 0))
		number("binc", max(l.Increment[board.Black].Milliseconds(), 0))
		some("movestogo", l.MovesToGo)
	}
	some("depth", l.Depth)
	if l.Nodes > 0 {
		number("nodes", int64(min(l.Nodes, math.MaxInt64)))
	}
	some("mate", l.Mate)
	if l.MoveTime > 0 {
		number("movetime", clock(l.MoveTime))
	}
	if l.Infinite {
		b.WriteString(" infinite")
	}
	if b.Len() == 0 {
		return "", errors.New("a search without a limit: set one, or Infinite")
	}
	c.appendMoves(&b, " searchmoves", l.Moves)
	if l.Ponder {
		return "go ponder" + b.String(), nil
	}
	return "go" + b.String(), nil
}

// clock is a time in whole milliseconds, never more than there is, but one: engines take 0 for no
// limit.
func clock(d time.Duration) int64 { return max(d.Milliseconds(), 1) }

// patience is how long the search may take before it is stopped; 0: for ever.
func (t *Timeouts) patience(l *search.Limits, side board.Color) time.Duration {
	switch {
	case l.Infinite || l.Ponder:
		return 0
	case l.MoveTime > 0:
		return l.MoveTime + t.Margin
	case l.Clocked():
		return max(l.Time[side], 0) + t.Margin
	}
	return t.Think + t.Margin
}
