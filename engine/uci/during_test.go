package uci_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/engine/uci"
)

// slow is an engine that needs a second and more for what is asked of it.
func slow() *fake { return &fake{deepest: 1000, nap: 2 * time.Millisecond} }

// The result is held back, whether the engine is still thinking or has ended.
func TestInfiniteAndPonder(t *testing.T) {
	for _, tt := range []struct {
		name, start, end string
		engine           *fake
	}{
		{"infinite", "go infinite", "stop", slow()},
		{"infinite, ended", "go infinite", "stop", &fake{deepest: 1}},
		{"infinite with a depth", "go infinite depth 1", "stop", slow()},
		{"ponder, then stop", "go ponder wtime 1000 btime 1000", "stop", slow()},
		{"ponder, ended", "go ponder wtime 1000 btime 1000", "ponderhit", &fake{deepest: 1}},
		{"ponder with a depth", "go ponder depth 1", "ponderhit", slow()},
		{"ponder, then time", "go ponder wtime 60 btime 60", "ponderhit", slow()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := begin(t, tt.engine)
			s.send(tt.start)
			s.expect("info depth 1…")
			time.Sleep(20 * time.Millisecond)
			s.send("isready")
			s.skipTo("readyok") // a bestmove that is skipped here will be missed below
			s.send(tt.end)
			s.skipTo("bestmove a2a3 ponder a7a5")
			s.quit()
		})
	}
}

// An infinite search does not end by itself, nor by a ponderhit.
func TestPonderHitOfNoPonder(t *testing.T) {
	s := begin(t, &fake{deepest: 1})
	s.send("go infinite")
	s.expect("info depth 1…")
	s.send("ponderhit")
	s.send("ponderhit")
	s.send("isready")
	s.expect("readyok")
	time.Sleep(20 * time.Millisecond)
	s.silent()
	s.send("stop")
	s.send("stop")
	s.expect("bestmove…")
	s.quit()
}

func TestGoDuringSearch(t *testing.T) {
	s := begin(t, slow())
	s.send("go infinite")
	s.expect("info depth 1…")
	s.send("position startpos moves e2e4")
	s.send("go depth 1")
	s.skipTo("bestmove a2a3…")
	s.expect("info depth 1…")
	s.expect("bestmove a7a5…")
	s.send("go infinite")
	s.expect("info depth 1…")
	s.send("perft 1") // so does a tool
	s.skipTo("bestmove a7a5…")
	s.skipTo("Nodes searched: 20")
	s.quit()
}

// What does not touch the engine is answered during a search.
func TestCommandsDuringSearch(t *testing.T) {
	s := begin(t, &fake{deepest: 1})
	s.send("go infinite")
	s.expect("info depth 1…")
	for _, c := range []struct{ command, last string }{
		{"isready", "readyok"}, {"uci", "uciok"}, {"d", "Checkers:"}, {"eval", "sum for White"}, {"help", "help: this list"},
	} {
		s.send(c.command)
		s.skipTo(c.last)
	}
	s.send("stop")
	s.expect("bestmove…")
	s.quit()
}

// Commands after perft and bench, "quit" too, come when these have ended; "stop"
// ends them.
func TestTools(t *testing.T) {
	s := begin(t, &fake{nap: 50 * time.Millisecond})
	s.send("bench")
	s.send("isready")
	s.send("eval")
	s.skipTo("700 nodes 9 nps")
	s.expect("term")
	s.expect("sum for White")
	s.send("perft 99")
	s.send("isready")
	s.expect("readyok")
	s.send("stop")
	s.expect("info string perft: stopped")
	s.send("bench")
	s.send("stop")
	s.skipTo("700 nodes ")
	s.expect("info string bench: stopped")
	s.send("perft 1")
	s.send("quit")
	s.skipTo("Nodes searched: 20")
	if err := s.finish(); err != nil {
		t.Fatal(err)
	}
	s.silent()
}

func TestEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		name, command, last string
		end                 func(*session)
		want                error
	}{
		{"end of input", "isready", "readyok", func(s *session) { s.in.Close() }, nil},
		{"end of input while searching", "go infinite", "bestmove…", func(s *session) { s.in.Close() }, nil},
		{"quit while searching", "go infinite", "bestmove…", func(s *session) { s.send("quit") }, nil},
		{"quit while pondering", "go ponder", "bestmove…", func(s *session) { s.send("quit") }, nil},
		{"input fails", "go infinite", "bestmove…", func(s *session) { s.in.CloseWithError(broken) }, broken},
		{"context ends while searching", "go infinite", "bestmove…", endContext, context.Canceled},
		{"context ends in perft", "perft 99", "info string perft: stopped", endContext, context.Canceled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := begin(t, slow())
			s.send(tt.command)
			s.send("d")
			if !strings.HasPrefix(tt.command, "perft") {
				s.skipTo("Checkers:")
			}
			tt.end(s)
			if tt.command != "isready" {
				s.skipTo(tt.last)
			}
			if err := s.finish(); !errors.Is(err, tt.want) {
				t.Errorf("Serve: %v, want %v", err, tt.want)
			}
		})
	}
}

// endContext ends the context, and then the read that holds a goroutine.
func endContext(s *session) {
	s.stop()
	time.AfterFunc(20*time.Millisecond, func() { s.in.Close() })
}

// A GUI that is gone ends Serve, though the input stays open.
func TestOutputFails(t *testing.T) {
	in, w := io.Pipe()
	defer w.Close()
	gone := errors.New("no one listens")
	ended := make(chan error)
	go func() { ended <- uci.Serve(context.Background(), slow(), in, failing{gone}) }()
	io.WriteString(w, "go infinite\n")
	select {
	case err := <-ended:
		if !errors.Is(err, gone) {
			t.Errorf("Serve: %v, want %v", err, gone)
		}
	case <-time.After(patience):
		t.Fatal("Serve has not returned")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A line of 100 MB costs neither memory nor the session.
func TestHugeLine(t *testing.T) {
	const size = 100_000_000
	in := io.MultiReader(strings.NewReader("isready\n"), io.LimitReader(letters{}, size), strings.NewReader("\nisready\nquit"))
	var out strings.Builder
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := uci.Serve(context.Background(), slow(), in, &out); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
		t.Errorf("%d bytes allocated for a line that is thrown away", got)
	}
	const want = "readyok\ninfo string a line of 100000001 bytes is ignored: the longest is 1048576\nreadyok\n"
	if out.String() != want {
		t.Errorf("written:\n%swant:\n%s", out.String(), want)
	}
}

// letters is an input without a line break.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// A long game fits into a line.
func TestLongGame(t *testing.T) {
	play(t, &fake{deepest: 1}, "> position startpos moves"+strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 2000)+` e2e4
		> go depth 1
		info depth 1…
		bestmove a7a5 ponder a2a3`)
}
