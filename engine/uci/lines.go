package uci

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

// longestLine is how many bytes of a line are kept: a game of 200,000 half-moves.
const longestLine = 1 << 20

// A line is what the reader has read: a text, how long it was where that is too
// long to be kept, or why there is none.
type line struct {
	text string
	size int // bytes, if more than longestLine: text is empty
	err  error
}

// reader reads a line at a time, and only when it is asked: after the
// line "quit", it leaves no goroutine that waits for another.
type reader struct {
	ask    chan struct{}
	got    chan line
	done   chan struct{}
	asking bool // a line is under way
}

func newReader(in io.Reader) *reader {
	r := &reader{make(chan struct{}, 1), make(chan line, 1), make(chan struct{}), false}
	go r.run(bufio.NewReaderSize(in, 64<<10))
	return r
}

func (r *reader) run(in *bufio.Reader) {
	defer close(r.done)
	for range r.ask {
		r.got <- readLine(in)
	}
}

// next is the channel on which the next line comes.
func (r *reader) next() <-chan line {
	if !r.asking {
		r.asking = true
		r.ask <- struct{}{}
	}
	return r.got
}

// close ends the reader. A read that the input has not returned from cannot be
// ended: its goroutine goes when it does.
func (r *reader) close() {
	close(r.ask)
	if !r.asking {
		<-r.done
	}
}

// readLine reads up to a line break or the end of the input. It holds no more
// than longestLine bytes.
func readLine(in *bufio.Reader) line {
	var text []byte
	size := 0
	for {
		part, err := in.ReadSlice('\n')
		size += len(part)
		if size <= longestLine {
			text = append(text, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && size == 0:
			return line{err: err}
		case size > longestLine:
			return line{size: size}
		}
		return line{text: string(text)}
	}
}

// output writes whole lines, from any goroutine, and each at once. After an error
// it is silent.
type output struct {
	mu      sync.Mutex
	w       io.Writer
	err     error
	failed  func(error) // called once
	written atomic.Uint64
}

// print writes a text of one line or more in one piece.
func (o *output) print(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if _, o.err = io.WriteString(o.w, strings.TrimSuffix(text, "\n")+"\n"); o.err != nil {
		o.failed(o.err)
	}
	o.written.Add(1)
}

// stuck waits until ended is closed, or until a text could not be written for a while, as
// to a full pipe without a reader, and reports whether it is that.
func (o *output) stuck(ended <-chan struct{}) bool {
	const patience = time.Second
	for {
		n := o.written.Load()
		select {
		case <-ended:
			return false
		case <-time.After(patience):
		}
		if o.mu.TryLock() {
			o.mu.Unlock()
		} else if o.written.Load() == n {
			return true
		}
	}
}

// info writes an "info string". What a user has sent may be part of it: it is
// kept to one line of moderate length.
func (o *output) info(format string, args ...any) {
	const longest = 500 // runes
	text := []rune(fmt.Sprintf(format, args...))
	if len(text) > longest {
		text = append(text[:longest], '…')
	}
	for i, r := range text {
		if unicode.IsControl(r) {
			text[i] = ' '
		}
	}
	o.print("info string " + string(text))
}

// lineWriter hands on what is written to it line by line.
type lineWriter struct {
	out  *output
	rest []byte // of a line that has not ended
}

func (w *lineWriter) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	if end := bytes.LastIndexByte(w.rest, '\n'); end >= 0 {
		w.out.print(string(w.rest[:end]))
		w.rest = append(w.rest[:0], w.rest[end+1:]...)
	}
	return len(p), nil
}

// flush ends a line that has been begun.
func (w *lineWriter) flush() {
	if len(w.rest) > 0 {
		w.out.print(string(w.rest))
		w.rest = nil
	}
}
