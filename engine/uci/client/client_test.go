package client

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// config starts this test's binary as an engine that misbehaves in a way. The times that are waited
// for in vain are short.
func config(t *testing.T, how string) Config {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Command:  self,
		Args:     []string{"fake-engine", how},
		Timeouts: Timeouts{Think: 100 * time.Millisecond, Margin: 50 * time.Millisecond, Grace: 200 * time.Millisecond},
	}
}

// launch starts a fake engine, and at the end of the test closes it and looks for what is left:
// processes and goroutines.
func launch(t *testing.T, cfg Config) *Client {
	t.Helper()
	before := runtime.NumGoroutine()
	c, err := Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		checkNobodyLeft(t, c)
		checkGoroutines(t, before)
	})
	return c
}

func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	for until := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			var stacks [1 << 16]byte
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks[:], true)])
		}
	}
}

// startGame is a game in which nothing has happened.
func startGame() *search.Game { return search.NewGame(board.Start()) }

func TestSearch(t *testing.T) {
	for _, how := range []string{"behaves", "CRLF", "has children"} {
		t.Run(how, func(t *testing.T) {
			c := launch(t, config(t, how))
			if !strings.HasPrefix(c.Name(), "Fake ") || c.Author() != "nobody" || len(c.Options()) != 6 {
				t.Fatalf("name %q, author %q, options %v", c.Name(), c.Author(), c.Options())
			}
			game := startGame()
			for range 3 {
				var reported []search.Info
				r, err := c.Search(game, search.Limits{Depth: 4, Nodes: 77}, func(i *search.Info) { reported = append(reported, *i) })
				if err != nil {
					t.Fatal(err)
				}
				if r.Score != 12 || r.Depth != 4 || r.Nodes != 77 || len(r.PV) != 1 || r.PV[0] != r.Move || r.Stopped || r.Time <= 0 {
					t.Errorf("got %+v", r)
				}
				if len(reported) != 1 || reported[0].Nodes != 77 || len(r.Lines) != 1 {
					t.Errorf("reported %+v, lines %+v", reported, r.Lines)
				}
				game.Make(r.Move)
			}
			if err := c.NewGame(); err != nil {
				t.Error(err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if _, err := c.Search(game, search.Limits{Depth: 1}, nil); !errors.Is(err, ErrClosed) {
				t.Errorf("search after Close: %v, want %v", err, ErrClosed)
			}
		})
	}
}

// TestStartErrors tells engines apart that never come to play.
func TestStartErrors(t *testing.T) {
	for _, test := range []struct {
		how   string
		words string
		right func(error) bool
	}{
		{"dies at start", "exit status 3; it said last: libfoo.so not found", isA[*Death]},
		{"is not an engine", "waited 300ms for uciok, which did not come", isA[*Timeout]},
		{"floods the handshake", `says "hello": want uciok within`, isA[*Garbage]},
	} {
		t.Run(test.how, func(t *testing.T) {
			before := runtime.NumGoroutine()
			cfg := config(t, test.how)
			if test.how == "is not an engine" {
				cfg.Timeouts.Startup = 300 * time.Millisecond
			}
			_, err := Start(t.Context(), cfg)
			if err == nil || !test.right(err) || !strings.Contains(err.Error(), test.words) {
				t.Errorf("got %T %v, want %q", err, err, test.words)
			}
			checkGoroutines(t, before)
		})
	}
	if _, err := Start(t.Context(), Config{Command: "/no/such/engine"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want %v", err, os.ErrNotExist)
	}
}

// TestErrorTexts: what the tests with engines do not pin down, for it depends on how fast they are.
func TestErrorTexts(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{&Timeout{"cat", "uciok", time.Second, "command not found: uci"}, `engine cat: waited 1s for uciok, which did not come: it said last "command not found: uci": killed: pass a program that speaks UCI, with the switch that it may need, as 'gnuchess -u'`},
		{&Hang{"toga2", "go depth 4", 1234567 * time.Microsecond, nil}, `engine toga2: hangs: no bestmove 1.235s after "go depth 4", nor after "stop": killed`},
		{&Death{"toga2", "go depth 4", "signal: killed", nil}, `engine toga2: died after "go depth 4": signal: killed`},
		{&Death{"x", "uci", "exit status 1", []string{"a", "\x1b[31mno\a licence\xe9"}}, `engine x: died after "uci": exit status 1; it said last: ?[31mno? licence?`},
		{&BadOption{"x", "A", "", errors.New("pass one of: \x1b[2J, Hash")}, `V04 engine x: option out of range or unknown: pass one of: ?[2J, Hash`},
		{&Garbage{"cat", shorten(strings.Repeat("é", 100)), "uciok"}, `engine cat: says "` + strings.Repeat("é", 80) + `…": want uciok`},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func isA[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// TestSearchErrors tells apart what can go wrong in a search, and whether the engine lives on.
func TestSearchErrors(t *testing.T) {
	for _, test := range []struct {
		how   string
		words string
		right func(error) bool
		lives bool
	}{
		{"dies in search", "exit status 3; it said last: assertion failed: alpha < beta", isA[*Death], false},
		{"hangs", `hangs: no bestmove `, isA[*Hang], false},
		{"plays the impossible", `illegal move "e2e5" in ` + board.StartFEN, isA[*IllegalMove], true},
		{"plays nonsense", `illegal move "no" in `, isA[*IllegalMove], true},
		{"resigns", `illegal move "(none)" in `, isA[*IllegalMove], true},
		{"plays nothing", `says "bestmove": want a move`, isA[*Garbage], false},
	} {
		t.Run(test.how, func(t *testing.T) {
			c := launch(t, config(t, test.how))
			_, err := c.Search(startGame(), search.Limits{Nodes: 100}, nil)
			if err == nil || !test.right(err) || !strings.Contains(err.Error(), test.words) {
				t.Fatalf("got %T %v, want %q", err, err, test.words)
			}
			if next := c.NewGame(); test.lives != (next == nil) {
				t.Errorf("then %v", next)
			} else if next != nil && next.Error() != err.Error() {
				t.Errorf("then %v, want the same again", next)
			}
		})
	}
}

// TestDeathTellsWhy looks at the parts of an error: the last words of a long text, bounded.
func TestDeathTellsWhy(t *testing.T) {
	c := launch(t, config(t, "dies in search"))
	_, err := c.Search(startGame(), search.Limits{Nodes: 100}, nil)
	var death *Death
	if !errors.As(err, &death) {
		t.Fatal(err)
	}
	last := death.Stderr[len(death.Stderr)-1]
	if death.After != "go nodes 100" || death.State != "exit status 3" || last != "assertion failed: alpha < beta" {
		t.Errorf("got %q, %q, %q", death.After, death.State, last)
	}
	if n := len(strings.Join(death.Stderr, "\n")); n > maxTail {
		t.Errorf("%d bytes of standard error kept, want at most %d", n, maxTail)
	}
}

// TestLastWords: a move without a line's end, from an engine that dies with it, counts; then the
// engine is dead.
func TestLastWords(t *testing.T) {
	c := launch(t, config(t, "dies with its move"))
	r, err := c.Search(startGame(), search.Limits{Nodes: 100}, nil)
	if err != nil || r.Move == board.NoMove {
		t.Fatal(r, err)
	}
	if err := c.NewGame(); !isA[*Death](err) {
		t.Errorf("then %v, want a Death", err)
	}
}

// TestStopped: an engine that thinks on is stopped, and lives.
func TestStopped(t *testing.T) {
	c := launch(t, config(t, "thinks until stopped"))
	r, err := c.Search(startGame(), search.Limits{Nodes: 100}, nil)
	if err != nil || !r.Stopped || r.Time < 150*time.Millisecond || r.Move == board.NoMove {
		t.Errorf("got %+v, %v", r, err)
	}
	go func() {
		time.Sleep(100 * time.Millisecond)
		c.Stop()
	}()
	r, err = c.Search(startGame(), search.Limits{Infinite: true}, nil)
	if err != nil || r.Stopped || r.Time < 90*time.Millisecond {
		t.Errorf("infinite: got %+v, %v", r, err)
	}
	c.Stop() // of no search: nothing happens
	if err := c.NewGame(); err != nil {
		t.Error(err)
	}
}

// TestPonderHit: the time counts from there.
func TestPonderHit(t *testing.T) {
	c := launch(t, config(t, "ponders"))
	go func() {
		time.Sleep(400 * time.Millisecond)
		c.PonderHit()
	}()
	begun := time.Now()
	r, err := c.Search(startGame(), search.Limits{Ponder: true, MoveTime: time.Second}, nil)
	if err != nil || r.Stopped || r.Time < 40*time.Millisecond || time.Since(begun)-r.Time < 390*time.Millisecond {
		t.Errorf("got %+v, %v after %v", r, err, time.Since(begun))
	}
}

// TestStopBeforeGo: a Stop that comes while the engine is made ready ends the search that follows.
func TestStopBeforeGo(t *testing.T) {
	c := launch(t, config(t, "is slow to be ready"))
	time.AfterFunc(50*time.Millisecond, c.Stop)
	defer time.AfterFunc(5*time.Second, c.Stop).Stop()
	r, err := c.Search(startGame(), search.Limits{Infinite: true}, nil)
	if err != nil || r.Move == board.NoMove || r.Time > 3*time.Second {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestPonderHitOutOfPlace: in a search that does not ponder, and the second time, it is neither
// sent nor does the time begin again.
func TestPonderHitOutOfPlace(t *testing.T) {
	for name, ponders := range map[string]bool{"no ponder": false, "twice": true} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			cfg := config(t, "behaves")
			cfg.Log = &log
			p := board.Start()
			h := &running{c: launch(t, cfg), p: &p, lim: &search.Limits{MoveTime: time.Hour, Ponder: ponders}, ponders: ponders, timer: time.NewTimer(time.Hour)}
			defer h.timer.Stop()
			var starts []time.Time
			for range 3 {
				if err := h.obey("ponderhit"); err != nil {
					t.Fatal(err)
				}
				starts = append(starts, h.start)
			}
			hits := strings.Count(log.String(), "> ponderhit\n")
			if (hits == 1) != ponders || starts[0].IsZero() == ponders || starts[1] != starts[0] || starts[2] != starts[0] {
				t.Errorf("sent %d times, begun at %v; said\n%s", hits, starts, log.String())
			}
		})
	}
}

// TestOldMoveIsDropped: what an engine says unasked answers no later question.
func TestOldMoveIsDropped(t *testing.T) {
	c := launch(t, config(t, "moves twice"))
	game := startGame()
	for range 3 {
		r, err := c.Search(game, search.Limits{Nodes: 100}, nil)
		if err != nil {
			t.Fatal(err)
		}
		game.Make(r.Move)
	}
}

// TestNoMove: an engine is not asked where there is nothing to play.
func TestNoMove(t *testing.T) {
	c := launch(t, config(t, "hangs"))
	for _, test := range []struct {
		name, fen string
		want      search.Score
	}{
		{"mated", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", search.MatedIn(0)},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := board.ParseFEN(test.fen)
			if err != nil {
				t.Fatal(err)
			}
			r, err := c.Search(search.NewGame(p), search.Limits{Nodes: 100}, nil)
			if err != nil || r.Move != board.NoMove || r.Score != test.want {
				t.Errorf("got %+v, %v", r, err)
			}
		})
	}
}

// TestCancel: the end of the context ends everything, whatever the engine is doing.
func TestCancel(t *testing.T) {
	for _, how := range []string{"hangs", "thinks until stopped", "floods"} {
		t.Run(how, func(t *testing.T) {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancelCause(t.Context())
			c, err := Start(ctx, config(t, how))
			if err != nil {
				t.Fatal(err)
			}
			enough := errors.New("enough")
			time.AfterFunc(50*time.Millisecond, func() { cancel(enough) })
			if _, err := c.Search(startGame(), search.Limits{Infinite: true}, nil); !errors.Is(err, enough) {
				t.Errorf("got %v, want %v", err, enough)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			checkNobodyLeft(t, c)
			checkGoroutines(t, before)
		})
	}
}

// TestClose kills an engine that does not quit, and what it has started.
func TestClose(t *testing.T) {
	cfg := config(t, "never quits")
	cfg.Timeouts.Quit = 100 * time.Millisecond
	c := launch(t, cfg)
	if err := c.Close(); !isA[*Timeout](err) {
		t.Errorf("got %v, want a Timeout", err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("the second time: %v", err)
	}
}

// TestNeverReady: an engine may fall silent between searches.
func TestNeverReady(t *testing.T) {
	c := launch(t, config(t, "is ready once"))
	c.cfg.Timeouts.Handshake = 100 * time.Millisecond
	err := c.NewGame()
	if !isA[*Timeout](err) || !strings.Contains(err.Error(), "waited 100ms for readyok, which did not come") {
		t.Errorf("got %v, want a Timeout", err)
	}
}

// TestDeaf: an engine that reads no more cannot keep us in a write.
func TestDeaf(t *testing.T) {
	c := launch(t, config(t, "deaf"))
	c.cfg.Timeouts.Handshake = 200 * time.Millisecond
	game := startGame()
	for i := range 20000 {
		m, err := game.Position().ParseUCI([]string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4])
		if err != nil {
			t.Fatal(err)
		}
		game.Make(m)
	}
	if _, err := c.Search(game, search.Limits{Nodes: 100}, nil); !isA[*Timeout](err) {
		t.Errorf("got %v, want a Timeout", err)
	}
}

// TestBoundedMemory: what an engine prints is not piled up.
func TestBoundedMemory(t *testing.T) {
	for _, how := range []string{"floods", "huge line"} {
		t.Run(how, func(t *testing.T) {
			cfg := config(t, how)
			cfg.Timeouts.Grace = 10 * time.Second
			if how == "huge line" {
				cfg.Timeouts.Think = time.Minute
			}
			c := launch(t, cfg)
			before := heap()
			r, err := c.Search(startGame(), search.Limits{Nodes: 100}, nil)
			if err != nil || r.Move == board.NoMove {
				t.Errorf("got %+v, %v", r, err)
			}
			if after := heap(); after > before+32<<20 {
				t.Errorf("the heap grew from %d to %d bytes", before, after)
			}
		})
	}
}

// heap is the memory that was ever taken for the heap.
func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapSys
}

// TestLog: both sides of the talk, line by line.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	cfg := config(t, "behaves")
	cfg.Log = &log
	c := launch(t, cfg)
	if _, err := c.Search(startGame(), search.Limits{Nodes: 5}, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"> uci\n", "< uciok\n", "> position startpos\n> isready\n> go nodes 5\n< readyok\n", "< bestmove "} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in\n%s", want, log.String())
		}
	}
}

// BenchmarkSearch is what a question costs: both processes, for an engine that does not think.
func BenchmarkSearch(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	c, err := Start(b.Context(), Config{Command: self, Args: []string{"fake-engine", "behaves"}})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	game := startGame()
	for b.Loop() {
		if _, err := c.Search(game, search.Limits{Nodes: 1}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
