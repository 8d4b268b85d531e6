package engine

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/internal/cli"
)

// asEngine is the environment variable that makes this test's binary the engine.
const asEngine = "TEST_AS_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(asEngine) != "" {
		cli.Main("engine", Main)
	}
	os.Exit(m.Run())
}

// A dialogue is a conversation with the engine as a process of its own.
type dialogue struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
	root  board.Position // that was sent last
}

// patience is how long the engine may take for anything.
const patience = time.Minute

func talk(t *testing.T) *dialogue {
	t.Helper()
	d := &dialogue{t: t, cmd: exec.Command(os.Args[0]), lines: make(chan string, 1000), root: board.Start()}
	d.cmd.Env = append(os.Environ(), asEngine+"=1")
	var err error
	if d.in, err = d.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := d.cmd.StdoutPipe()
	if err == nil {
		err = d.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.cmd.Process.Kill() })
	go func() {
		defer close(d.lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			d.lines <- scan.Text()
		}
	}()
	return d
}

func (d *dialogue) send(lines ...string) {
	d.t.Helper()
	if _, err := io.WriteString(d.in, strings.Join(lines, "\n")+"\n"); err != nil {
		d.t.Fatal(err)
	}
}

// until returns the lines up to the first one that begins with a word, that one last.
func (d *dialogue) until(word string) (list []string) {
	d.t.Helper()
	late := time.After(patience)
	for {
		select {
		case line, open := <-d.lines:
			if !open {
				d.t.Fatalf("the engine ended before %q; it said %q", word, list)
			}
			list = append(list, line)
			if first, _, _ := strings.Cut(line, " "); first == word {
				return list
			}
		case <-late:
			d.t.Fatalf("no %q came; the engine said %q", word, list)
		}
	}
}

// ready fails if the engine says anything but readyok.
func (d *dialogue) ready() {
	d.t.Helper()
	d.send("isready")
	if got := d.until("readyok"); len(got) != 1 {
		d.t.Errorf("isready: %q", got)
	}
}

// position sends a FEN, "" for the start, and moves.
func (d *dialogue) position(fen string, moves ...string) {
	d.t.Helper()
	d.root = board.Start()
	command := "position startpos"
	if fen != "" {
		var err error
		if d.root, err = board.ParseFEN(fen); err != nil {
			d.t.Fatal(err)
		}
		command = "position fen " + fen
	}
	for i, text := range moves {
		m, err := d.root.ParseUCI(text)
		if err != nil {
			d.t.Fatal(err)
		}
		d.root.Make(m)
		if i == 0 {
			command += " moves"
		}
		command += " " + text
	}
	d.send(command)
	d.ready()
}

// end waits until the engine has ended, with status 0 and without a word more.
func (d *dialogue) end() {
	d.t.Helper()
	for line := range d.lines {
		d.t.Errorf("said at the end: %q", line)
	}
	if err := d.cmd.Wait(); err != nil {
		d.t.Error(err)
	}
}

// answer reads and checks all that a search says.
func (d *dialogue) answer() (infos []info, best string) {
	d.t.Helper()
	all := d.until("bestmove")
	for _, line := range all[:len(all)-1] {
		in, err := parseInfo(line, d.root)
		if err != nil {
			d.t.Errorf("%q: %v", line, err)
		}
		infos = append(infos, in)
	}
	words := strings.Fields(all[len(all)-1])
	if err := checkBest(words, d.root); err != nil {
		d.t.Errorf("%q: %v", all[len(all)-1], err)
	}
	if len(words) > 1 {
		best = words[1]
	}
	return infos, best
}

// search checks what a search says of itself: its last line is that of the move which is played.
func (d *dialogue) search(command string) (infos []info, best string) {
	d.t.Helper()
	d.send(command)
	infos, best = d.answer()
	scored := slices.DeleteFunc(slices.Clone(infos), func(in info) bool { return in.score == "" || in.multipv > 1 || in.bound })
	if len(scored) == 0 {
		d.t.Fatalf("no exact score before bestmove %s in %v", best, infos)
	}
	for i := 1; i < len(scored); i++ {
		if scored[i].depth < scored[i-1].depth || scored[i].nodes < scored[i-1].nodes {
			d.t.Errorf("depth or nodes go back from %+v to %+v", scored[i-1], scored[i])
		}
	}
	first := slices.DeleteFunc(slices.Clone(infos), func(in info) bool { return in.score == "" || in.multipv > 1 })
	if last := first[len(first)-1]; len(last.pv) == 0 || last.pv[0] != best {
		d.t.Errorf("bestmove %s, last line %+v", best, last)
	}
	return infos, best
}

// An info is what a line of a search says.
type info struct {
	depth, multipv, nodes int
	score                 string // "cp 13" or "mate -2"
	bound                 bool   // it is a lower or upper one
	pv                    []string
}

