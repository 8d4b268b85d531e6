package uci_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/internal/long"
)

func TestScripts(t *testing.T) {
	for _, tt := range []struct{ name, script string }{
		{"handshake", `
			> uci
			id name Fake 1.0
			id author nobody
			option name Move Overhead type spin default 10 min 0 max 5000
			option name Ponder type check default false
			option name UCI_Chess960 type check default false
			option name UCI_ShowWDL type check default false
			option name Hash type spin default 16 min 1 max 1024
			option name EvalFile type string default <empty>
			option name Search type combo default base var base var paper v1
			option name Clear Hash type button
			uciok
			> isready
			readyok`},
		{"search", `
			> position startpos moves e2e4
			> go depth 3
			info depth 1 seldepth 2 multipv 1 score cp 13 lowerbound nodes 100 nps 100000 hashfull 7 time 1 pv a7a5 a2a3
			info depth 2 seldepth 3 multipv 1 score cp 13 upperbound nodes 200 nps 100000 hashfull 7 time 2 pv a7a5 a2a3
			info depth 3 seldepth 4 multipv 1 score cp 13 nodes 300 nps 100000 hashfull 7 time 3 pv a7a5 a2a3
			bestmove a7a5 ponder a2a3`},
		{"nodes", `
			> go nodes 200
			info depth 1…
			info depth 2…
			bestmove a2a3 ponder a7a5`},
		{"two searches", `
			> go depth 1
			info depth 1…
			bestmove a2a3 ponder a7a5
			> go depth 1 searchmoves e2e4 g1f3
			info depth 1…
			bestmove e2e4 ponder a7a5`},
		{"wdl", `
			> setoption name UCI_ShowWDL value true
			> go depth 1
			info depth 1 seldepth 2 multipv 1 score cp 13 lowerbound wdl 50 900 50 nodes 100 nps 100000 hashfull 7 time 1 pv a2a3 a7a5
			bestmove a2a3 ponder a7a5
			> position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1
			> go depth 1
			info depth 1 seldepth 2 multipv 1 score cp 13 lowerbound nodes 100 nps 100000 hashfull 7 time 1 pv e1d1 e2a2
			bestmove e1d1 ponder e2a2`},
		{"castling is the king's two steps", `
			> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1
			> go depth 1 searchmoves e1h1
			info depth 1…
			bestmove e1g1 ponder e8d7
			> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1
			> d
			8 . . . . k . . .
			7 . . . . . . . .
			6 . . . . . . . .
			5 . . . . . . . .
			4 . . . . . . . .
			3 . . . . . . . .
			2 . . . . . . . .
			1 . . . . . R K .
			…
			Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1
			Key: …
			Checkers:`},
		{"castling is king takes rook", `
			> setoption name uci_chess960 value TRUE
			> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1
			> go depth 1 searchmoves e1g1
			info depth 1…
			bestmove e1h1 ponder e8d7`},
		{"mated", `
			> position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
			> go depth 5
			info depth 0 score mate 0
			bestmove 0000`},
		{"stalemated", `
			> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
			> go infinite
			info depth 0 score cp 0
			> isready
			readyok
			> stop
			bestmove 0000`},
		{"checkers", `
			> position fen 4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1
			> d
			8…
			7…
			6…
			5…
			4…
			3…
			2…
			1…
			…
			Fen: 4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1
			Key: …
			Checkers: e1 f6`},
		{"extras", `
			> eval
			term
			sum for White
			> bench
			first line
			second line
			700 nodes 9 nps
			> position fen 7k/8/8/8/8/8/8/K6R b - - 0 1
			> perft 2
			h8g7: 16
			h8g8: 16

			Nodes searched: 32
			> go perft 1
			h8g7: 1
			h8g8: 1

			Nodes searched: 2`},
		{"help", `
			> help
			uci: who…
			debug on…
			isready: …
			setoption name…
			register: …
			ucinewgame: …
			position startpos…
			go [depth N]…
			stop: …
			ponderhit: …
			quit
			d: …
			eval: …
			bench: …
			perft N: …
			help: …`},
	} {
		t.Run(tt.name, func(t *testing.T) { play(t, &fake{deepest: 8}, tt.script) })
	}
}

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ name, script string }{
		{"unknown commands", `
			>
			> xyzzy 12
			info string unknown command "xyzzy 12" is ignored: help lists the commands
			> joho isready
			info string unknown command "joho" is skipped
			readyok
			> joho d
			info string unknown command "joho d" is ignored…
			> ` + "\x00stop\x00\x01" + `
			info string unknown command "\x00stop\x00\x01" is ignored…
			> UCI
			info string unknown command "UCI" is ignored…`},
		{"debug", `
			> stop
			> ponderhit
			> register later
			> debug
			info string debug: pass on or off
			> debug on
			> stop
			info string stop: nothing runs
			> ponderhit
			info string ponderhit: nothing ponders
			> register later
			info string register: there is nothing to register
			> debug off
			> stop`},
		{"positions", `
			> position
			info string position: "" is not a position: pass startpos, or fen and a FEN, then moves: the position is unchanged
			> position startpos e2e4
			info string position: "startpos e2e4" is not a position…
			> position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4
			info string position: …
			> position fen rubbish
			info string position: …
			> position startpos moves e2e4 e7e5 e1e8 g8f6
			info string position: move 3: illegal move: e1e8: the position before it is set
			> eval
			term
			sum for White
			> go depth 1 searchmoves e1e2
			info depth 1…
			bestmove e1e2 ponder a7a5
			> position fen 8/8/8/8/8/8/8/8 w - - 0 1
			info string position: …
			> go depth 1 searchmoves e1e2
			info depth 1…
			bestmove e1e2 ponder a7a5`},
		{"options", `
			> setoption
			info string setoption: no name: pass setoption name NAME value VALUE
			> setoption name
			info string setoption: no name…
			> setoption name Nonsense value 3
			info string setoption: unknown option "Nonsense": uci lists all options
			> setoption name Hash value 0
			info string option Hash: 0 is out of range: pass a number from 1 to 1024
			> setoption name Hash value 99999999999999999999
			info string option Hash: "99999999999999999999" is not a whole number: pass one from 1 to 1024
			> setoption name Hash
			info string option Hash: "" is not a whole number…
			> setoption name Ponder value perhaps
			info string option Ponder: "perhaps": pass true or false
			> setoption name Search value best
			info string option Search: "best": pass one of base, paper v1
			> setoption name Clear Hash value 1
			info string option Clear Hash: "1": a button takes no value: pass its name alone
			> setoption name EvalFile value missing.json
			info string option EvalFile: open missing.json: no such file: pass another`},
		{"go", `
			> go depth x nodes movetime -5 hash 3 depth 1
			info string go depth: "x" is ignored: pass a whole number of at least 1
			info string go nodes: no number: ignored
			info string go: unknown word "hash" is ignored
			info string go: unknown word "3" is ignored
			info depth 1…
			bestmove…
			> go nodes 0 depth 1
			info string go nodes: "0" is ignored: pass a whole number of at least 1
			info depth 1…
			bestmove…
			> go wtime soon depth 1
			info string go wtime: "soon" is ignored: pass a whole number of milliseconds
			info depth 1…
			bestmove…
			> go depth 1 btime 1000
			info string go: no clock for the side to move: the other side's is taken
			info depth 1…
			bestmove…
			> go depth 1 movestogo
			info string go movestogo: no number: ignored
			info depth 1…
			bestmove…`},
		{"searchmoves", `
			> go searchmoves e2e5 d2d4 d2d4 x depth 1
			info string go searchmoves: illegal move: e2e5: ignored
			info string go searchmoves: move "x", want two squares and perhaps a promotion letter: ignored
			info depth 1…
			bestmove d2d4 ponder a7a5
			> go depth 1 searchmoves e2e5
			info string go searchmoves: illegal move: e2e5: ignored
			info string go searchmoves: no legal move is named: all are searched
			info depth 1…
			bestmove a2a3 ponder a7a5`},
		{"perft", `
			> perft
			info string perft: pass a depth from 1 to 99
			> perft -1
			info string perft: pass a depth from 1 to 99
			> go perft many
			info string perft: pass a depth from 1 to 99`},
	} {
		t.Run(tt.name, func(t *testing.T) { play(t, &fake{deepest: 8}, tt.script) })
	}
}

