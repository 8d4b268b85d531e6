package client

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"example.org/centipawn/internal/note"
)

// ErrClosed is the error of a client after Close.
var ErrClosed = errors.New("closed")

// Death is the error of an engine that has ended unasked.
type Death struct {
	Engine string
	After  string   // the last command that it got
	State  string   // "exit status 3", "signal: killed"
	Stderr []string // the end of its standard error
}

func (e *Death) Error() string {
	text := fmt.Sprintf("engine %s: died after %q: %s", e.Engine, e.After, e.State)
	if n := len(e.Stderr); n > 0 {
		text += "; it said last: " + oneLine(e.Stderr[n-1])
	}
	return text
}

// Hang is the error of an engine that owes a move. The engine has been killed.
type Hang struct {
	Engine  string
	Command string        // what it was asked: "go nodes 1000"
	Waited  time.Duration // since then
	Stderr  []string      // the end of its standard error
}

func (e *Hang) Error() string {
	return fmt.Sprintf("engine %s: hangs: no bestmove %v after %q, nor after \"stop\": killed", e.Engine, e.Waited.Round(time.Millisecond), e.Command)
}

// IllegalMove is the error of a search whose bestmove cannot be played. The engine lives on.
type IllegalMove struct {
	Engine   string
	Move     string // as the engine wrote it, shortened
	Position string // FEN
	Err      error  // what is wrong with it
}

func (e *IllegalMove) Error() string {
	return fmt.Sprintf("engine %s: illegal move %q in %s: %v", e.Engine, e.Move, e.Position, e.Err)
}

// Unwrap returns what the board says of the move.
func (e *IllegalMove) Unwrap() error { return e.Err }

// BadOption is the error of an option that the engine does not have, or of a value that it does not
// take; many engines ignore either silently. The engine lives on, and was not told.
type BadOption struct {
	Engine      string
	Name, Value string
	Err         error // what may be passed
}

func (e *BadOption) Error() string {
	return fmt.Sprintf("%s engine %s: option out of range or unknown: %s", note.V04, e.Engine, printable(e.Err.Error()))
}

// Unwrap returns what may be passed.
func (e *BadOption) Unwrap() error { return e.Err }

// Timeout is the error of an engine that is silent outside of a search. The engine has been
// killed.
type Timeout struct {
	Engine string
	Want   string        // "uciok", "readyok"
	After  time.Duration // this long
	Line   string        // what it said last
}

func (e *Timeout) Error() string {
	text := fmt.Sprintf("engine %s: waited %v for %s, which did not come", e.Engine, e.After, e.Want)
	if e.Line != "" {
		text += fmt.Sprintf(": it said last %q", e.Line)
	}
	if text += ": killed"; e.Want == "uciok" {
		text += ": pass a program that speaks UCI, with the switch that it may need, as 'gnuchess -u'"
	}
	return text
}

// Garbage is the error of output that breaks the protocol where it matters. The engine has been
// killed.
type Garbage struct {
	Engine string
	Line   string // shortened
	Want   string
}

func (e *Garbage) Error() string {
	return fmt.Sprintf("engine %s: says %q: want %s", e.Engine, e.Line, e.Want)
}

// oneLine makes of what an engine says a text that files can hold, and not too long.
func oneLine(text string) string { return shorten(printable(text)) }

// printable returns a text in one line, in UTF-8 and without control characters.
func printable(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, text)
}

// shorten cuts a text to what fits into an error.
func shorten(text string) string {
	const limit = 160
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
