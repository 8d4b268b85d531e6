package progress

import (
	"bytes"
	"testing"
	"time"
)

// TestTableOffATerminal: a text is written when it is due, and then only asked for.
func TestTableOffATerminal(t *testing.T) {
	var out bytes.Buffer
	l := NewTable(&out)
	start, asked := l.last, 0
	text := func() string { asked++; return "one\ntwo\n" }
	for _, after := range []time.Duration{time.Second, rewrite, rewrite + time.Second, 2 * rewrite} {
		l.Set(start.Add(after), text)
	}
	l.Clear()
	if want := "one\ntwo\none\ntwo\n"; out.String() != want || asked != 2 {
		t.Errorf("asked %d times, wrote %q; want 2 times, %q", asked, out.String(), want)
	}
}

// TestTableOnATerminal: a text takes the place of the one before, and long lines are cut.
func TestTableOnATerminal(t *testing.T) {
	var out bytes.Buffer
	l := &Table{w: &out, terminal: true, width: 6}
	l.draw("12345678\né\n")
	l.draw("x\n")
	l.Clear()
	if want := "12345\né\n\x1b[2A\x1b[Jx\n\x1b[1A\x1b[J"; out.String() != want {
		t.Errorf("wrote %q, want %q", out.String(), want)
	}
}
