package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/term"

	"centipawn/cli"
	"centipawn/progress"
)

// How often the table is drawn anew on a terminal, and written elsewhere.
const (
	redraw  = 500 * time.Millisecond
	rewrite = 10 * time.Second
)

// A live text stands at one place of a terminal and changes there; elsewhere it is
// written now and then. Its methods are for one goroutine.
type live struct {
	w        io.Writer
	terminal bool
	width    int       // of the terminal
	lines    int       // on the terminal now
	last     time.Time // when it was drawn
}

// newLive returns a live text that stands on w. Nothing is drawn at first.
func newLive(w io.Writer) *live {
	l := &live{w: w, last: time.Now()}
	if f := progress.Terminal(w); f != nil {
		l.w, l.terminal = f, true
		if l.width, _, _ = term.GetSize(int(f.Fd())); l.width <= 0 {
			l.width = 80
		}
	}
	return l
}

// set draws the text if it is time to; then only it is asked for. On a terminal it
// takes the place of the last one.
func (l *live) set(now time.Time, text func() string) {
	every := rewrite
	if l.terminal {
		every = redraw
	}
	if now.Sub(l.last) < every {
		return
	}
	l.last = now
	l.draw(cli.Printable(text()))
}

// draw draws a text. A failure to write is no reason to stop a match.
func (l *live) draw(text string) {
	if !l.terminal {
		fmt.Fprint(l.w, text)
		return
	}
	l.clear()
	for line := range strings.Lines(text) {
		fmt.Fprintln(l.w, cut(strings.TrimSuffix(line, "\n"), l.width-1))
		l.lines++
	}
}

// clear takes the text from a terminal.
func (l *live) clear() {
	if l.lines > 0 {
		fmt.Fprintf(l.w, "\x1b[%dA\x1b[J", l.lines) // up, and erase below
		l.lines = 0
	}
}

// cut shortens a line to so many letters, lest it breaks.
func cut(line string, width int) string {
	if letters := []rune(line); len(letters) > width {
		return string(letters[:max(width, 0)])
	}
	return line
}
