package client

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

func TestGoCommand(t *testing.T) {
	clocks := [2]time.Duration{61500 * time.Millisecond, 1999 * time.Microsecond}
	for _, test := range []struct {
		name  string
		limit search.Limits
		want  string
	}{
		{"nodes", search.Limits{Nodes: 10000}, "go nodes 10000"},
		{"depth", search.Limits{Depth: 7}, "go depth 7"},
		{"move time", search.Limits{MoveTime: 200 * time.Millisecond}, "go movetime 200"},
		{"both", search.Limits{Depth: 7, Nodes: 5}, "go depth 7 nodes 5"},
		{"mate", search.Limits{Mate: 3}, "go mate 3"},
		{"infinite", search.Limits{Infinite: true}, "go infinite"},
		{"clocks", search.Limits{Time: clocks}, "go wtime 61500 btime 1 winc 0 binc 0"},
		{"no time left", search.Limits{Increment: [2]time.Duration{time.Second, 10 * time.Millisecond}}, "go wtime 1 btime 1 winc 1000 binc 10"},
		{"an increment below zero", search.Limits{Time: clocks, Increment: [2]time.Duration{-time.Second, 0}}, "go wtime 61500 btime 1 winc 0 binc 0"},
		{"more nodes than engines count", search.Limits{Nodes: math.MaxUint64}, "go nodes 9223372036854775807"},
		{"moves to go", search.Limits{Time: clocks, MovesToGo: 40}, "go wtime 61500 btime 1 winc 0 binc 0 movestogo 40"},
		{"ponder", search.Limits{Time: clocks, Ponder: true}, "go ponder wtime 61500 btime 1 winc 0 binc 0"},
		{"some moves", search.Limits{Depth: 1, Moves: []board.Move{board.NewMove(board.E2, board.E4), board.NewCastle(board.E1, board.A1)}}, "go depth 1 searchmoves e2e4 e1c1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := new(Client).goCommand(&test.limit)
			if err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
	if got, err := new(Client).goCommand(&search.Limits{}); err == nil {
		t.Errorf("without a limit: got %q, want an error", got)
	}
}

func TestPatience(t *testing.T) {
	times := Timeouts{Margin: time.Second}.orDefault()
	clocks := [2]time.Duration{5 * time.Second, -time.Second}
	for _, test := range []struct {
		name  string
		limit search.Limits
		side  board.Color
		want  time.Duration
	}{
		{"nodes", search.Limits{Nodes: 1}, board.White, 61 * time.Second},
		{"move time", search.Limits{MoveTime: time.Hour}, board.White, time.Hour + time.Second},
		{"clock", search.Limits{Time: clocks}, board.White, 6 * time.Second},
		{"clock past", search.Limits{Time: clocks}, board.Black, time.Second},
		{"infinite", search.Limits{Infinite: true, Time: clocks}, board.White, 0},
		{"ponder", search.Limits{Ponder: true, Time: clocks}, board.White, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := times.patience(&test.limit, test.side); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestPosition: castling is written as the engine was told to read it, and a start that needs
// Chess960 is not sent without.
func TestPosition(t *testing.T) {
	const chess960FEN = "bbrkqrnn/pppppppp/8/8/8/8/PPPPPPPP/BBRKQRNN w FCfc - 0 1"
	const standardFEN = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"
	for _, test := range []struct {
		name     string
		fen      string
		chess960 string
		moves    []board.Move
		want     string
	}{
		{"start", board.StartFEN, "", nil, "position startpos"},
		{"moves", board.StartFEN, "", []board.Move{board.NewMove(board.E2, board.E4), board.NewMove(board.E7, board.E5)}, "position startpos moves e2e4 e7e5"},
		{"castling", standardFEN, "", []board.Move{board.NewCastle(board.E1, board.A1)}, "position fen " + standardFEN + " moves e1c1"},
		{"castling in Chess960", standardFEN, "true", []board.Move{board.NewCastle(board.E1, board.A1)}, "position fen " + standardFEN + " moves e1a1"},
		{"Chess960", chess960FEN, "true", []board.Move{board.NewCastle(board.D1, board.C1)}, "position fen " + chess960FEN + " moves d1c1"},
		{"Chess960 without", chess960FEN, "false", nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var log bytes.Buffer
			cfg := config(t, "behaves")
			cfg.Log = &log
			if test.chess960 != "" {
				cfg.Options = []Setting{{"uci_chess960", test.chess960}}
			}
			c := launch(t, cfg)
			p, err := board.ParseFEN(test.fen)
			if err != nil {
				t.Fatal(err)
			}
			g := search.NewGame(p)
			for _, m := range test.moves {
				g.Make(m)
			}
			_, err = c.Search(g, search.Limits{Depth: 1}, nil)
			if test.want == "" {
				if !isA[*BadOption](err) {
					t.Errorf("got %v, want a BadOption", err)
				}
				return
			}
			if err != nil || !strings.Contains(log.String(), "> "+test.want+"\n") {
				t.Errorf("no %q in\n%s%v", test.want, log.String(), err)
			}
		})
	}
}

// TestCastlingAnswer: the engine may write castling in either way.
func TestCastlingAnswer(t *testing.T) {
	c := launch(t, config(t, "behaves"))
	p, err := board.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Search(search.NewGame(p), search.Limits{Depth: 1}, nil)
	if want := board.NewCastle(board.E1, board.A1); err != nil || r.Move != want || len(r.PV) != 1 || r.PV[0] != want {
		t.Errorf("got %v, line %v, %v, want %v", r.Move, r.PV, err, want)
	}
}

// TestSetAndHear: what an engine says of an option is heard, and not what it said before; its death names the option.
func TestSetAndHear(t *testing.T) {
	c := launch(t, config(t, "behaves"))
	if err := c.SetOption("Hash", "8"); err != nil {
		t.Fatal(err)
	}
	said, err := c.SetAndHear("book file", "a.bin")
	if want := []string{"got setoption name Book File value a.bin"}; err != nil || !slices.Equal(said, want) {
		t.Errorf("%q, %v, want %q", said, err, want)
	}
	var bad *BadOption
	if _, err := c.SetAndHear("Contempt", "5"); !errors.As(err, &bad) {
		t.Error(err)
	}
	if err := c.NewGame(); err != nil {
		t.Error(err)
	}
}

func TestSetOption(t *testing.T) {
	for _, test := range []struct {
		name, value string
		sent        string // "" for an error
		words       string // of the error
	}{
		{"Hash", "64", "setoption name Hash value 64", ""},
		{"hash", " 8 ", "setoption name Hash value 8", ""},
		{"UCI_Elo", "1350", "setoption name UCI_Elo value 1350", ""},
		{"style", "wild one", "setoption name Style value Wild One", ""},
		{"Book File", "a book.bin", "setoption name Book File value a book.bin", ""},
		{"Book File", "", "setoption name Book File value <empty>", ""},
		{"Clear Hash", "", "setoption name Clear Hash", ""},
		{"UCI_Elo", "100", "", "from 1350 to 2850"},
		{"UCI_Elo", "strong", "", "not a whole number"},
		{"Hash", "65", "", "from 1 to 64"},
		{"Style", "Calm", "", "Solid, Wild One"},
		{"UCI_Chess960", "yes", "", "true"},
		{"Clear Hash", "now", "", "no value"},
		{"Book File", "a\nquit", "", "line"},
		{"Contempt", "5", "", "pass one of: Hash, UCI_Elo, UCI_Chess960"},
	} {
		t.Run(test.name+" "+test.value, func(t *testing.T) {
			var log bytes.Buffer
			cfg := config(t, "behaves")
			cfg.Log = &log
			c := launch(t, cfg)
			err := c.SetOption(test.name, test.value)
			if test.sent != "" {
				if err != nil || !strings.HasSuffix(log.String(), "> "+test.sent+"\n") {
					t.Errorf("got %v, want %q sent:\n%s", err, test.sent, log.String())
				}
				return
			}
			var bad *BadOption
			if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), "V04 engine Fake") || !strings.Contains(err.Error(), test.words) {
				t.Fatalf("got %v, want %q", err, test.words)
			}
			if bad.Name != test.name || bad.Value != test.value || strings.Contains(log.String(), "setoption") {
				t.Errorf("got %+v, and sent\n%s", bad, log.String())
			}
		})
	}
	cfg := config(t, "behaves")
	cfg.Options = []Setting{{"UCI_Elo", "100"}}
	if _, err := Start(t.Context(), cfg); !isA[*BadOption](err) {
		t.Errorf("Start: got %v, want a BadOption", err)
	}
}

func TestParseInfo(t *testing.T) {
	most := int64(search.Mate) - search.MaxPly - 1
	for _, test := range []struct {
		name, line string
		want       search.Info
		pv         string
		scored     bool
	}{
		{"Stockfish", "info depth 12 seldepth 14 multipv 2 score cp -106 upperbound nodes 20000 nps 645161 hashfull 6 tbhits 0 time 31 pv e2a6 b4c3",
			search.Info{Depth: 12, SelDepth: 14, MultiPV: 2, Score: -106, Bound: search.Upper, Nodes: 20000, HashFull: 6, Time: 31 * time.Millisecond}, "e2a6 b4c3", true},
		{"Toga", "info multipv 1 depth 5 seldepth 17 score cp -3 lowerbound time 6 nodes 6068 pv e2a6",
			search.Info{Depth: 5, SelDepth: 17, MultiPV: 1, Score: -3, Bound: search.Lower, Nodes: 6068, Time: 6 * time.Millisecond}, "e2a6", true},
		{"win/draw/loss", "info depth 1 score cp 20 wdl 100 800 100 nodes 5", search.Info{Depth: 1, Score: 20, Nodes: 5}, "", true},
		{"mate", "info score mate 3", search.Info{Score: search.MateIn(5)}, "", true},
		{"mated", "info score mate -2", search.Info{Score: search.MatedIn(4)}, "", true},
		{"mated already", "info score mate 0", search.Info{Score: search.MatedIn(0)}, "", true},
		{"a distant mate", "info score mate 500", search.Info{Score: search.MateIn(search.MaxPly - 1)}, "", true},
		{"a large score is not a mate", "info score cp 31999", search.Info{Score: search.Score(most)}, "", true},
		{"a very large one", "info score cp -999999999", search.Info{Score: search.Score(-most)}, "", true},
		{"words after the line", "info pv e2e4 e7e5 depth 3", search.Info{Depth: 3}, "e2e4 e7e5", false},
		{"move now searched", "info depth 9 currmove e2e4 currmovenumber 7", search.Info{Depth: 9, CurrentNumber: 7}, "", false},
		{"text", "info depth 2 string score cp 5", search.Info{Depth: 2}, "", false},
		{"unread numbers", "info depth x score cp five nodes -1 time 99999999999999999999 seldepth 3", search.Info{SelDepth: 3}, "", false},
		{"score without a number", "info score cp", search.Info{}, "", false},
		{"tabs and blanks", "info \t depth  4\tscore cp   1 ", search.Info{Depth: 4, Score: 1}, "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := parseInfo(test.line)
			i, w := got.info, test.want
			same := i.Depth == w.Depth && i.SelDepth == w.SelDepth && i.MultiPV == w.MultiPV && i.Score == w.Score && i.Bound == w.Bound &&
				i.Nodes == w.Nodes && i.Time == w.Time && i.HashFull == w.HashFull && i.CurrentNumber == w.CurrentNumber
			if !ok || !same || strings.TrimSpace(got.pv) != test.pv || got.scored != test.scored {
				t.Errorf("got %+v, %v", got, ok)
			}
		})
	}
	for _, line := range []string{"", "information", "info", "info string depth 5", "info refutation d1h5", "bestmove e2e4"} {
		if got, ok := parseInfo(line); ok {
			t.Errorf("%q: got %+v, want nothing", line, got)
		}
	}
}

// TestFound: which of many lines becomes the result.
func TestFound(t *testing.T) {
	p := board.Start()
	var f found
	for _, line := range []string{
		"info depth 1 score cp 10 nodes 20 pv e2e4",
		"info depth 2 multipv 1 score cp 11 nodes 40 pv d2d4 d7d5 e1e5",
		"info depth 2 multipv 3 score cp 3 nodes 40 pv a2a3",
		"info depth 3 multipv 1 score cp -80 upperbound nodes 90 pv c2c4",
		"info depth 3 multipv 1000000 score cp 1",
		"info depth 3 currmove e2e4 nodes 100",
		"info nodes 7",
	} {
		f.take(line, &p, nil)
	}
	r := f.result(&p)
	d4d5 := []board.Move{board.NewMove(board.D2, board.D4), board.NewMove(board.D7, board.D5)}
	if r.Score != 11 || r.Depth != 2 || r.Bound != search.Exact || r.Nodes != 100 || len(r.PV) != 2 || r.PV[0] != d4d5[0] || r.PV[1] != d4d5[1] {
		t.Errorf("got %+v", r)
	}
	if len(r.Lines) != 2 || r.Lines[1].MultiPV != 3 || r.Lines[1].Score != 3 {
		t.Errorf("got lines %+v", r.Lines)
	}
	f = found{}
	f.take("info depth 3 multipv 2 score cp -80 upperbound", &p, nil)
	if r := f.result(&p); r.Score != 0 || len(r.Lines) != 1 || r.Lines[0].Bound != search.Upper {
		t.Errorf("without a first rank: got %+v", r)
	}
}

// TestMateZero: mate 0 where there is a move is no score, and takes away that of its rank. One that comes later counts.
func TestMateZero(t *testing.T) {
	p := board.Start()
	for _, tt := range []struct {
		name  string
		lines []string
		ranks []search.Score
	}{
		{"alone", []string{"info depth 1 score mate 0 nodes 20 pv e2e4"}, nil},
		{"minus", []string{"info depth 1 score mate -0 nodes 20 pv e2e4"}, nil},
		{"after a score", []string{"info depth 1 score cp 10", "info depth 2 score mate 0 pv e2e4"}, nil},
		{"a bound after a score", []string{"info depth 1 score cp 10", "info depth 2 score mate 0 lowerbound"}, []search.Score{10}},
		{"before a score", []string{"info depth 1 score mate 0", "info depth 2 score mate 1"}, []search.Score{search.MateIn(1)}},
		{"of another rank", []string{"info depth 2 multipv 1 score cp 10", "info depth 2 multipv 2 score mate 0"}, []search.Score{10}},
	} {
		var f found
		for _, line := range tt.lines {
			f.take(line, &p, nil)
		}
		var ranks []search.Score
		r := f.result(&p)
		for _, l := range r.Lines {
			ranks = append(ranks, l.Score)
		}
		if !slices.Equal(ranks, tt.ranks) || len(ranks) == 0 && (r.Score != 0 || r.Depth != 0) {
			t.Errorf("%s: %v, score %v at depth %d, want %v", tt.name, ranks, r.Score, r.Depth, tt.ranks)
		}
	}
}

// FuzzInfo: whatever is printed, what is kept makes sense: legal moves, scores that are UCI's
// again, ranks in order.
func FuzzInfo(f *testing.F) {
	f.Add("info depth 12 seldepth 14 multipv 2 score cp -106 upperbound nodes 20000 nps 645161 hashfull 6 tbhits 0 time 31 pv e2e4 e7e5")
	f.Add("info score mate -3 pv e2e4 e2e4 currmove d2d4 string hello")
	f.Add("info multipv 300 score mate 9223372036854775807 time 99999999999")
	f.Add("info score mate 70")
	f.Add("info nodes 18446744073709551615 score cp -2147483648 lowerbound")
	f.Fuzz(func(t *testing.T, line string) {
		p := board.Start()
		var all found
		all.take(line, &p, func(i *search.Info) {
			at := p
			for _, m := range i.PV {
				if !at.IsLegal(m) {
					t.Fatalf("illegal move %v in %v", m, i.PV)
				}
				at.Make(m)
			}
			if i.CurrentMove != board.NoMove && !p.IsLegal(i.CurrentMove) {
				t.Fatalf("illegal move %v", i.CurrentMove)
			}
			if i.Depth < 0 || i.Time < 0 || i.Nodes > math.MaxInt64 || i.MultiPV < 0 {
				t.Fatalf("out of range: %+v", i)
			}
			again, ok := parseInfo("info score " + i.Score.String())
			if !ok || again.info.Score != i.Score {
				t.Fatalf("score %d is written %v and read %d", i.Score, i.Score, again.info.Score)
			}
		})
		r := all.result(&p)
		for i, l := range r.Lines {
			if l.MultiPV < 1 || l.MultiPV > maxRanks || i > 0 && l.MultiPV <= r.Lines[i-1].MultiPV {
				t.Fatalf("ranks %+v", r.Lines)
			}
		}
	})
}