// The last line says all nodes and the whole time, and is that of the move that is played.
func TestBrokenOff(t *testing.T) {
	e := &fake{deepest: 2, broken: board.NewMove(board.A2, board.A3)}
	play(t, e, `
		> go depth 5
		info depth 1 seldepth 2 multipv 1 score cp 13 lowerbound nodes 100 nps 100000 hashfull 7 time 1 pv a2a3 a7a5
		info depth 2 seldepth 3 multipv 1 score cp 13 upperbound nodes 200 nps 100000 hashfull 7 time 2 pv a2a3 a7a5
		info depth 2 seldepth 3 multipv 1 score cp 13 upperbound nodes 230 nps 230 hashfull 7 time 1000 pv a2a3 a7a5
		bestmove a2a3 ponder a7a5`)
	e.broken = board.NewMove(board.E2, board.E4)
	play(t, e, `
		> go depth 5
		info depth 1…
		info depth 2 seldepth 3 multipv 1 score cp 13 upperbound nodes 200 nps 100000 hashfull 7 time 2 pv a2a3 a7a5
		info depth 2 multipv 1 score cp 13 nodes 230 nps 230 hashfull 7 time 1000 pv e2e4 a7a5
		bestmove e2e4 ponder a7a5`)
	e.deepest = 0
	play(t, e, `
		> go depth 5
		info depth 0 multipv 1 score cp 13 nodes 30 nps 30 hashfull 0 time 1000 pv e2e4 a7a5
		bestmove e2e4 ponder a7a5`)
}