// parseInfo reads a line, and refuses what the protocol does not know: a word, a number
// out of its range, a move that is not legal, a line after a mate that is too short.
func parseInfo(line string, p board.Position) (in info, err error) {
	words := strings.Fields(line)
	if len(words) < 3 || words[0] != "info" {
		return in, fmt.Errorf("no line of a search")
	}
	if words[1] == "string" {
		if !strings.HasPrefix(line, "info string go: no clock for the side to move") {
			err = fmt.Errorf("a remark for which there is no reason")
		}
		return in, err
	}
	for words = words[1:]; len(words) > 0 && err == nil; {
		words, err = in.field(words, p)
	}
	if mate, ok := strings.CutPrefix(in.score, "mate "); ok && err == nil {
		n, _ := strconv.Atoi(mate)
		if moves := len(in.pv); moves > 2*max(n, -n) {
			err = fmt.Errorf("%d half-moves to a mate in %d", moves, n)
		}
	}
	return in, err
}

// field reads the first field of words and returns the others.
func (in *info) field(words []string, p board.Position) (rest []string, err error) {
	number := func(low, high int) (n int) {
		if len(words) < 2 {
			err = fmt.Errorf("%s without a number", words[0])
			return 0
		}
		if n, err = strconv.Atoi(words[1]); err == nil && (n < low || n > high) {
			err = fmt.Errorf("%s %d is not within %d to %d", words[0], n, low, high)
		}
		rest = words[2:]
		return n
	}
	const most = 1 << 60
	switch words[0] {
	case "depth":
		in.depth = number(0, 255)
	case "seldepth":
		number(in.depth/2, 255)
	case "multipv":
		in.multipv = number(1, 256)
	case "nodes":
		in.nodes = number(1, most)
	case "nps", "time":
		number(0, most)
	case "hashfull":
		number(0, 1000)
	case "currmovenumber":
		number(1, 256)
	case "currmove":
		_, err = p.ParseUCI(words[1])
		rest = words[2:]
	case "wdl":
		rest, err = wdl(words[1:])
	case "score":
		rest, err = in.readScore(words[1:])
	case "pv":
		in.pv = words[1:]
		for _, text := range in.pv {
			m, err := p.ParseUCI(text)
			if err != nil {
				return nil, fmt.Errorf("pv: %w", err)
			}
			p.Make(m)
		}
	default:
		err = fmt.Errorf("unknown field %q", words[0])
	}
	return rest, err
}

func (in *info) readScore(words []string) (rest []string, err error) {
	if len(words) < 2 || words[0] != "cp" && words[0] != "mate" {
		return nil, fmt.Errorf("a score is cp or mate, and a number: %q", words)
	}
	if _, err = strconv.Atoi(words[1]); err != nil {
		return nil, err
	}
	in.score, rest = words[0]+" "+words[1], words[2:]
	if len(rest) > 0 && (rest[0] == "lowerbound" || rest[0] == "upperbound") {
		in.bound, rest = true, rest[1:]
	}
	return rest, nil
}

func wdl(words []string) (rest []string, err error) {
	if len(words) < 3 {
		return nil, fmt.Errorf("wdl: want three numbers")
	}
	sum := 0
	for _, w := range words[:3] {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("wdl %q: want no less than 0", w)
		}
		sum += n
	}
	if sum != 1000 {
		return nil, fmt.Errorf("wdl sums to %d", sum)
	}
	return words[3:], nil
}

// checkBest checks a line "bestmove MOVE [ponder MOVE]".
func checkBest(words []string, p board.Position) error {
	if p.CountMoves() == 0 {
		if !slices.Equal(words, []string{"bestmove", "0000"}) {
			return fmt.Errorf("no move: want bestmove 0000")
		}
		return nil
	}
	if len(words) != 2 && (len(words) != 4 || words[2] != "ponder") {
		return fmt.Errorf("want bestmove MOVE, and ponder MOVE or nothing")
	}
	m, err := p.ParseUCI(words[1])
	if err != nil || len(words) == 2 {
		return err
	}
	p.Make(m)
	_, err = p.ParseUCI(words[3])
	return err
}

// Positions of the conversation.
const (
	middlegame = "3r2k1/1b3pp1/p3p2p/1p1qP3/3N4/P1rQ2P1/5P1P/2RR2K1 w - - 0 25"
	blackMoves = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 1 9"
	mateInOne  = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	checkmated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
	stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
	castles    = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
)

// TestCompliance leads the conversations that programs which play matches have with an
// engine, and checks every line of its answers.
func TestCompliance(t *testing.T) {
	for _, tt := range []struct {
		name string
		run  func(*dialogue)
	}{
		{"introduction", introduction},
		{"clocks", clocks},
		{"limits", limits},
		{"a game", wholeGame},
		{"while it searches", whileItSearches},
		{"without a move", withoutAMove},
		{"options", someOptions},
		{"nonsense", nonsense},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := talk(t)
			tt.run(d)
			d.ready()
			d.send("quit")
			d.end()
		})
	}
	t.Run("the end of the input", func(t *testing.T) {
		d := talk(t)
		d.send("uci")
		d.until("uciok")
		if err := d.in.Close(); err != nil {
			t.Fatal(err)
		}
		d.end()
	})
}

