package client

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// line is what an engine has said, and when it was read.
type line struct {
	text string
	at   time.Time
	held string // lines before it that were held back, each with its end
}

// maxLine is how many bytes of a line are kept.
const maxLine = 1 << 16

// A holding says which lines a cutter holds back.
type holding int32

const (
	holdNothing holding = iota
	holdInfo            // lines of information, until one of another kind
	holdAnswer          // all lines, until readyok
)

// holds reports whether a line waits.
func (h holding) holds(text []byte) bool {
	switch h {
	case holdInfo:
		return bytes.HasPrefix(text, []byte("info"))
	case holdAnswer:
		return !bytes.HasSuffix(text, []byte(readyOK))
	}
	return false
}

// cutter cuts what is written to it into lines and hands them on, one by one: who writes more than
// is read waits. Lines that are held back wait for one that is not, 64 KiB at most, and are handed on
// with that: where no one looks at lines of information before the move is known, waking the reader
// for each is what a move over UCI costs beside the search.
type cutter struct {
	hold  atomic.Int32 // a holding
	mu    sync.Mutex
	part  []byte // of a line that has not ended
	held  []byte // lines that wait
	lines chan<- line
	over  <-chan struct{} // closed when reading has ended
}

// Write takes the next bytes of an output.
func (c *cutter) Write(b []byte) (n int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n = len(b)
	at := time.Now()
	for ended := true; len(b) > 0; {
		var head []byte
		head, b, ended = bytes.Cut(b, []byte{'\n'})
		c.part = append(c.part, head[:min(len(head), maxLine-len(c.part))]...)
		if ended && !c.emit(at) {
			return 0, ErrClosed
		}
	}
	return n, nil
}

// emit hands the line on that has ended, or holds it back. It reports whether it was taken.
func (c *cutter) emit(at time.Time) bool {
	text := bytes.TrimSpace(c.part)
	c.part = c.part[:0]
	if holding(c.hold.Load()).holds(text) && len(c.held)+len(text) < maxLine {
		c.held = append(append(c.held, text...), '\n')
		return true
	}
	l := line{string(text), at, string(c.held)}
	c.held = c.held[:0]
	select {
	case c.lines <- l:
		return true
	case <-c.over:
		return false
	}
}

// waits is the end of what has not been handed on, if it can be had.
func (c *cutter) waits() string {
	if !c.mu.TryLock() {
		return ""
	}
	defer c.mu.Unlock()
	if len(c.part) > 0 {
		return string(c.part)
	}
	held := bytes.TrimSuffix(c.held, []byte{'\n'})
	return string(held[bytes.LastIndexByte(held, '\n')+1:])
}

// finish hands on a last line that has no end, unless writing goes on.
func (c *cutter) finish() {
	if c.mu.TryLock() {
		defer c.mu.Unlock()
		if len(c.part) > 0 {
			c.emit(time.Now())
		}
	}
}

// maxTail is how many bytes of an engine's standard error are kept.
const maxTail = 4096

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write takes the next bytes and forgets old ones.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b[max(0, len(b)-maxTail):]...)
	if over := len(t.kept) - maxTail; over > 0 {
		t.kept = slices.Delete(t.kept, 0, over)
	}
	return len(b), nil
}

// lines returns what is kept, without blank lines.
func (t *tail) lines() (lines []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for l := range strings.Lines(string(t.kept)) {
		if l = strings.TrimSpace(strings.ToValidUTF8(l, "?")); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}
