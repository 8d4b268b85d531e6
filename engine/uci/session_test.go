package uci_test

import (
	"context"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/engine/uci"
)

// patience is how long a test waits for what should come at once.
const patience = 10 * time.Second

// session is Serve at work, with a test in the place of the GUI.
type session struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
	stop  context.CancelFunc
	alive int // goroutines before
}

// Write takes what Serve writes: whole lines.
func (s *session) Write(p []byte) (int, error) {
	text := string(p)
	if !strings.HasSuffix(text, "\n") {
		s.t.Errorf("written: %q, which does not end a line", text)
	}
	for l := range strings.Lines(text) {
		s.lines <- strings.TrimSuffix(l, "\n")
	}
	return len(p), nil
}

func begin(t *testing.T, e uci.Engine) *session {
	t.Helper()
	in, w := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{t, w, make(chan string, 10_000), make(chan error, 1), cancel, runtime.NumGoroutine()}
	go func() { s.ended <- uci.Serve(ctx, e, in, s) }()
	t.Cleanup(cancel)
	return s
}

func (s *session) send(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		s.t.Fatalf("send %q: %v", line, err)
	}
}

// expect takes the next line. A pattern that ends in "…" tells its beginning only.
func (s *session) expect(pattern string) {
	s.t.Helper()
	select {
	case got := <-s.lines:
		if !matches(pattern, got) {
			s.t.Fatalf("got  %q\nwant %q", got, pattern)
		}
	case <-time.After(patience):
		s.t.Fatalf("nothing came, want %q", pattern)
	}
}

func matches(pattern, got string) bool {
	if prefix, open := strings.CutSuffix(pattern, "…"); open {
		return strings.HasPrefix(got, prefix)
	}
	return got == pattern
}

// skipTo takes lines up to one that matches and returns how many there were before.
func (s *session) skipTo(pattern string) (skipped int) {
	s.t.Helper()
	for timeout := time.After(patience); ; skipped++ {
		select {
		case got := <-s.lines:
			if matches(pattern, got) {
				return skipped
			}
		case <-timeout:
			s.t.Fatalf("no line %q came", pattern)
		}
	}
}

// silent fails if anything has been written that was not expected.
func (s *session) silent() {
	s.t.Helper()
	if len(s.lines) > 0 {
		s.t.Fatalf("unexpected: %q", <-s.lines)
	}
}

// finish waits until Serve has returned and every goroutine is gone.
func (s *session) finish() error {
	s.t.Helper()
	var err error
	select {
	case err = <-s.ended:
	case <-time.After(patience):
		buf := make([]byte, 1<<16)
		s.t.Fatalf("Serve has not returned:\n%s", buf[:runtime.Stack(buf, true)])
	}
	for wait := time.Millisecond; runtime.NumGoroutine() > s.alive; wait *= 2 {
		if wait > patience {
			s.t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), s.alive)
		}
		time.Sleep(wait)
	}
	return err
}

// quit ends the session and fails if something is left.
func (s *session) quit() {
	s.t.Helper()
	s.send("quit")
	if err := s.finish(); err != nil {
		s.t.Fatalf("Serve: %v", err)
	}
	s.silent()
}

// play runs a script: lines that begin with "> " are sent, others expected.
func play(t *testing.T, e uci.Engine, script string) {
	t.Helper()
	s := begin(t, e)
	for _, l := range strings.Split(strings.TrimSpace(script), "\n") {
		l = strings.TrimSpace(l)
		if line, ok := strings.CutPrefix(l, ">"); ok {
			s.send(strings.TrimPrefix(line, " "))
		} else {
			s.expect(l)
		}
	}
	s.send("isready")
	s.expect("readyok")
	s.quit()
}