func introduction(d *dialogue) {
	d.send("uci")
	seen := map[string]int{}
	for _, line := range d.until("uciok") {
		first, rest, _ := strings.Cut(line, " ")
		second, value, _ := strings.Cut(rest, " ")
		switch {
		case first == "uciok" && rest == "":
		case first == "id" && (second == "name" || second == "author") && value != "":
			seen[second]++
		case first == "option":
			o, err := uci.ParseOption(line)
			if err != nil || o.Type != uci.Button && o.Check(o.Default) != nil {
				d.t.Errorf("%q: %v", line, err)
			}
			d.send("setoption name " + o.Name + " value " + o.Default)
		default:
			d.t.Errorf("an introduction has no line %q", line)
		}
	}
	if seen["name"] != 1 || seen["author"] != 1 {
		d.t.Errorf("names and authors: %v, want one of each", seen)
	}
	d.ready()
	d.send("ucinewgame")
	d.ready()
	d.position("")
	d.position(middlegame)
}

func clocks(d *dialogue) {
	for _, fen := range []string{middlegame, blackMoves} {
		d.position(fen)
		for _, clock := range []string{
			"wtime 100", "btime 100", "wtime 100 btime 100", "wtime 100 winc 100 btime 100 binc 100",
			"btime 100 binc 100 wtime 100 winc 100", "wtime 1000 btime 1000 movestogo 40", "wtime 1 btime 1", "wtime -5 btime -5 winc 1 binc 1",
		} {
			d.search("go " + clock)
		}
	}
}

func limits(d *dialogue) {
	d.position(middlegame)
	if infos, _ := d.search("go depth 4"); infos[len(infos)-1].depth != 4 {
		d.t.Errorf("go depth 4: %+v", infos)
	}
	for _, nodes := range []int{1, 2000, 5000} { // mostly within an iteration
		if infos, _ := d.search("go nodes " + strconv.Itoa(nodes)); infos[len(infos)-1].nodes != nodes {
			d.t.Errorf("go nodes %d: the last line says %d", nodes, infos[len(infos)-1].nodes)
		}
	}
	d.search("go movetime 50")
	d.search("go depth 3 searchmoves h2h3 g1f1")
	d.position(mateInOne)
	if infos, _ := d.search("go mate 1"); infos[len(infos)-1].score != "mate 1" {
		d.t.Errorf("go mate 1: %+v", infos)
	}
}

func wholeGame(d *dialogue) {
	d.send("ucinewgame")
	var moves []string
	for range 8 {
		d.position("", moves...)
		_, best := d.search("go wtime 100 btime 100")
		moves = append(moves, best)
	}
}

func whileItSearches(d *dialogue) {
	for _, start := range []string{"go infinite", "go ponder wtime 100 btime 100"} {
		d.position(middlegame)
		d.send(start)
		d.until("info")
		d.send("isready")
		d.until("readyok")
		d.send("stop")
		d.answer()
		d.ready() // one bestmove and no more
	}
	d.send("go ponder wtime 100 btime 100")
	d.until("info")
	d.send("ponderhit")
	d.answer()
}

func withoutAMove(d *dialogue) {
	for fen, score := range map[string]string{checkmated: "mate 0", stalemated: "cp 0"} {
		d.position(fen)
		d.send("go depth 3")
		got := d.until("bestmove")
		if want := []string{"info depth 0 score " + score, "bestmove 0000"}; !slices.Equal(got, want) {
			d.t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}

func someOptions(d *dialogue) {
	d.send("setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true", "setoption name Threads value 2", "setoption name Hash value 2")
	d.position(middlegame)
	lines := map[int]bool{}
	infos, _ := d.search("go depth 3")
	for _, in := range infos {
		lines[in.multipv] = true
	}
	if !lines[1] || !lines[2] || !lines[3] {
		d.t.Errorf("MultiPV 3: lines %v", lines)
	}
	d.send("setoption name MultiPV value 1", "setoption name UCI_Chess960 value true")
	d.position(castles)
	d.send("go depth 1 searchmoves e1h1")
	if got := d.until("bestmove"); !strings.HasPrefix(got[len(got)-1], "bestmove e1h1") {
		d.t.Errorf("castling in Chess960: %q", got)
	}
}

func nonsense(d *dialogue) {
	d.send("stop", "ponderhit", "", "   ", "debug off", "register later")
	d.ready()
	for _, line := range []string{"xyzzy", "position", "position fen 8/8", "go depth", "setoption name", "setoption name Hash value x"} {
		d.send(line)
		if line == "go depth" {
			d.send("stop")
			d.until("bestmove")
		}
	}
	d.send("isready")
	for _, line := range d.until("readyok") {
		if line != "readyok" && !strings.HasPrefix(line, "info string ") {
			d.t.Errorf("an answer to nonsense: %q", line)
		}
	}
	d.search("go depth 2")
}
