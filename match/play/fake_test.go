package play

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
)

// TestMain lets the test's own binary be an engine: with the argument "fake-engine" and how it
// misbehaves.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fake-engine" {
		fakeEngine(os.Args[2])
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // of the engines: the race detector's pause at every end
	os.Exit(m.Run())
}

// fakeEngine speaks UCI and plays the first legal move, castlings first, or misbehaves.
func fakeEngine(how string) {
	at := board.Start()
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci":
			fmt.Printf("id name Fake %d\noption name UCI_Chess960 type check default false\nuciok\n", os.Getpid())
		case "isready":
			fmt.Println("readyok")
		case "ucinewgame":
			dieIf(how == "dies between games")
		case "position":
			at = fakePosition(rest)
		case "go":
			misbehave(how, in)
			fakeSearch(how, &at)
		case "quit":
			return
		}
	}
}

func dieIf(dies bool) {
	if dies {
		fmt.Fprintln(os.Stderr, "assertion failed: alpha < beta")
		os.Exit(3)
	}
}

func fakePosition(text string) board.Position {
	fen, moves, _ := strings.Cut(text, " moves ")
	at := board.Start()
	if fen != "startpos" {
		at, _ = board.ParseFEN(strings.TrimPrefix(fen, "fen "))
	}
	for text := range strings.FieldsSeq(moves) {
		m, err := at.ParseUCI(text)
		dieIf(err != nil)
		at.Make(m)
	}
	return at
}

// misbehave is what a fake does instead of thinking.
func misbehave(how string, in *bufio.Scanner) {
	switch how {
	case "dies":
		dieIf(true)
	case "is killed":
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		time.Sleep(time.Minute)
	case "ends in peace":
		os.Exit(0)
	case "is silent":
		time.Sleep(time.Minute)
	case "ignores the limit":
		in.Scan() // stop
	case "is late":
		time.Sleep(30 * time.Millisecond)
	}
}

func fakeSearch(how string, at *board.Position) {
	move := at.LegalMoves(nil)[0]
	for _, m := range at.LegalMoves(nil) {
		if m.IsCastle() {
			move = m
		}
	}
	answer := "bestmove " + move.String()
	switch how {
	case "is random":
		all := at.LegalMoves(nil)
		answer = "bestmove " + all[at.Key()>>32%uint64(len(all))].String()
	case "plays the impossible":
		answer = "bestmove e2e5"
	case "resigns":
		answer = "bestmove (none)"
	case "prints rubbish":
		answer = "\x00\xffrubbish\ninfo depth\ninfo score mate x\nbestmove\n"
	case "says much":
		fmt.Print(strings.Repeat("rubbish\ninfo score cp x\n", 50))
	case "tells no score":
		answer = "info depth 5 nodes 70\n" + answer
	}
	if how != "tells no score" {
		fmt.Println("info depth 4 multipv 1 score cp 33 nodes 77 pv", move)
	}
	fmt.Println(answer)
}

// launch starts a fake engine. It is waited for long, but for one of which nothing is to be
// expected.
func launch(t testing.TB, how string) *client.Client {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background()) // t.Context is over before Cleanup
	t.Cleanup(cancel)
	return launchWith(ctx, t, how)
}

func launchWith(ctx context.Context, t testing.TB, how string) *client.Client {
	t.Helper()
	wait := client.Timeouts{Handshake: 20 * time.Second, Margin: 20 * time.Millisecond, Grace: 5 * time.Second}
	switch how {
	case "is silent":
		wait.Think, wait.Grace = 50*time.Millisecond, 50*time.Millisecond
	case "ignores the limit":
		wait.Think = 50 * time.Millisecond
	}
	c, err := client.Start(ctx, client.Config{
		Command: os.Args[0], Args: []string{"fake-engine", how}, Options: []client.Setting{{Name: "UCI_Chess960", Value: "true"}},
		Timeouts: wait,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// runs reports whether the process of a fake engine still runs.
func runs(t testing.TB, c *client.Client) bool {
	var pid int
	if _, err := fmt.Sscanf(c.Name(), "Fake %d", &pid); err != nil {
		t.Fatal(err)
	}
	p, err := os.FindProcess(pid)
	return err == nil && p.Signal(syscall.Signal(0)) == nil
}
