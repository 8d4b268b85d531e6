package progress

import (
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/term"
)

// How often the table is redrawn on a terminal, and written elsewhere.
const (
	redraw  = 500 * time.Millisecond
	rewrite = 10 * time.Second
)

// A Table stands at one place of a terminal and changes there; elsewhere it is
// written now and then. Its methods are for one goroutine.
type Table struct {
	w        io.Writer
	terminal bool
	width    int       // of the terminal
	lines    int       // on the terminal now
	last     time.Time // when it was drawn
}

// NewTable returns a table that stands on w. Nothing is drawn at first.
func NewTable(w io.Writer) *Table {
	t := &Table{w: w, last: time.Now()}
	if f := Terminal(w); f != nil {
		t.w, t.terminal = f, true
		if t.width, _, _ = term.GetSize(int(f.Fd())); t.width <= 0 {
			t.width = 80
		}
	}
	return t
}

// Set draws the text if it is time to; then only it is asked for. On a terminal it
// takes the place of the last one.
func (t *Table) Set(now time.Time, text func() string) {
	every := rewrite
	if t.terminal {
		every = redraw
	}
	if now.Sub(t.last) < every {
		return
	}
	t.last = now
	t.draw(text())
}

// draw draws a text. A failure to write does not stop a match.
func (t *Table) draw(text string) {
	if !t.terminal {
		fmt.Fprint(t.w, text)
		return
	}
	t.Clear()
	for line := range strings.Lines(text) {
		fmt.Fprintln(t.w, cut(strings.TrimSuffix(line, "\n"), t.width-1))
		t.lines++
	}
}

// Clear takes the text from a terminat.
func (t *Table) Clear() {
	if t.lines > 0 {
		fmt.Fprintf(t.w, "\x1b[%dA\x1b[J", t.lines) // up, and erase below
		t.lines = 0
	}
}

// cut shortens a line to that many letters: it must not wrap.
func cut(line string, width int) string {
	if letters := []rune(line); len(letters) > width {
		return string(letters[:max(width, 0)])
	}
	return line
}