// An engine's mistake does not lose the game at once.
func TestIllegalBestMove(t *testing.T) {
	play(t, &fake{deepest: 1, bad: true}, `
		> go depth 1
		info depth 1…
		info string error: the search has found a1h8, which is not legal: the first legal move is played
		bestmove b1a3`)
}

// What an engine's search depends on, another engine such as, may have failed.
func TestFailedSearch(t *testing.T) {
	play(t, &fake{deepest: 1, err: errors.New("InnerEngine: died\nof something")}, `
		> go depth 1
		info depth 1…
		info string error: InnerEngine: died of something
		bestmove a2a3 ponder a7a5`)
}

// Options that have no effect are said before the first search.
func TestRemarks(t *testing.T) {
	play(t, &fake{deepest: 1, idle: []string{"Depth does nothing: pass another"}}, `
		> go depth 1
		info string option Depth does nothing: pass another
		info depth 1…
		bestmove a2a3 ponder a7a5
		> go depth 1
		info depth 1…
		bestmove a2a3 ponder a7a5`)
}

func TestSettingsReachTheEngine(t *testing.T) {
	e := &fake{deepest: 1}
	play(t, e, `
		> setoption name hash value 0064
		> setoption name  clear   HASH
		> setoption name Search value Paper V1
		> setoption name EvalFile value a  name with value.json
		> setoption name EvalFile value <empty>
		> ucinewgame
		> setoption name Move Overhead value 100`)
	want := "Hash=64\nClear Hash=\nSearch=paper v1\nEvalFile=a  name with value.json\nEvalFile=\nnew game"
	if got := e.notes(); got != want {
		t.Errorf("the engine was told\n%s\nwant\n%s", got, want)
	}
}

// What the engine must not be told during a search waits for its end.
func TestSettingsDuringSearch(t *testing.T) {
	e := &fake{deepest: 1}
	s := begin(t, e)
	s.send("go infinite")
	s.expect("info depth 1…")
	for _, line := range []string{"setoption name Hash value 8", "ucinewgame", "setoption name Hash value 9", "setoption name Hash value x"} {
		s.send(line)
	}
	s.expect("info string option Hash waits for the end of the search")
	s.expect("info string ucinewgame waits for the end of the search")
	s.expect("info string option Hash waits…")
	s.expect("info string option Hash: \"x\" is not…")
	if got := e.notes(); got != "" {
		t.Errorf("told during the search: %s", got)
	}
	s.send("stop")
	s.expect("bestmove a2a3…")
	s.send("eval") // settles
	s.expect("term")
	s.expect("sum for White")
	if got, want := e.notes(), "Hash=9\nnew game"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	s.quit()
}

func TestCurrentMove(t *testing.T) {
	long.Skip(t, "it takes three seconds")
	s := begin(t, &fake{deepest: 8, nap: 1600 * time.Millisecond})
	s.send("go depth 3")
	s.expect("info depth 1 seldepth…")
	s.expect("info depth 2 seldepth…")
	s.expect("info depth 3 currmove a2a3 currmovenumber 1")
	s.expect("info depth 3 seldepth…")
	s.expect("bestmove…")
	s.quit()
}

// docs/uci.md names every command and every option of the protocol.
func TestDocumentation(t *testing.T) {
	doc, err := os.ReadFile("../../docs/uci.md")
	if err != nil {
		t.Fatal(err)
	}
	s := begin(t, &fake{})
	s.send("help")
	s.send("uci")
	for l := range s.lines {
		word, _, _ := strings.Cut(strings.Fields(l)[0], ":")
		want := "`" + word
		if o, err := uci.ParseOption(l); err == nil {
			want = "\n| " + o.Name
		}
		if word != "id" && word != "uciok" && !strings.Contains(string(doc), want) {
			t.Errorf("docs/uci.md has no %q", want)
		}
		if word == "uciok" {
			break
		}
	}
	s.quit()
}

// full is a pipe that is full: a write returns when the test has ended.
type full struct{ released chan struct{} }

func (f full) Write(p []byte) (int, error) {
	<-f.released
	return len(p), nil
}

// TestFullPipe: the end of the context ends Serve even if no one reads what it writes.
func TestFullPipe(t *testing.T) {
	for _, script := range []string{"uci\n", "go infinite\n"} {
		t.Run(strings.TrimSpace(script), func(t *testing.T) {
			out := full{make(chan struct{})}
			defer close(out.released)
			in, feed := io.Pipe()
			defer feed.Close()
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- uci.Serve(ctx, new(fake), in, out) }()
			if _, err := io.WriteString(feed, script); err != nil {
				t.Fatal(err)
			}
			cancel()
			select {
			case err := <-ended:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("ended with %v", err)
				}
			case <-time.After(patience):
				t.Error("Serve has not returned")
			}
		})
	}
}
