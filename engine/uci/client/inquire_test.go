package client

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// numbered returns positions that differ in the number of the move.
func numbered(t *testing.T, n int) (list []board.Position) {
	t.Helper()
	for i := range n {
		p, err := board.ParseFEN(fmt.Sprintf("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 %d", i+1))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// TestInquire: each position gets its answer, in order, whatever the engine prints, how many are sent
// ahead, and whether the lines are logged.
func TestInquire(t *testing.T) {
	for _, how := range []string{"plays", "CRLF", "ends no line", "prints tables"} {
		for _, ahead := range []int{0, 1, 3} {
			for _, logged := range []bool{false, true} {
				inquire(t, how, ahead, logged)
			}
		}
	}
}

func inquire(t *testing.T, how string, ahead int, logged bool) {
	t.Helper()
	var log bytes.Buffer
	cfg := config(t, how)
	if logged {
		cfg.Log = &log
	}
	c := launch(t, cfg)
	positions, got := numbered(t, 100), 0
	if how == "prints tables" {
		positions = positions[:3]
	}
	err := c.Inquire(Inquiry{Command: "eval", Ahead: ahead}, positions, func(i int, answer string) error {
		if want := fmt.Sprintf("eval: %d\n", i+1); i != got || !strings.HasSuffix(answer, want) {
			t.Errorf("%s, %d ahead: answer %d of %d: %q", how, ahead, i, got, answer)
		}
		got++
		return nil
	})
	if err != nil || got != len(positions) {
		t.Errorf("%s, %d ahead: %d answers, %v", how, ahead, got, err)
	}
	if logged && !strings.Contains(log.String(), "> eval\n> isready\n") {
		t.Errorf("the log has %q", log.String())
	}
}

// TestInquireErrors: each fault is an error of its own type, and the answers before it stand.
func TestInquireErrors(t *testing.T) {
	for how, want := range map[string]any{
		"hangs at five":      new(*Timeout),
		"dies at five":       new(*Death),
		"prints without end": new(*Garbage),
	} {
		cfg := config(t, how)
		cfg.Timeouts.Handshake = time.Second
		c, got := launch(t, cfg), 0
		err := c.Inquire(Inquiry{Command: "eval", Ahead: 2}, numbered(t, 9), func(int, string) error { got++; return nil })
		if !errors.As(err, want) || got != 4 && how != "prints without end" {
			t.Errorf("%s: %d answers, then %v", how, got, err)
		}
		if how == "hangs at five" && !strings.Contains(err.Error(), `readyok after "eval", which did not come: it said last "thinking"`) {
			t.Error(err)
		}
	}
}

// TestInquireEnds: after an error of the caller the engine still plays.
func TestInquireEnds(t *testing.T) {
	c, enough := launch(t, config(t, "plays")), errors.New("enough")
	err := c.Inquire(Inquiry{Command: "eval"}, numbered(t, 50), func(i int, _ string) error {
		if i == 3 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) {
		t.Error(err)
	}
	if _, err := c.Search(search.NewGame(board.Start()), search.Limits{Depth: 1}, nil); err != nil {
		t.Error(err)
	}
}

// TestInquireChess960: an engine that was not told of Chess960 is not asked.
func TestInquireChess960(t *testing.T) {
	p, err := board.ParseFEN("1rk2r2/8/8/8/8/8/8/1RK2R2 w BFbf - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	c := launch(t, config(t, "plays"))
	if err := c.Inquire(Inquiry{Command: "eval"}, []board.Position{p}, nil); !errors.As(err, new(*BadOption)) {
		t.Error(err)
	}
}
