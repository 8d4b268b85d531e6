package client

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
)

// TestMain lets the test's own binary be an engine: with the argument "fake-engine" and how it
// misbehaves.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fake-engine" {
		newFake(os.Args[2]).serve()
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == harnessWord {
		harness(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// harnessWord is the argument with which the binary becomes a program that has an engine.
const harnessWord = "fake-harness"

// harness starts an engine, prints its process, and waits to be killed.
func harness(how string) {
	c, err := Start(context.Background(), Config{Command: os.Args[0], Args: []string{"fake-engine", how}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.proc.cmd.Process.Pid)
	lie()
}

// fake is an engine that plays the first legal move, or misbehaves.
type fake struct {
	how string
	in  chan string // closed at the end of input
	out *bufio.Writer
	end string // of a line
	at  board.Position
}

func newFake(how string) *fake {
	f := &fake{how: how, in: make(chan string), out: bufio.NewWriter(os.Stdout), end: "\n", at: board.Start()}
	if how == "CRLF" {
		f.end = "\r\n"
	}
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			f.in <- lines.Text()
		}
		close(f.in)
	}()
	return f
}

func (f *fake) say(format string, args ...any) {
	fmt.Fprintf(f.out, format+f.end, args...)
	f.out.Flush()
}

// lie stays where it is, whatever comes.
func lie() { time.Sleep(time.Minute) }

func die(words string) {
	fmt.Fprintln(os.Stderr, words)
	os.Exit(3)
}

func (f *fake) serve() {
	if f.how == "dies at start" {
		die("libfoo.so not found")
	}
	if f.how == "deaf" {
		f.deaf()
	}
	for text := range f.in {
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "uci":
			f.introduce()
		case "isready":
			f.ready()
		case "setoption":
			f.say("info string got %s", text)
		case "position":
			f.setUp(rest)
		case "go":
			f.search(rest)
		case "eval":
			f.evaluate()
		case "quit":
			if f.how == "never quits" {
				lie()
			}
			return
		}
	}
	if f.how == "never quits" {
		lie()
	}
}

// deaf reads the handshake and never again.
func (f *fake) deaf() {
	<-f.in // uci
	f.say("uciok")
	<-f.in // isready
	f.say("readyok")
	lie()
}

func (f *fake) introduce() {
	switch f.how {
	case "is not an engine":
		f.say("command not found: uci")
		return
	case "floods the handshake":
		for {
			f.say("hello")
		}
	case "has children":
		child := exec.Command(os.Args[0], "fake-engine", "never quits")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.Start()
	}
	f.say("id name Fake %d", os.Getpid())
	f.say("id author nobody")
	f.say("option name Hash type spin default 16 min 1 max 64")
	f.say("option name UCI_Elo type spin default 1350 min 1350 max 2850")
	f.say("option name UCI_Chess960 type check default false")
	f.say("option name Style type combo default Solid var Solid var Wild One")
	f.say("option name Book File type string default <empty>")
	f.say("option name Clear Hash type button")
	f.say("option of no sense")
	switch f.how {
	case "starts slowly":
		time.Sleep(150 * time.Millisecond)
	case "declares in its way":
		f.say("option name Memory type Spin default 16 min 1 max 18446744073709551615")
		f.say("OPTION\tNAME Speed TYPE Combo Default Fast Var Fast Var Slow")
		f.say("option name Odd Knob type dial default 3")
		f.say("option name Up type spin default 3 min 9 max 1")
	case "declares much":
		for i := range 80 {
			f.say("option name Term%d type spin default 0 min 0 max 9", i)
		}
		f.say("option name Move Overhead type spin default 0 min 0 max 9")
	}
	f.say("uciok")
}

func (f *fake) ready() {
	if f.how == "is slow to be ready" {
		time.Sleep(200 * time.Millisecond)
	}
	f.say("readyok")
	if f.how == "is ready once" {
		lie()
	}
}

func (f *fake) setUp(text string) {
	fen, moves, _ := strings.Cut(text, " moves ")
	f.at = board.Start()
	if fen != "startpos" {
		f.at, _ = board.ParseFEN(strings.TrimPrefix(fen, "fen "))
	}
	for m := range strings.FieldsSeq(moves) {
		move, err := f.at.ParseUCI(m)
		if err != nil {
			die(err.Error())
		}
		f.at.Make(move)
	}
}

// limit returns the number after a word of "go", 0 if there is none.
func limit(words, name string) int {
	_, rest, _ := strings.Cut(" "+words, " "+name+" ")
	number, _, _ := strings.Cut(rest, " ")
	n, _ := strconv.Atoi(number)
	return n
}

