package uci_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/centipawn/engine/uci"
)

// record keeps what Serve writes, which may come from several goroutines.
type record struct {
	mu   sync.Mutex
	text strings.Builder
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

// known are all words that a line of "go" may follow.
var known = []string{"uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "stop", "ponderhit"}

// searches counts the searches that the lines up to "quit" ask for. It knows
// nothing of how Serve reads them.
func searches(input string) (n int) {
	for line := range strings.Lines(input) {
		words := strings.Fields(line)
		for i, word := range words {
			if slices.Contains(known, word) || i == 0 && slices.Contains([]string{"d", "eval", "bench", "perft", "help"}, word) {
				break
			}
			if word == "quit" {
				return n
			}
			if word == "go" {
				if i+1 == len(words) || words[i+1] != "perft" {
					n++
				}
				break
			}
		}
	}
	return n
}

// Whatever is sent, every "go" has one answer, and Serve ends with its input.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4 e7e5\ngo depth 3\nquit\n",
		"go infinite\ngo infinite\nstop\nstop\nsetoption name Hash value 3\nucinewgame\ngo ponder\nponderhit\n",
		"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo wtime 1 btime 1 winc 0 binc 0 movestogo 1\neval\nbench\nd",
		"setoption name UCI_Chess960 value true\nposition fen bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w HDhd - 0 1\ngo searchmoves e1d1\n",
		"joho debug on\nhelp\nregister\ngo mate 3 nodes -1\x00\r\n\n\x00\xff\xfego\n  go\tperft 2\nperft 2\nstop\nquit now\ngo",
		"setoption name UCI_ShowWDL value true\nsetoption name Search value paper v1\ngo movetime 99999999999999999\nsetoption name Clear Hash\ngo movetime 0\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if len(input) > 1<<12 || strings.Contains(strings.ReplaceAll(input, "perft 2\n", ""), "perft") {
			t.Skip("deep perfts take their time")
		}
		var out record
		overdue := time.AfterFunc(patience, func() {
			buf := make([]byte, 1<<16)
			panic("Serve has not returned\n" + string(buf[:runtime.Stack(buf, true)]))
		})
		defer overdue.Stop()
		if err := uci.Serve(context.Background(), &fake{deepest: 5}, strings.NewReader(input), &out); err != nil {
			t.Fatalf("Serve: %v", err)
		}
		got := strings.Count("\n"+out.text.String(), "\nbestmove ")
		if want := searches(input); got != want {
			t.Fatalf("%d answers to %d searches\n%q\n%s", got, want, input, out.text.String())
		}
		if text := out.text.String(); text != "" && !strings.HasSuffix(text, "\n") {
			t.Fatalf("the last line does not end: %q", text)
		}
	})
}
