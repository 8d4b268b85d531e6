package static

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
)

// TestMain lets the test's own binary be an engine: with the argument "fake-engine" and how it answers.
func TestMain(m *testing.M) {
	if len(os.Args) >= 3 && os.Args[1] == "fake-engine" {
		newFake(os.Args[2]).serve()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A fake is an engine whose evaluation is material and the advance of pawns.
type fake struct {
	how   string
	in    chan string
	out   *bufio.Writer
	at    board.Position
	asked int
	set   map[string]string
}

func newFake(how string) *fake {
	f := &fake{how: how, in: make(chan string, 1000), out: bufio.NewWriter(os.Stdout), at: board.Start(), set: map[string]string{}}
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			f.in <- lines.Text()
		}
		close(f.in)
	}()
	return f
}

func (f *fake) say(format string, args ...any) { fmt.Fprintf(f.out, format+"\n", args...) }

// names are what fakes call themselves, the others "Fake".
var names = map[string]string{"stockfish": "Stockfish 14", "stockfish 17": "Stockfish 17", "weiss": "Weiss 2.0", "glaurung": "Glaurung 2.2"}

// declared are options of fakes.
var declared = map[string]string{
	"stockfish": "Use NNUE type check default true",
	"network":   "EvalFile type string default net.bin",
	"chess960":  "UCI_Chess960 type check default false",
}

func (f *fake) serve() {
	for text := range f.in {
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "uci":
			name := names[f.how]
			if name == "" {
				name = "Fake"
			}
			f.say("id name %s", name)
			if option := declared[f.how]; option != "" {
				f.say("option name %s", option)
			}
			f.say("uciok")
		case "isready":
			f.say("readyok")
			f.late()
		case "setoption":
			name, value, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " value ")
			f.set[name] = value
		case "position":
			f.setUp(rest)
		case "quit":
			return
		default:
			f.asked++
			f.command(text)
		}
		if len(f.in) == 0 {
			f.out.Flush()
		}
	}
}

func (f *fake) setUp(text string) {
	f.at, _ = board.ParseFEN(strings.TrimPrefix(text, "fen "))
	if text == "startpos" {
		f.at = board.Start()
	}
	if f.how == "echo" {
		f.say("Game Board:\n8 r n b q k b n r\nside: %v 12", f.at.SideToMove())
	}
}

// late prints the answer that was due before readyok.
func (f *fake) late() {
	if f.how == "late" && f.asked > 0 {
		f.out.Flush()
		time.Sleep(time.Millisecond)
		f.say("eval %d", f.white())
		f.out.Flush()
	}
}

// white is the evaluation in centipawns, White's view.
func (f *fake) white() int { return evaluation(&f.at) }

func evaluation(p *board.Position) (v int) {
	for c := board.White; c <= board.Black; c++ {
		for pt, worth := range map[board.PieceType]int{board.Pawn: 100, board.Knight: 310, board.Bishop: 330, board.Rook: 500, board.Queen: 950} {
			v += side(c) * worth * p.Pieces(c, pt).Count()
		}
	}
	for pawns := p.Pieces(board.White, board.Pawn); pawns != 0; pawns &= pawns - 1 {
		v += 3 * int(pawns.First()/8)
	}
	for pawns := p.Pieces(board.Black, board.Pawn); pawns != 0; pawns &= pawns - 1 {
		v -= 3 * (7 - int(pawns.First()/8))
	}
	return v
}

// mover is the evaluation in the view of the side to move.
func (f *fake) mover() int { return f.white() * side(f.at.SideToMove()) }