func (f *fake) search(words string) {
	switch f.how {
	case "dies in search":
		fmt.Fprintln(os.Stderr, strings.Repeat("blah ", 10000))
		die("assertion failed: alpha < beta")
	case "dies with its move":
		fmt.Fprint(f.out, "bestmove ", f.first()) // no line's end
		f.out.Flush()
		die("done")
	case "hangs":
		lie()
	case "thinks until stopped", "is slow to be ready":
		f.think()
	case "ponders":
		f.ponder()
		words = ""
	case "ignores nodes":
		if limit(words, "nodes") > 0 {
			f.think()
		}
	case "plays depth 1":
		words = "depth 1"
	case "floods":
		f.flood()
	case "tells much":
		f.tellMuch()
	case "huge line":
		f.huge()
	}
	f.obey(words)
	f.say("bestmove %s", f.move())
}

// obey thinks as long as it is told.
func (f *fake) obey(words string) {
	time.Sleep(time.Duration(limit(words, "movetime")) * time.Millisecond)
	depth := limit(words, "depth")
	f.say("info depth %d multipv 1 score cp 12 nodes %d time 1 pv %s", max(depth, 1), max(limit(words, "nodes"), 20), f.first())
}

// think tells more and more nodes until it is stopped.
func (f *fake) think() {
	for nodes := 1000; ; nodes *= 2 {
		f.say("info depth 3 score cp 5 nodes %d", nodes)
		select {
		case text := <-f.in:
			if text == "stop" {
				return
			}
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// ponder waits for what ends pondering and tells what it was.
func (f *fake) ponder() {
	for text := range f.in {
		f.say("info string %s", text)
		if text == "ponderhit" || text == "stop" {
			time.Sleep(50 * time.Millisecond)
			return
		}
	}
}

// flood prints as fast as it can until it is stopped.
func (f *fake) flood() {
	text := bytes.Repeat([]byte("info currmove e2e4 nodes 17\nrubbish\n\x00\xff\n"), 1000)
	for {
		select {
		case <-f.in:
			return
		default:
			os.Stdout.Write(text)
		}
	}
}

// tellMuch prints ranks, bounds, and more than is held back.
func (f *fake) tellMuch() {
	for depth := 1; depth <= 2000; depth++ {
		f.say("info depth %d multipv 2 score cp -%d nodes %d pv d2d4 d7d5", depth, depth, 7*depth)
		f.say("info depth %d multipv 1 score cp %d nodes %d pv e2e4 e7e5", depth, depth, 9*depth)
	}
	f.say("info depth 2001 multipv 1 score cp 900 lowerbound nodes 20000 pv g1f3")
	f.say("not of information")
	f.say("info depth 2001 currmove g1f3 nodes 5")
}

// huge prints a line of 100 MB.
func (f *fake) huge() {
	os.Stdout.WriteString("info depth 7 score cp 3 nodes 9 pv e2e4 string ")
	text := bytes.Repeat([]byte("x"), 1<<20)
	for range 100 {
		os.Stdout.Write(text)
	}
	f.say("")
}

// first is the first legal move; castling where there is one.
func (f *fake) first() string {
	moves := f.at.LegalMoves(nil)
	for _, m := range moves {
		if m.IsCastle() {
			return f.at.UCI(m)
		}
	}
	return moves[0].String()
}

// move is what follows "bestmove".
func (f *fake) move() string {
	switch f.how {
	case "plays the impossible":
		return "e2e5"
	case "plays nonsense":
		return strings.Repeat("no such move ", 100)
	case "resigns":
		return "(none)"
	case "plays nothing":
		return ""
	case "moves twice":
		f.say("bestmove %s", f.first())
		return "a1a1"
	}
	return f.first() + " ponder e7e5"
}

// evaluate prints the number of the move, in the fake's way.
func (f *fake) evaluate() {
	number := f.at.FullmoveNumber()
	switch {
	case f.how == "ends no line":
		fmt.Fprintf(f.out, "eval: %d", number)
		return
	case f.how == "prints tables":
		f.say("%s", strings.Repeat("| Material | ---- | 0.24  0.04 |\n", 5000))
	case f.how == "prints without end":
		f.say("%s", strings.Repeat("eval eval eval\n", 1<<17))
	case f.how == "hangs at five" && number == 5:
		f.say("thinking")
		lie()
	case f.how == "dies at five" && number == 5:
		die("assertion failed: phase >= 0")
	}
	f.say("\x1b[1meval: %d", number)
}