// answers are what fakes print of eval: text, of White's view and the mover's.
var answers = map[string]func(f *fake) string{
	"white":    func(f *fake) string { return fmt.Sprintf("eval %d", f.white()) },
	"mover":    func(f *fake) string { return fmt.Sprintf("score is %d now", f.mover()) },
	"weiss":    func(f *fake) string { return fmt.Sprint(f.white()) },
	"glaurung": func(f *fake) string { return fmt.Sprintf("Incremental mg: 7\nFull eval: %d", f.mover()) },
	"pawns": func(f *fake) string {
		return fmt.Sprintf("Total evaluation: %+.2f (side to move)", float64(f.mover())/100)
	},
	"spaced": func(f *fake) string {
		return strings.Replace(fmt.Sprintf("sum := %+.2f;", float64(f.white())/100), "-", "- ", 1)
	},
	"comma": func(f *fake) string {
		return strings.Replace(fmt.Sprintf("Bewertung %.2f", float64(f.white())/100), ".", ",", 1)
	},
	"own unit":    func(f *fake) string { return fmt.Sprintf("eval %d", f.white()*208/100) },
	"whole pawns": func(f *fake) string { return fmt.Sprintf("eval %d", int(math.Round(float64(f.white())/100))) },
	"colours": func(f *fake) string {
		return fmt.Sprintf("\x1b[32mEvaluation\x1b[0m: \x1b[1;31m%d\x1b[0m \x1b]0;title\x07", f.white())
	},
	"stockfish 17": func(f *fake) string {
		return f.stockfish("NNUE evaluation        %+.2f (white side)\nFinal evaluation       %+.2f (white side) [with scaled NNUE, ...]", 1.1)
	},
	"negated":      func(f *fake) string { return fmt.Sprintf("eval %d", -f.white()) },
	"expected":     func(f *fake) string { return fmt.Sprintf("eval %.4f", 1/(1+math.Exp(-float64(f.white())/200))) },
	"constant":     func(*fake) string { return "eval 17" },
	"inconsistent": func(f *fake) string { return fmt.Sprintf("eval %d", f.white()*(1-2*int(f.at.Key()>>7&1))) },
	"asymmetric":   func(f *fake) string { return fmt.Sprintf("eval %d", f.white()+40) },
	"two numbers":  func(f *fake) string { return fmt.Sprintf("eval %d\neval %d", f.white(), 2*f.white()+1) },
	"both phases":  func(f *fake) string { return fmt.Sprintf("eval mg %d eg %d", f.white(), 2*f.white()) },
	"searches":     func(f *fake) string { return fmt.Sprintf("info depth 1 score cp %d\nbestmove e2e4", f.mover()) },
	"network":      func(f *fake) string { return fmt.Sprintf("eval %d", f.white()) },
	"chess960":     func(f *fake) string { return fmt.Sprintf("eval %d", f.white()) },
	"noise":        func(f *fake) string { return fmt.Sprintf("eval %d", f.white()+f.asked%7) },
	"large noise":  func(f *fake) string { return fmt.Sprintf("eval %d", f.white()+f.asked%200) },
	"unknown":      func(*fake) string { return "Unknown command" },
	"board":        func(*fake) string { return "| r n b q k b n r |\nkey: DEADBEEF" },
	"garbage":      func(*fake) string { return "\x00\xff\xfe ?\x1b[ ;; \x01" },
	"never ends":   func(*fake) string { return strings.Repeat("| a | b |\n", 1<<18) },
	"echo":         func(*fake) string { return "" },
	"silent":       func(*fake) string { return "" },
	"late":         func(*fake) string { return "" },
	"silent later": func(f *fake) string { return f.unless(11, "tablebase hit, nothing to add") },
	"silent at 12": func(f *fake) string { return f.only(12, "tablebase hit, nothing to add") },
	"none at 12":   func(f *fake) string { return f.only(12, "eval none (in check)") },
	"no number":    func(f *fake) string { return f.only(12, "eval mate") },
	"dies at 12":   func(f *fake) string { return f.only(12, "die") },
	"hangs at 12":  func(f *fake) string { return f.only(12, "hang") },
	"dies later":   func(f *fake) string { return f.unless(11, "die") },
	"hangs":        func(*fake) string { return "hang" },
	"dies":         func(*fake) string { return "die" },
	"pipes":        func(f *fake) string { return f.skips() },
	"standard error": func(f *fake) string {
		fmt.Fprintf(os.Stderr, "Static evaluation: %d\n", f.white())
		return ""
	},
}

// unless answers where the number of the move is below n, and prints the text elsewhere; only prints it
// where the number is n.
func (f *fake) unless(n int, text string) string {
	if f.at.FullmoveNumber() < n {
		return fmt.Sprintf("eval %d", f.white())
	}
	return text
}

func (f *fake) only(n int, text string) string {
	if f.at.FullmoveNumber() != n {
		return fmt.Sprintf("eval %d", f.white())
	}
	return text
}

// stockfish prints tables before its last lines; nothing but that it has none in check.
func (f *fake) stockfish(last string, scales ...float64) string {
	if f.at.InCheck() {
		return "Final evaluation: none (in check)"
	}
	args := []any{float64(f.white()) / 100}
	for _, scale := range scales {
		args = append(args, scale*float64(f.white())/100)
	}
	return "|   Material |  ----  ---- |  ----  ---- |  0.24  0.04 |\n| -3.90 |\n\n" + fmt.Sprintf(last, args...)
}

// skips is of an engine that has read further before it answers: it prints the evaluation of the last
// position that it was sent.
func (f *fake) skips() string {
	time.Sleep(2 * time.Millisecond)
	ready := 0
	for n := len(f.in); n > 0; n-- {
		text := <-f.in
		if rest, ok := strings.CutPrefix(text, "position "); ok {
			f.setUp(rest)
		}
		if text == "isready" {
			ready++
		}
	}
	return fmt.Sprintf("eval %d", f.white()) + strings.Repeat("\nreadyok", ready)
}

// command answers any other word.
func (f *fake) command(text string) {
	switch {
	case f.how == "static" && text == "static":
		f.say("eval %d", f.white())
		return
	case f.how == "static":
		f.say("Unknown command. Good bye.")
		f.out.Flush()
		os.Exit(0)
	case f.how == "hangs at all":
		time.Sleep(time.Minute)
	case f.how == "stockfish" && f.set["Use NNUE"] == "false":
		f.say("%s", f.stockfish("Classical evaluation   %+.2f (white side)\nFinal evaluation       %+.2f (white side)", 1.3))
		return
	case f.how == "stockfish":
		f.say("%s", f.stockfish("Classical evaluation   %+.2f (white side)\nNNUE evaluation        %+.2f (white side)\nFinal evaluation       %+.2f (white side) [with scaled NNUE, hybrid, ...]", 1.5, 1.7))
		return
	case text != "eval" && text != "eval white" && f.how != "standard error":
		return
	}
	switch answer := answers[f.how](f); answer {
	case "":
	case "die":
		fmt.Fprintln(os.Stderr, "assertion failed: phase >= 0")
		f.out.Flush()
		os.Exit(3)
	case "hang":
		f.out.Flush()
		time.Sleep(time.Minute)
	default:
		f.say("%s", answer)
	}
}

// config is that of a fake.
func config(t testing.TB, how string) Config {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Config{Engine: client.Config{Command: self, Args: []string{"fake-engine", how}, Timeouts: client.Timeouts{Handshake: 5 * time.Second}}}
}
